/** Whether a refusal that a case did not expect is one that only an open question or an unknown fact allows (P3). */
import { openQuestions } from '../dialect/dialect.ts';
import { allowedForRequest } from '../judge/allowed-for-request.ts';
import { check } from '../judge/check.ts';
import type { TargetFacts } from '../suite/plan-case.ts';
import type { Sent } from './run-case.ts';

/** The case wants to see an answer, not a refusal. */
function isHappy({ planned: { allowed, rest } }: Sent): boolean {
  return (
    rest === undefined &&
    allowed.outcomes.every(({ expected }) => expected.kind === 'tags' || expected.kind === 'not-found')
  );
}

function isOpenRefusal({ planned, exchange, judgement, findings }: Sent, facts: TargetFacts): boolean {
  if (!findings.some(({ kind }) => kind === 'wrong-outcome') || judgement.envelope?.returnCode === 'Ok')
    return false;
  const allowed = allowedForRequest(planned.request, facts);
  return check(allowed, exchange, facts.dialect).findings.length === 0;
}

/** Why the case verified nothing; undefined: it did. */
export function unverified(sent: readonly Sent[], facts: TargetFacts): string | undefined {
  const [first] = sent;
  if (
    first === undefined ||
    (facts.world.complete && openQuestions(facts.dialect, first.planned.request.endpoint).length === 0)
  )
    return undefined;
  const open = sent.find((each) => isHappy(each) && isOpenRefusal(each, facts));
  const code = open?.judgement.envelope?.returnCode;
  return code === undefined
    ? undefined
    : `not verified: answered by ${code}, which the document leaves open for this request; declare more of the world or of the dialect`;
}
