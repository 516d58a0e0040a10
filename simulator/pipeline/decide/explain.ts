/** What a refusal says to the developer who calls: which header or member, and what is expected (§4.4). Never a secret. */
import type { RegisteredClause } from '../../../src/contract/clause-register.ts';
import { clauseOf } from '../../../src/contract/clauses.ts';
import type { RefusalCode } from '../../../src/contract/codes.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../../src/contract/headers.ts';
import type { RuleId } from '../../../src/rules/rulebook.ts';
import type { AnyRefusal, Facts } from '../../../src/rules/ruling.ts';
import { explainMembers } from './explain-members.ts';
import type { ReadCall } from '../stages.ts';

/** What to explain: the rule that refused, the clause that it goes by, and its refusals. */
export interface RefusedByRule {
  readonly rule: string;
  readonly clause: RegisteredClause;
  readonly refusals: readonly AnyRefusal[];
}

type Explain = (call: ReadCall, facts: Facts, refusals: readonly AnyRefusal[]) => string;

function explainKey({ key, endpoint }: ReadCall): string {
  const wanted = `a key of role ${endpoint.role} is expected`;
  if (key.is === 'missing') return `${SECRET_KEY}: the header is missing; ${wanted}`;
  if (key.is === 'empty') return `${SECRET_KEY}: the header is empty; ${wanted}`;
  return `${SECRET_KEY}: no such key; ${wanted}`;
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
  const wanted = 'the token of a login is expected';
  if (token.is === 'missing') return `${AUTH_TOKEN}: the header is missing; ${wanted}`;
  if (token.is === 'empty') return `${AUTH_TOKEN}: the header is empty; ${wanted}`;
  if (token.is === 'unknown') return `${AUTH_TOKEN}: no such token; ${wanted}`;
  return token.value.expired
    ? `${AUTH_TOKEN}: the token has expired; log in again`
    : `${AUTH_TOKEN}: the token is of another game; log in to this one`;
}

function explainAuthorisation({ endpoint, token }: ReadCall): string {
  const sender =
    token.is === 'known' && token.value.holder.kind === 'dashboard' ? 'a dashboard token' : 'the sender';
  return `${endpoint.idMember}: not ${sender}'s own; the secret key needs the permission rule ${endpoint.otherRule}`;
}

const explainShape = ({ body, bodyFault = 'an object is expected' }: ReadCall): string =>
  `the body is ${body.is === 'not-object' ? 'no JSON object' : 'not JSON'}: ${bodyFault}`;

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
