/** What a refusal says about failing members: what is expected of each, and what came (§2.5, §7.3). */
import type { MemberType } from '../../../src/contract/codes.ts';
import { membersOf, TAG_KEYS, type MemberShape } from '../../../src/contract/members.ts';
import { isUnlisted, type AnyRefusal, type Facts, type FailingMember } from '../../../src/rules/ruling.ts';
import type { ReadCall } from '../stages.ts';

/** More failing members than this are only counted. */
const MAX_SHOWN = 8;

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

function describe(failing: FailingMember, call: ReadCall, { extensions }: Facts): string {
  const path = memberPath(failing);
  const type = memberType(failing);
  const spec = membersOf(call.endpoint.id, extensions).find(({ member }) => member === failing.member);
  if (spec === undefined) return `${path}: ${type}, no such member is expected`;
  const expected = failing.element === undefined ? wanted(spec.shape) : 'a string';
  return `${path}: ${type}, ${expected} is expected`;
}

/** One clause per failing member. A member's refusal may also be one of the request as a whole. */
export function explainMembers(call: ReadCall, facts: Facts, refusals: readonly AnyRefusal[]): string {
  const failing = refusals.flatMap((refusal) =>
    refusal.kind === 'refused' && refusal.member ? [refusal.member] : [],
  );
  if (failing.length === 0) return explainWhole(call, refusals);
  const shown = failing.slice(0, MAX_SHOWN).map((each) => describe(each, call, facts));
  const rest = failing.length > MAX_SHOWN ? [`and ${failing.length - MAX_SHOWN} more`] : [];
  return [...shown, ...rest].join('; ');
}

/** Questions userId.dashboard, tagKeys.many: the members earn a refusal that names none of them. */
function explainWhole({ endpoint }: ReadCall, refusals: readonly AnyRefusal[]): string {
  const [first] = refusals;
  if (first !== undefined && isUnlisted(first))
    return 'the body can not be bound: a member is not of its type, or is not expected';
  return first?.kind === 'refused' && first.code === 'MaxSizeRequestReject'
    ? `${TAG_KEYS}: more or longer keys than are accepted`
    : `${endpoint.idMember}: it is missing, and the token is that of no player`;
}
