/** What a refusal says to the developer who calls: which header or member, and what is expected (§4.4). Never a secret. */
import type { RegisteredClause } from '../../../src/spec/clause-register.ts';
import { clauseOf } from '../../../src/spec/clauses.ts';
import type { RefusalCode, MemberType } from '../../../src/spec/codes.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../../src/spec/headers.ts';
import type { RuleId } from '../../../src/judge/rules/rulebook.ts';
import {
  type AnyRefusal,
  type Facts,
  isUnlisted,
  type FailingMember,
} from '../../../src/judge/rules/ruling.ts';
import type { ReadCall } from '../stages.ts';
import { membersOf, TAG_KEYS, type MemberShape } from '../../../src/spec/members.ts';

// What a refusal says about failing members: what is expected of each, and what came (§2.5, §7.3).

/** More failing members than this are only counted. */
const MAX_NAMED_MEMBERS = 8;

/** A failing member as the reply names it, for instance `tagKeys[1]`. */
export function memberPath({ member, element }: FailingMember): string {
  return element === undefined ? member : `${member}[${element}]`;
}

/** The type that is written where the document leaves it open (§7.3: no more specific category). */
export function memberType({ type }: FailingMember): MemberType {
  return type === 'any' ? 'UnknownError' : type;
}

/** The limit of a string for which a world file names none. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;

/** ` of 1 to 3 items`, or as much of it as is limited. */
function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return ` of ${min === max ? min : `${min} to ${max}`}${unit}`;
  if (min !== undefined) return ` of at least ${min}${unit}`;
  return max === undefined ? '' : ` of at most ${max}${unit}`;
}

/** What is expected of a member, for instance `a string of 10 characters`. */
function wanted(shape: MemberShape): string {
  const { type, min, max } = shape;
  if (type === 'string') return `a string${range(min, max === ANY_LENGTH ? undefined : max, ' characters')}`;
  if (type === 'hashtable') return `an object${range(min, max, ' members')}`;
  if (type === 'number') return `${shape.int === true ? 'an integer' : 'a number'}${range(min, max, '')}`;
  const items = shape.of === 'string' ? ' strings' : ' items';
  const some = range(min, max, items);
  return `an array${some === '' ? ` of${items}` : some}`;
}

function describeMember(failing: FailingMember, call: ReadCall, { extensions }: Facts): string {
  const path = memberPath(failing);
  const type = memberType(failing);
  const spec = membersOf(call.endpoint.id, extensions).find(({ member }) => member === failing.member);
  if (spec === undefined) return `${path}: ${type}, no such member is expected`;
  // It has its type and length: what is wrong is open, as with its characters.
  if (failing.type === 'any') return `${path}: ${type}, this backend accepts no such value`;
  const expected = failing.element === undefined ? wanted(spec.shape) : 'a string';
  return `${path}: ${type}, ${expected} is expected`;
}

/** One clause per failing member. A member's refusal may also be one of the request as a whole. */
export function explainMembers(call: ReadCall, facts: Facts, refusals: readonly AnyRefusal[]): string {
  const failing = refusals.flatMap((refusal) =>
    refusal.kind === 'refused' && refusal.member ? [refusal.member] : [],
  );
  if (failing.length === 0) return explainWhole(call, refusals);
  const shown = failing.slice(0, MAX_NAMED_MEMBERS).map((each) => describeMember(each, call, facts));
  const rest = failing.length > MAX_NAMED_MEMBERS ? [`and ${failing.length - MAX_NAMED_MEMBERS} more`] : [];
  return [...shown, ...rest].join('; ');
}

/** Questions userId.dashboard, tagKeys.many: the members earn a refusal that names none of them. */
function explainWhole({ endpoint }: ReadCall, refusals: readonly AnyRefusal[]): string {
  const [first] = refusals;
  if (first !== undefined && isUnlisted(first))
    return 'the body can not be bound: a member is not of its type, or is not expected';
  return first?.kind === 'refused' && first.code === 'MaxSizeRequestReject'
    ? `${TAG_KEYS}: more or longer keys than are accepted`
    : `${endpoint.idMember}: it is missing, and the token belongs to no player`;
}

/** What to explain: the rule that refused, the clause that it goes by, and its refusals. */
export interface RefusedByRule {
  readonly rule: string;
  readonly clause: RegisteredClause;
  readonly refusals: readonly AnyRefusal[];
}

type Explain = (call: ReadCall, facts: Facts, refusals: readonly AnyRefusal[]) => string;

function explainKey({ key, endpoint }: ReadCall): string {
  const expected = `a key of role ${endpoint.role} is expected`;
  if (key.is === 'missing') return `${SECRET_KEY}: the header is missing; ${expected}`;
  if (key.is === 'empty') return `${SECRET_KEY}: the header is empty; ${expected}`;
  return `${SECRET_KEY}: no such key; ${expected}`;
}

function explainRole({ key, endpoint }: ReadCall): string {
  const role = key.is === 'known' ? String(key.value.role) : 'another';
  return `${SECRET_KEY}: the key has role ${role}; the ${endpoint.variant} variant expects role ${endpoint.role}`;
}

function explainGame({ key, game }: ReadCall): string {
  const bound = key.is === 'known' && typeof key.value.game === 'string';
  if (game.is === 'missing')
    return `${GAME_ID}: the header is missing, and the secret key carries no game; send the id of a game`;
  if (bound)
    return `${GAME_ID}: it is not the game of the secret key; leave the header out or send that game`;
  return game.is === 'empty'
    ? `${GAME_ID}: the header is empty; send the id of a game`
    : `${GAME_ID}: no such game`;
}

function explainToken({ endpoint, token }: ReadCall): string {
  if (endpoint.variant !== 'client') return `${AUTH_TOKEN}: not expected on the ${endpoint.variant} variant`;
  const expected = 'the token of a login is expected';
  if (token.is === 'missing') return `${AUTH_TOKEN}: the header is missing; ${expected}`;
  if (token.is === 'empty') return `${AUTH_TOKEN}: the header is empty; ${expected}`;
  if (token.is === 'unknown') return `${AUTH_TOKEN}: no such token; ${expected}`;
  return token.value.expired
    ? `${AUTH_TOKEN}: the token has expired; log in again`
    : `${AUTH_TOKEN}: the token is of another game; log in to this one`;
}

function explainAuthorisation({ endpoint, token }: ReadCall): string {
  const sender =
    token.is === 'known' && token.value.holder.kind === 'dashboard' ? 'a dashboard token' : 'the sender';
  return `${endpoint.idMember}: not ${sender}'s own; the secret key needs the permission rule ${endpoint.otherRule}`;
}

const explainShape = ({ bodyFault = 'no JSON object: an object is expected' }: ReadCall): string =>
  `the body is ${bodyFault}`;

/** What is said where a clause alone does not say which header or member it is, and what is expected. */
const EXPLAIN: Readonly<Partial<Record<RuleId, Explain>>> = {
  size: ({ bytes }, { world }) =>
    `the body has ${bytes} bytes; at most ${world.limits.requestBytes ?? 'fewer'} are accepted`,
  'content-type': () => `${CONTENT_TYPE}: ${JSON_TYPE} is expected`,
  'secret-key': explainKey,
  role: explainRole,
  game: explainGame,
  token: explainToken,
  permission: ({ endpoint }) => `${SECRET_KEY}: the key lacks the permission rule ${endpoint.rule}`,
  shape: explainShape,
  members: explainMembers,
  authorisation: explainAuthorisation,
};

const EXPLANATIONS = new Map<string, Explain>(Object.entries(EXPLAIN));

/** The debugMessage of a refusal: the words of its rule, or the clause that it goes by. */
export function explainRefusal(
  { rule, clause, refusals }: RefusedByRule,
  call: ReadCall,
  facts: Facts,
): string {
  return EXPLANATIONS.get(rule)?.(call, facts, refusals) ?? clauseOf(clause)?.description ?? clause;
}

/** The debugMessage of a refusal by a limit. */
export function explainLimit(code: RefusalCode, { key }: ReadCall): string {
  const { requestsPerSecond, sessions } = key.is === 'known' ? key.value.limits : {};
  return code === 'MaxCCUReject'
    ? `${SECRET_KEY}: the key serves at most ${sessions ?? 'a limited number of'} sessions at a time`
    : `${SECRET_KEY}: the key serves at most ${requestsPerSecond ?? 'a limited number of'} requests a second`;
}
