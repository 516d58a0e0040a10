/** Which clauses a right reply shows: those that a reply of another kind would have broken. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';

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

const isExact = ({ expected }: AllowedOutcome): boolean =>
  expected.kind === 'tags' && expected.tags !== UNKNOWN && expected.match === 'exactly';

/** Of its outcome where the world makes that one the only right one; where more clauses than one explain it, it shows none of them. */
export function shownClauses(
  { outcomes, strictness }: Allowed,
  envelope: Envelope | undefined,
): readonly ClauseId[] {
  if (envelope === undefined || strictness !== 'endpoint') return [];
  const fitting = outcomes.filter((each) => isOfKind(each, envelope));
  const [first] = fitting;
  if (first === undefined || fitting.some(({ clause }) => clause !== first.clause)) return ALWAYS;
  const mayBe = (kind: AllowedOutcome['expected']['kind']): boolean =>
    outcomes.some(({ expected }) => expected.kind === kind);
  const isRefused = first.expected.kind === 'refused';
  const isOnlyRight =
    !mayBe('anything') &&
    (first.expected.kind === 'tags'
      ? fitting.some(isExact)
      : !mayBe('tags') && !(isRefused && mayBe('not-found')));
  return isOnlyRight ? [...ALWAYS, first.clause] : ALWAYS;
}
