/** What the replies of a case come to: findings, verdict, evidence, and what stays open. */
import { differing } from '../../../judge/compare/same-replies.ts';
import { breaksMust, finding, type Finding } from '../../../judge/finding.ts';
import { showOutcomes } from '../../../judge/show.ts';
import { differingWording } from '../../../judge/compare/wording.ts';
import { judgeMasked, quotedOf } from '../../../report/record/judge-masked.ts';
import type { Mask } from '../../../http/secrets/secrets.ts';
import type { Answer } from '../../../spec/dialect/dialect.ts';
import type { Target } from '../../send/target.ts';
import type { Verdict } from '../../../report/record/verdict.ts';
import type { Planned } from '../../../cases/plan/plan-case.ts';
import { isFactAbout, describeEvidence, type KnownFacts } from '../setup/facts.ts';
import {
  isOfLimitedKey,
  skippedCase,
  type CaseAttempt,
  type CaseVerdict,
  type FoundAt,
} from './case-records.ts';
import { documentAllows, documentVerdict, type DocumentVerdict } from './document-verdict.ts';
import { fileDoubts } from './file-facts.ts';
import { ownFindings, runWideWordOf } from '../../../report/record/run-wide-findings.ts';
import { isCodeForm } from '../run-wide-record.ts';

/** The reply that best fits what some of several must be; undefined if none fits. */
function bestOf(attempts: readonly CaseAttempt[]): CaseAttempt | undefined {
  const fit = attempts.filter(({ judgement }) => !breaksMust(judgement.findings));
  return fit.toSorted((a, b) => a.judgement.findings.length - b.judgement.findings.length)[0];
}

/**
 * The attempts of a `some`/`rest` step, judged as they are together: some must match `allowed`, the others `rest`. Only the reply that
 * matches best is evidence, but for the form of codes.
 */
export function judgedTogether(
  attempts: readonly CaseAttempt[],
  { dialect, mask }: Pick<Target, 'dialect' | 'mask'>,
): readonly CaseAttempt[] {
  const [first] = attempts;
  if (first === undefined) return attempts;
  const best = bestOf(attempts);
  const asRest = ({ judgement, planned: { rest }, exchange }: CaseAttempt): readonly Finding[] =>
    judgement.findings.length === 0 || rest === undefined
      ? []
      : ownFindings(judgeMasked(rest, exchange, dialect, mask).findings);
  const { clause, outcomes } = first.planned.allowed;
  const none = finding(
    'none-of-many',
    clause,
    '',
    `at least one of ${attempts.length} replies: ${showOutcomes(outcomes)}`,
    'none of them',
  );
  return attempts.map((each) => {
    if (each === best) return each;
    const findings = [...(best === undefined && each === first ? [none] : []), ...asRest(each)];
    const evidence = each.judgement.evidence.filter(isCodeForm);
    return { ...each, judgement: { ...each.judgement, findings, evidence } };
  });
}

/** Compares the replies. One that the document only discourages differs for a known reason. */
function findingsTogether(
  plan: Planned,
  all: readonly CaseAttempt[],
  said: readonly DocumentVerdict[],
  mask: Mask,
): readonly FoundAt[] {
  if (plan.same === undefined) return [];
  const clause = plan.instance.from.written.clauses[0] ?? '';
  const replies = all.map(({ exchange, judgement: { envelope } }, index) => ({
    exchange,
    envelope: said[index]?.kind === 'softened' ? undefined : envelope,
  }));
  const found =
    plan.same === 'wording'
      ? differingWording(replies)
      : differing(
          replies.map(({ envelope }) => envelope),
          plan.same,
          // What refusals reveal about a subject does not concern the case's clauses.
          plan.same === 'refusal' ? 'principle/no-leak' : clause,
        );
  if (found === undefined) return [];
  const exchanges = all.map(({ exchange }) => exchange);
  return [[quotedOf(found.finding, exchanges, mask), found.index]];
}

const LEVEL_ORDER = { must: 0, should: 1 } as const;

function verdictFrom(findings: readonly FoundAt[]): Verdict {
  if (findings.length === 0) return 'pass';
  return findings.some(([{ level }]) => level === 'must') ? 'fail' : 'warn';
}

function findingsOf({ judgement }: CaseAttempt, said: DocumentVerdict | undefined): readonly Finding[] {
  if (said?.kind === 'softened') return said.findings;
  return said?.kind === 'excused' ? [] : judgement.findings;
}

/** Each request asks about another subject or id: so what stays open for one of them hides nothing about the others. */
const isVaried = (attempts: readonly CaseAttempt[]): boolean =>
  attempts.some(({ planned }) => planned.varied !== undefined);

function openNotes(open: readonly string[], attempts: readonly CaseAttempt[]): readonly string[] {
  return [...new Set(open)].map(
    (why) =>
      `${open.filter((each) => each === why).length} of ${attempts.length} requests not verified: ${why}`,
  );
}

/** One line for each learned fact about a request whose reply the document would allow by the file alone. */
function restingOn(attempts: readonly CaseAttempt[], facts: KnownFacts): readonly string[] {
  const behind = attempts.flatMap((attempt) => {
    const { planned, judgement } = attempt;
    const near = facts.learned.filter((fact) => isFactAbout(fact, planned.who));
    if (near.length === 0 || planned.rest !== undefined || !breaksMust(judgement.findings)) return [];
    return documentAllows(attempt, { ...facts, world: facts.declared }) ? near : [];
  });
  return [...new Set(behind.map((fact) => `rests on: ${describeEvidence(fact)}`))];
}

/** A user's own case stands as written; where only the case is against a reply, a note says so. */
function documentNotes(attempts: readonly CaseAttempt[], facts: KnownFacts): readonly string[] {
  const isOwnDemand = (attempt: CaseAttempt): boolean =>
    breaksMust(attempt.judgement.findings) && !isOfLimitedKey(attempt) && documentAllows(attempt, facts);
  return attempts.some(isOwnDemand)
    ? ['the document would allow this reply; the case expects a different one']
    : [];
}

/** The page of a router is reported once for the run; it shows nothing about what the case asks. */
const isByRouter = ({ runWide }: CaseAttempt): boolean =>
  runWide.some((found) => runWideWordOf(found) === 'router-page');
const BY_ROUTER =
  'not verified: a router answered in place of the operations, see 7.1/operation-invalid/status';

/** An attempt with what the document warns the run of in place of what the case expects. */
function withRunWide(each: CaseAttempt, said: DocumentVerdict | undefined): CaseAttempt {
  const more = said?.kind === 'excused' ? (said.runWide ?? []) : [];
  const isNew = (found: Finding): boolean =>
    !each.runWide.some((known) => runWideWordOf(known) === runWideWordOf(found));
  return more.some(isNew) ? { ...each, runWide: [...each.runWide, ...more.filter(isNew)] } : each;
}

/** The verdict on a case whose requests were sent. */
export function caseVerdict(
  plan: Planned,
  sent: readonly CaseAttempt[],
  facts: KnownFacts,
  mask: Mask,
): CaseVerdict {
  const evidence: Answer[] = [];
  let [isAsExpected, isLimited] = [plan.same === undefined, false];
  for (const { judgement, runWide, trouble, limited } of sent) {
    for (const answer of judgement.evidence) if (answer.question === plan.decides) evidence.push(answer);
    if (trouble !== undefined || judgement.findings.length + runWide.length > 0) isAsExpected = false;
    if (limited === true) isLimited = true;
  }
  const verdict: CaseVerdict = isAsExpected
    ? { verdict: 'pass', findings: [], reason: '', notes: [], attempts: sent, evidence }
    : verdictOnFindings(plan, sent, evidence, facts, mask);
  return isLimited ? { ...verdict, limited: true } : verdict;
}

/** The same where anything was found in a reply, or replies are compared. A user's own case is judged as written: nothing is looked at again. */
function verdictOnFindings(
  plan: Planned,
  sent: readonly CaseAttempt[],
  evidence: readonly Answer[],
  facts: KnownFacts,
  mask: Mask,
): CaseVerdict {
  const { shipped } = plan.instance.from;
  const said = shipped ? sent.map((each) => documentVerdict(each, facts, mask)) : [];
  const attempts = sent.map((each, index) => withRunWide(each, said[index]));
  const skipped = (reason: string): CaseVerdict => ({ ...skippedCase(reason), attempts });
  const blocked = attempts.find(({ trouble }) => trouble === 'firewall');
  if (blocked !== undefined && shipped) return skipped(`not verified: ${blocked.why}`);
  const unjudged = attempts.find(({ trouble }) => trouble !== undefined);
  if (unjudged !== undefined) return { ...skipped(unjudged.why), verdict: 'error', evidence };
  const open = said.flatMap((each) => (each.kind === 'excused' ? [each.why] : []));
  if (open.length > 0 && !(isVaried(attempts) && open.length < attempts.length))
    return skipped(open[0] ?? '');
  const single = attempts.flatMap((each, index) =>
    findingsOf(each, said[index]).map((found) => [found, index] as const),
  );
  const findings = [...single, ...findingsTogether(plan, attempts, said, mask)].toSorted(
    ([a], [b]) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level],
  );
  if (findings.length === 0 && attempts.some(isByRouter)) return { ...skipped(BY_ROUTER), evidence };
  const verdict = verdictFrom(findings);
  return {
    verdict,
    findings,
    reason: '',
    notes: [
      ...openNotes(open, attempts),
      ...(shipped ? restingOn(attempts, facts) : documentNotes(attempts, facts)),
    ],
    doubts: shipped && verdict === 'fail' ? fileDoubts(attempts, facts.declared) : [],
    attempts,
    evidence,
  };
}
