/** What the replies of a case come to: findings, verdict, evidence, and what stays open. */
import type { Finding } from '../../judge/compare/finding.ts';
import { differing } from '../../judge/compare/same-replies.ts';
import { differingWording } from '../../judge/compare/wording.ts';
import type { Mask } from '../../engine/judge-masked.ts';
import type { Verdict } from '../../engine/verdict.ts';
import type { Planned } from '../../suite/plan/plan.ts';
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import type { Sent } from './sent.ts';
import type { CaseResult } from './case-result.ts';
import { documentNotes } from './document-notes.ts';
import { bestOf } from './judge-step.ts';
import type { KnownFacts } from '../orientation/learned.ts';
import { reconsider, type Reconsidered } from './reconsider.ts';
import { restingOn } from './rests-on.ts';
import { throughoutOf } from './run-wide-findings.ts';

/** Compares the replies. A reply that the second look only discourages differs for a known reason. */
function together(
  plan: Planned,
  all: readonly Sent[],
  second: readonly (Reconsidered | undefined)[],
): readonly (readonly [Finding, number])[] {
  if (plan.same === undefined) return [];
  const clause = plan.instance.from.written.clauses[0] ?? '';
  const replies = all.map(({ exchange, judgement: { envelope } }, index) => ({
    exchange,
    envelope: second[index]?.kind === 'findings' ? undefined : envelope,
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
  return found === undefined ? [] : [[found.finding, found.index]];
}

const LEVEL_ORDER = { must: 0, should: 1 } as const;

function verdictOf(findings: readonly (readonly [Finding, number])[]): Verdict {
  if (findings.length === 0) return 'pass';
  return findings.some(([{ level }]) => level === 'must') ? 'fail' : 'warn';
}

function findingsOf({ findings }: Sent, second: Reconsidered | undefined): readonly Finding[] {
  if (second === undefined) return findings;
  return second.kind === 'findings' ? second.findings : [];
}

/** In a `some`/`rest` step only the best-matching reply counts as evidence. */
function asEvidence(sent: readonly Sent[]): readonly Sent[] {
  const some = sent.filter(({ planned }) => planned.rest !== undefined);
  const best = bestOf(some);
  return sent.filter((each) => each === best || !some.includes(each));
}

/** A second look at each reply. A user's own case is judged as written: nothing is looked at again. */
function secondLooks(
  { instance }: Planned,
  sent: readonly Sent[],
  facts: TargetFacts,
  mask: Mask,
): readonly (Reconsidered | undefined)[] {
  return instance.from.shipped ? sent.map((each) => reconsider(each, facts, mask)) : [];
}

/** Why replies verified nothing. */
function openOf(sent: readonly Sent[], second: readonly (Reconsidered | undefined)[]): readonly string[] {
  return sent.flatMap(({ byParts }, index) => {
    if (byParts !== undefined && byParts.hidden !== '') return [`not verified: ${byParts.hidden}`];
    const look = second[index];
    return look?.kind === 'not verified' ? [look.why] : [];
  });
}

/** Each request asks about another subject or id: so what stays open for one of them hides nothing about the others. */
const isVaried = (sent: readonly Sent[]): boolean => sent.some(({ planned }) => planned.label !== undefined);

function openNotes(open: readonly string[], sent: readonly Sent[]): readonly string[] {
  return [...new Set(open)].map(
    (why) => `${open.filter((each) => each === why).length} of ${sent.length} requests ${why}`,
  );
}

function partNotes(sent: readonly Sent[]): readonly string[] {
  const requests = sent.reduce((sum, { byParts }) => sum + (byParts?.requests ?? 0), 0);
  return requests === 0 ? [] : [`verified by parts: ${requests} ${requests === 1 ? 'request' : 'requests'}`];
}

/** The page of a router is told once for the run, but it shows nothing about what the case asks. */
const isByRouter = ({ throughout }: Sent): boolean =>
  throughout.some((found) => throughoutOf(found) === 'router-page');
const BY_ROUTER = 'not verified: a router answered in place of the operations, see throughout/router-page';

/** The result of a case whose requests were sent. */
export function resultOf(plan: Planned, sent: readonly Sent[], facts: KnownFacts, mask: Mask): CaseResult {
  const trouble = sent.find((each) => each.notJudgedBecause !== undefined)?.notJudgedBecause;
  const evidence = asEvidence(sent)
    .flatMap(({ judgement }) => judgement.evidence)
    .filter(({ question }) => question === plan.decides);
  const empty = { findings: [], leftOpen: [], notes: [], sent };
  const firewalled = sent.find((each) => each.state === 'blocked')?.notJudgedBecause;
  if (firewalled !== undefined && plan.instance.from.shipped)
    return { ...empty, verdict: 'skip', reason: `not verified: ${firewalled}`, evidence: [] };
  if (trouble !== undefined) return { ...empty, verdict: 'error', reason: trouble, evidence };
  const second = secondLooks(plan, sent, facts, mask);
  const open = openOf(sent, second);
  if (open.length > 0 && !(isVaried(sent) && open.length < sent.length))
    return { ...empty, verdict: 'skip', reason: open[0] ?? '', evidence: [] };
  const single = sent.flatMap((each, index) =>
    findingsOf(each, second[index]).map((found) => [found, index] as const),
  );
  const findings = [...single, ...together(plan, sent, second)].toSorted(
    ([a], [b]) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level],
  );
  if (findings.length === 0 && sent.some(isByRouter))
    return { ...empty, verdict: 'skip', reason: BY_ROUTER, evidence };
  const verdict = verdictOf(findings);
  const others = plan.instance.from.shipped ? restingOn(sent, facts) : documentNotes(sent, facts, mask);
  const notes = verdict === 'fail' ? others : [...others, ...partNotes(sent)];
  return { verdict, findings, reason: '', leftOpen: openNotes(open, sent), notes, sent, evidence };
}
