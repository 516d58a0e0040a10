/**
 * A second look at a reply that a shipped case did not expect: is it one that an open question or an unknown fact allows,
 * or one that only goes against what this backend does elsewhere? Then nothing was verified, or there is a warning at most.
 */
import type { ReturnCode } from '../../contract/codes.ts';
import { openQuestions } from '../../dialect/dialect.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { check, type Judgement } from '../../judge/compare/check.ts';
import type { QuestionId } from '../../dialect/questions.ts';
import { isRefusedForKeys } from '../conduct/split-by-key.ts';
import { breaksMust, type Finding } from '../../judge/compare/finding.ts';
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import { judgeMasked, type Mask } from '../../engine/judge-masked.ts';
import { unknownBehind } from './unknown-facts.ts';
import { isLimited, type Sent } from './sent.ts';
import { ownFindings } from './run-wide-findings.ts';

/** What the second look says: that nothing was verified, and why; or what to report instead. */
export type Reconsidered =
  | { readonly kind: 'not verified'; readonly why: string }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] };

/** Nothing is open and nothing unknown. */
function isSettled(sent: Sent, { world, dialect }: TargetFacts): boolean {
  return world.complete && openQuestions(dialect, sent.planned.request.endpoint).length === 0;
}

/** What is right whatever the answers to the open questions are. */
function unconditional(allowed: Allowed): Allowed {
  return { ...allowed, outcomes: allowed.outcomes.filter(({ when }) => when.length === 0) };
}

function isSure(allowed: Allowed, sent: Sent, { world, dialect }: TargetFacts): boolean {
  return world.complete && !breaksMust(check(unconditional(allowed), sent.exchange, dialect).findings);
}

/** Questions of form: how something is written is not a reason for another outcome. */
const OF_FORM = /^(?:codes|dataless)\.|^(?:errorCode\.success|tags\.none|notFound\.info)$/;

const isOfOutcome = (question: QuestionId): boolean => !OF_FORM.test(question);

/** What leaves a reply open: questions on which it rests, and unknown facts. Answered questions count where nothing else is open. */
function leftOpenBy(sent: Sent, judged: Judgement, facts: TargetFacts): readonly string[] {
  const { endpoint } = sent.planned.request;
  const shown = [...new Set(judged.evidence.map(({ question }) => question).filter(isOfOutcome))];
  // Where several questions may explain the reply, it answers none of them.
  const questions = shown.length > 0 ? shown : judged.questions.filter(isOfOutcome);
  const open = questions
    .filter((question) => facts.dialect.answer(question, endpoint) === undefined)
    .map((question) => `the open question ${question}; declare more of the dialect`);
  const unknown = unknownBehind(sent, facts);
  if (unknown.length > 0)
    return [...open, `an unknown fact: ${unknown.join(', or ')}; declare more of the world`];
  return open.length > 0
    ? open
    : questions.map((question) => `what this backend answers to the question ${question}`);
}

/** Whether a reply is what limits are about: served, or refused for a limit. */
const isOfLimits = ({ judgement: { envelope } }: Sent): boolean =>
  envelope === undefined || OF_LIMITS.has(envelope.returnCode);

const OF_LIMITS: ReadonlySet<ReturnCode> = new Set(['Ok', 'MaxRequestReject', 'MaxCCUReject']);

/** Whether a finding is that the caller may not read the subject, whether it is there or not (question other.permitted). */
const keepsFromSubject = ({ clause }: Finding): boolean => clause === '5.5/permitted';

/** Takes the second look at one exchange; undefined: its findings hold. */
export function reconsider(sent: Sent, facts: TargetFacts, mask: Mask): Reconsidered | undefined {
  if (sent.findings.length === 0) return undefined;
  if (isLimited(sent) && isOfLimits(sent)) return undefined;
  const stands = isSettled(sent, facts) && !isRefusedForKeys(sent, facts);
  const allowed = allowedForRequest(sent.planned.request, facts);
  const judged = judgeMasked(allowed, sent.exchange, facts.dialect, mask);
  const { envelope } = judged;
  const findings = ownFindings(judged.findings);
  if (breaksMust(findings) || isSure(allowed, sent, facts)) return undefined;
  // A declared choice excuses a reply that is right for it, and nothing else.
  if (stands && findings.length > 0) return undefined;
  // One of several requests has to be answered as the case says, and a discouraged reply is none of those: unless the
  // caller is kept from every subject but its own, so that none could be.
  if (sent.planned.rest !== undefined && findings.length > 0 && !findings.every(keepsFromSubject))
    return undefined;
  if (findings.length > 0) return breaksMust(sent.findings) ? { kind: 'findings', findings } : undefined;
  const open = leftOpenBy(sent, judged, facts);
  if (open.length === 0) return undefined;
  const answer = envelope === undefined ? 'a reply without an envelope' : envelope.returnCode;
  return {
    kind: 'not verified',
    why: `not verified: answered with ${answer}, which is left open by ${open.join('; ')}`,
  };
}
