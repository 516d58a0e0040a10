/** What judging recordings came to, as the events of a run: a case for each exchange with findings, one for the right ones of each endpoint. */
import type { Dialect } from '../dialect/dialect.ts';
import { RECORDED_CHAPTER, type CaseFinished, type CaseIdentity } from '../engine/events.ts';
import type { Exchange } from '../http/exchange.ts';
import { judgeMasked } from '../engine/judge-masked.ts';
import { hidden, redactExchange, type Redaction } from '../engine/redact.ts';
import type { Totals } from '../engine/verdict.ts';
import { breaksMust } from '../judge/finding.ts';
import { plural } from '../text/quantities.ts';
import { inOrder, type Kept, type RecordedJudge } from './judge-recorded.ts';

/** How findings are shown, and whether they count. */
export interface Showing {
  readonly redaction: Redaction;
  readonly dialect: Dialect;
}

const number = (count: number): string => count.toLocaleString('en-US');

function identity(id: string, title: string, endpoint: CaseIdentity['endpoint']): CaseIdentity {
  return {
    id: `${RECORDED_CHAPTER}/${id}`,
    title,
    clauses: [],
    endpoint,
    file: '',
    line: 0,
    chapter: RECORDED_CHAPTER,
    index: 0,
  };
}

const finished = (parts: Pick<CaseFinished, 'case' | 'verdict'> & Partial<CaseFinished>): CaseFinished => ({
  kind: 'case-finished',
  ms: 0,
  findings: [],
  reason: '',
  exchanges: [],
  decided: [],
  ...parts,
});

/** `a reply of group.admin, recorded at 2026-01-02T03:04:05.678Z`. */
function titleOf({ request: { endpoint }, sentAt }: Exchange): string {
  const at =
    sentAt === undefined ? '' : ` at ${new Date(Math.round(performance.timeOrigin + sentAt)).toISOString()}`;
  return `a reply of ${endpoint}, recorded${at}`;
}

function caseOfKept(
  { origin, exchange, allowed, more }: Kept,
  notes: readonly string[],
  showing: Showing,
): CaseFinished {
  const { redaction, dialect } = showing;
  const { findings } = judgeMasked(allowed, exchange, dialect, redaction.mask);
  const { endpoint } = exchange.request;
  const clauses = [...new Set(findings.map(({ clause }) => clause))];
  return finished({
    case: { ...identity(redaction.mask(origin), titleOf(exchange), endpoint), clauses },
    verdict: breaksMust(findings) ? 'fail' : 'warn',
    ms: exchange.ms,
    findings: findings.map((found) => ({ ...found, exchange: 0 })),
    exchanges: [redactExchange({ label: '', exchange }, redaction)],
    notes: [...(more > 0 ? [`${number(more)} more exchanges are the same`] : []), ...notes],
  });
}

/** The cases, those with findings first as they were read, each with its place in the order of the report. */
export function recordedCases(judge: RecordedJudge, showing: Showing): readonly CaseFinished[] {
  const passing = inOrder(judge.passed).map(([endpoint, count]) =>
    finished({
      case: identity(endpoint, `${number(count)} recorded replies of ${endpoint} are right`, endpoint),
      verdict: 'pass',
    }),
  );
  const broken = [...judge.causes.values()].flatMap(({ kept, count }) => {
    const left = count - kept.reduce((sum, { more }) => sum + 1 + more, 0);
    const notes = left > 0 ? [`${plural(left, 'more exchange')} with this finding: too many to keep`] : [];
    return kept.map((each, at) => caseOfKept(each, at === 0 ? notes : [], showing));
  });
  return [...passing, ...broken].map((each, index) =>
    hidden({ ...each, case: { ...each.case, index } }, showing.redaction),
  );
}

/** How many exchanges, not cases, came to each verdict. */
export function recordedTotals({ passed, failed }: RecordedJudge): Totals {
  const pass = [...passed.values()].reduce((sum, each) => sum + each, 0);
  return { pass, ...failed, skip: 0, error: 0 };
}
