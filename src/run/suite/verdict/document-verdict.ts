/** What the document says of a reply that a case did not expect: the findings stand, they are excused, as nothing was verified, or softened. */
import { LIMIT_CODES } from '../../../spec/codes.ts';
import { TAG_KEYS } from '../../../spec/members.ts';
import { QUESTION_IDS, TAG_KEY_LIMITS, type QuestionId } from '../../../spec/dialect/questions.ts';
import { checkExchange, type Judgement } from '../../../judge/compare/check.ts';
import { breaksMust, type Finding } from '../../../judge/finding.ts';
import { allowedForRequest } from '../../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../../judge/expect/allowed.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';
import type { Mask } from '../../../http/secrets/secrets.ts';
import { ownFindings, runWideWordOf } from '../../../report/record/run-wide-findings.ts';
import { judgeMasked } from '../../../report/record/judge-masked.ts';
import { isOfLimitedKey, type CaseAttempt } from './case-records.ts';
import { unknownFacts } from './file-facts.ts';

/**
 * `excused`: nothing was verified, and why; the run as a whole is warned of `runWide`. `softened`: these shoulds are reported in place of
 * the case's findings.
 */
export type DocumentVerdict =
  | { readonly kind: 'stands' }
  | { readonly kind: 'excused'; readonly why: string; readonly runWide?: readonly Finding[] }
  | { readonly kind: 'softened'; readonly findings: readonly Finding[] };

const STANDS: DocumentVerdict = { kind: 'stands' };

const judgedByDocument = ({ planned, exchange }: CaseAttempt, facts: TargetFacts): Judgement =>
  checkExchange(allowedForRequest(planned.request, facts), exchange, facts.dialect);

/** Whether the document allows a reply, with or without a warning. */
export const documentAllows = (attempt: CaseAttempt, facts: TargetFacts): boolean =>
  !breaksMust(judgedByDocument(attempt, facts).findings);

/** Questions that explain the refusal of a list of keys. */
const OF_KEYS: ReadonlySet<QuestionId> = new Set([...TAG_KEY_LIMITS, 'tagKeys.emptyElement']);

/** Whether a reply is a refusal for the keys that its request names, even if the case allows a refusal for another reason. */
function isRefusedForKeys(attempt: CaseAttempt, facts: TargetFacts): boolean {
  const code = attempt.judgement.envelope?.returnCode;
  if (code !== 'InvalidRequestParameters' && code !== 'MaxSizeRequestReject') return false;
  const derived = judgedByDocument(attempt, facts);
  return !breaksMust(derived.findings) && derived.questions.some((question) => OF_KEYS.has(question));
}

/** Questions of form: how something is written is not a reason for another outcome. */
const OF_FORM = /^(?:codes|dataless)\.|^(?:errorCode\.success|tags\.none|notFound\.info)$/;

const isOfOutcome = (question: QuestionId): boolean => !OF_FORM.test(question);

const leftOpen = (questions: readonly QuestionId[]): string =>
  `the document leaves open ${questions.join(' or ')}; declare dialect: ${questions.join(', ')}`;

/** Questions about what a request is at all: a warned answer to one of them hides what the case asks. */
const OF_HTTP: ReadonlySet<string> = new Set(['1/http-200/chunked', '1/http-200/range']);

/** Where the run as a whole is warned of how a request was read. */
function whyWarnedOf(runWide: readonly Finding[]): string | undefined {
  const clauses = runWide.map(({ clause }) => clause).filter((clause) => OF_HTTP.has(clause));
  return clauses.length === 0
    ? undefined
    : `the run as a whole is warned of it, see ${clauses.join(' and ')}`;
}

/** Why the reply may be right, in words that name the remedy; undefined: nothing about it is open. */
function whyMaybeRight(attempt: CaseAttempt, judged: Judgement, facts: TargetFacts): string | undefined {
  const shown = [...new Set(judged.evidence.map(({ question }) => question).filter(isOfOutcome))];
  // Where several questions may explain the reply, it answers none of them.
  const questions = shown.length > 0 ? shown : judged.questions.filter(isOfOutcome);
  const { endpoint } = attempt.planned.request;
  const open = questions.filter((question) => facts.dialect.answer(question, endpoint) === undefined);
  const unknown = unknownFacts(attempt, facts.world);
  const reasons = [
    ...(unknown.length > 0 ? [`the target file does not say ${unknown.join(' or ')}`] : []),
    ...(open.length > 0 ? [leftOpen(open)] : []),
  ];
  if (reasons.length > 0) return reasons.join(', or ');
  return questions.length > 0 ? `this backend's answer to ${questions.join(' or ')} allows it` : undefined;
}

/** What is right whatever the answers to the open questions are. */
const unconditional = (allowed: Allowed): Allowed => ({
  ...allowed,
  outcomes: allowed.outcomes.filter(({ when }) => when.length === 0),
});

/** Whether a finding is that the caller may not read the subject, whether it is there or not (question other.permitted). */
const keepsFromSubject = ({ clause }: Finding): boolean => clause === '5.5/permitted';

/** Whether only the keys are refused that the request names because tagKeys may be required, and it is not known whether several may be named. */
function isForItsKeys({ planned, judgement: { envelope } }: CaseAttempt, { dialect }: TargetFacts): boolean {
  const listed = envelope?.listed ?? [];
  return (
    planned.namesKeys === true &&
    envelope?.returnCode === 'InvalidRequestParameters' &&
    dialect.answer('tagKeys.many', planned.request.endpoint) === undefined &&
    listed.length > 0 &&
    listed.every(({ code }) => code?.startsWith(TAG_KEYS) === true)
  );
}

/** Says what becomes of the findings of one reply to a shipped case. */
export function documentVerdict(attempt: CaseAttempt, facts: TargetFacts, mask: Mask): DocumentVerdict {
  const { judgement, planned, exchange } = attempt;
  const { world, dialect } = facts;
  if (judgement.findings.length === 0) return STANDS;
  const code = judgement.envelope?.returnCode;
  const isOfLimit = code === undefined || code === 'Ok' || LIMIT_CODES.has(code);
  if (isOfLimit && isOfLimitedKey(attempt)) return STANDS;
  if (isForItsKeys(attempt, facts))
    return {
      kind: 'excused',
      why: `${code ?? ''} may be right: ${leftOpen(['tagKeys.many'])}`,
    };
  const allowed = allowedForRequest(planned.request, facts);
  const judged = judgeMasked(allowed, exchange, dialect, mask);
  const findings = ownFindings(judged.findings);
  if (breaksMust(findings)) return STANDS;
  if (world.complete && !breaksMust(checkExchange(unconditional(allowed), exchange, dialect).findings))
    return STANDS;
  if (findings.length > 0) {
    // A declared choice excuses a reply that is right for it, and nothing else.
    const isAnswered = (id: QuestionId): boolean =>
      dialect.answer(id, planned.request.endpoint) !== undefined;
    const isSettled = world.complete && QUESTION_IDS.every(isAnswered);
    if (isSettled && !isRefusedForKeys(attempt, facts)) return STANDS;
    // One of several requests has to be answered as the case says, and a discouraged reply is none of those: unless the
    // caller is kept from every subject but its own, so that none could be.
    if (planned.rest !== undefined && !findings.every(keepsFromSubject)) return STANDS;
    return breaksMust(judgement.findings) ? { kind: 'softened', findings } : STANDS;
  }
  const runWide = judged.findings.filter((found) => runWideWordOf(found) !== undefined);
  const why = whyWarnedOf(runWide) ?? whyMaybeRight(attempt, judged, facts);
  if (why === undefined) return STANDS;
  const { envelope } = judged;
  return {
    kind: 'excused',
    why: `${envelope?.returnCode ?? 'a reply without an envelope'} may be right: ${why}`,
    runWide,
  };
}
