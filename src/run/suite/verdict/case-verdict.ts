/** What the replies of a case come to: findings, verdict, evidence, and what stays open. */
import { differing } from '../../../judge/compare/same-replies.ts';
import { breaksMust, finding, type Finding } from '../../../judge/finding.ts';
import { showOutcomes } from '../../../judge/show.ts';
import { differingWording } from '../../../judge/compare/wording.ts';
import { judgeMasked, quotedOf } from '../../send/judge-masked.ts';
import type { Mask } from '../../../http/secret.ts';
import type { Target } from '../../send/target.ts';
import type { Verdict } from '../../../report/record/verdict.ts';
import { holdsRule } from '../../../world/world.ts';
import type { Planned } from '../../../cases/plan/plan-case.ts';
import type { KnownFacts } from '../orientation/learned.ts';
import { skippedCase, type CaseAttempt, type CaseVerdict, type FoundAt } from './case-records.ts';
import { documentNotes, restingOn, secondLook, STANDS, type SecondLook } from './second-look.ts';
import { ownFindings, runWideWordOf } from '../../../report/record/run-wide-findings.ts';
import { isCodeForm } from './run-wide-record.ts';

/** The reply that best fits what some of several must be; undefined if none fits. */
function bestOf(attempts: readonly CaseAttempt[]): CaseAttempt | undefined {
  const fit = attempts.filter(({ judgement }) => !breaksMust(judgement.findings));
  return fit.toSorted((a, b) => a.judgement.findings.length - b.judgement.findings.length)[0];
}

/**
 * The attempts of a `some`/`rest` step, judged as they are together: some must match `allowed`, the others `rest`. Only the reply that
 * matches best is evidence, but for the form of codes. Others stay as they are.
 */
export function judgedTogether(
  attempts: readonly CaseAttempt[],
  { dialect, mask }: Pick<Target, 'dialect' | 'mask'>,
): readonly CaseAttempt[] {
  const [first] = attempts;
  if (first === undefined || !attempts.some(({ planned }) => planned.rest !== undefined)) return attempts;
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

/** Compares the replies. A reply that the second look only discourages differs for a known reason. */
function findingsTogether(
  plan: Planned,
  all: readonly CaseAttempt[],
  looks: readonly SecondLook[],
  mask: Mask,
): readonly FoundAt[] {
  if (plan.same === undefined) return [];
  const clause = plan.instance.from.written.clauses[0] ?? '';
  const replies = all.map(({ exchange, judgement: { envelope } }, index) => ({
    exchange,
    envelope: looks[index]?.kind === 'softened' ? undefined : envelope,
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

function verdictOf(findings: readonly FoundAt[]): Verdict {
  if (findings.length === 0) return 'pass';
  return findings.some(([{ level }]) => level === 'must') ? 'fail' : 'warn';
}

function findingsOf({ judgement }: CaseAttempt, look: SecondLook = STANDS): readonly Finding[] {
  if (look.kind === 'stands') return judgement.findings;
  return look.kind === 'softened' ? look.findings : [];
}

/** Why replies verified nothing. */
function openOf(attempts: readonly CaseAttempt[], looks: readonly SecondLook[]): readonly string[] {
  return attempts.flatMap((_, index) => {
    const look = looks[index];
    return look?.kind === 'excused' ? [look.why] : [];
  });
}

/** Each request asks about another subject or id: so what stays open for one of them hides nothing about the others. */
const isVaried = (attempts: readonly CaseAttempt[]): boolean =>
  attempts.some(({ planned }) => planned.varied !== undefined);

function openNotes(open: readonly string[], attempts: readonly CaseAttempt[]): readonly string[] {
  return [...new Set(open)].map(
    (why) => `${open.filter((each) => each === why).length} of ${attempts.length} requests ${why}`,
  );
}

/** A key that the file declares without the rule of an endpoint is served: the backend lets it in, or the file forgot the rule. */
const forgottenRules = (attempts: readonly CaseAttempt[]): readonly string[] => [
  ...new Set(
    attempts.flatMap(({ judgement: { envelope, findings }, planned: { who } }) => {
      const { key, endpoint } = who;
      if (key === undefined || envelope?.returnCode !== 'Ok' || !breaksMust(findings)) return [];
      if (key.role !== endpoint.role || holdsRule(key, endpoint.rule) !== false) return [];
      return [
        `does the key ${key.name} have the rule ${endpoint.rule}? then the file lacks it (world.secretKeys)`,
      ];
    }),
  ),
];

/** The page of a router is reported once for the run; it shows nothing about what the case asks. */
const isByRouter = ({ runWide }: CaseAttempt): boolean =>
  runWide.some((found) => runWideWordOf(found) === 'router-page');
const BY_ROUTER =
  'not verified: a router answered in place of the operations, see 7.1/operation-invalid/status';

/** The verdict on a case whose requests were sent. A user's own case is judged as written: nothing is looked at again. */
export function caseVerdict(
  plan: Planned,
  attempts: readonly CaseAttempt[],
  facts: KnownFacts,
  mask: Mask,
): CaseVerdict {
  const { shipped } = plan.instance.from;
  const skipped = (reason: string): CaseVerdict => ({ ...skippedCase(reason), attempts });
  const evidence = attempts
    .flatMap(({ judgement }) => judgement.evidence)
    .filter(({ question }) => question === plan.decides);
  const blocked = attempts.find(({ trouble }) => trouble === 'firewall');
  if (blocked !== undefined && shipped) return skipped(`not verified: ${blocked.why}`);
  const unjudged = attempts.find(({ trouble }) => trouble !== undefined);
  if (unjudged !== undefined) return { ...skipped(unjudged.why), verdict: 'error', evidence };
  const looks = shipped ? attempts.map((each) => secondLook(each, facts, mask)) : [];
  const open = openOf(attempts, looks);
  if (open.length > 0 && !(isVaried(attempts) && open.length < attempts.length))
    return skipped(open[0] ?? '');
  const single = attempts.flatMap((each, index) =>
    findingsOf(each, looks[index]).map((found) => [found, index] as const),
  );
  const findings = [...single, ...findingsTogether(plan, attempts, looks, mask)].toSorted(
    ([a], [b]) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level],
  );
  if (findings.length === 0 && attempts.some(isByRouter)) return { ...skipped(BY_ROUTER), evidence };
  const verdict = verdictOf(findings);
  const notes = [
    ...(shipped ? restingOn(attempts, facts) : documentNotes(attempts, facts, mask)),
    ...forgottenRules(attempts),
  ];
  return { verdict, findings, reason: '', leftOpen: openNotes(open, attempts), notes, attempts, evidence };
}
