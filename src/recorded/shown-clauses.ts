/** Which clauses a right reply shows: those that a reply of another kind would have broken. */
import type { RegisteredClause } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { Allowed, AllowedOutcome } from '../judge/expect/allowed.ts';
import type { Envelope } from '../judge/reply/envelope.ts';
import { UNKNOWN } from '../world/world.ts';

/** What every right reply with an envelope shows, whatever its outcome. */
const ALWAYS = [
  '1/json',
  '1/http-200/status',
  '1/envelope',
  '4.4/return-code/known',
] as const satisfies readonly RegisteredClause[];

/** Whether a reply that nothing is wrong with is of this kind. */
function isOfKind({ expected }: AllowedOutcome, { returnCode, payload }: Envelope): boolean {
  if (expected.kind === 'refused') return expected.code === returnCode;
  const isFound = (payload.errorCode ?? 'Ok') === 'Ok';
  return (
    returnCode === 'Ok' && (expected.kind === 'tags' ? isFound : expected.kind === 'not-found' && !isFound)
  );
}

/** Of its outcome where the world makes that one the only right one; where more clauses than one explain it, it shows none of them. */
export function shownClauses(
  { outcomes, strictness }: Allowed,
  envelope: Envelope | undefined,
): readonly ClauseId[] {
  if (envelope === undefined || strictness !== 'endpoint') return [];
  const [first, ...others] = outcomes.filter((each) => isOfKind(each, envelope));
  if (first === undefined || others.some(({ clause }) => clause !== first.clause)) return ALWAYS;
  const kinds = new Set(outcomes.map(({ expected: { kind } }) => kind));
  const isKnown = {
    tags: [first, ...others].some(
      ({ expected }) => expected.kind === 'tags' && expected.tags !== UNKNOWN && expected.match === 'exactly',
    ),
    'not-found': !kinds.has('tags'),
    refused: !kinds.has('tags') && !kinds.has('not-found'),
    http: false,
    anything: false,
  };
  return isKnown[first.expected.kind] && !kinds.has('anything') ? [...ALWAYS, first.clause] : ALWAYS;
}
