/** What judging recordings came to, as the events of a run: a case for each exchange with findings, one for the right ones of each endpoint. */
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import type { Dialect } from '../dialect/dialect.ts';
import {
  caseWithoutSuite,
  RECORDED_CHAPTER,
  type CaseFinished,
  type CaseIdentity,
} from '../engine/events.ts';
import type { Exchange } from '../http/exchange.ts';
import { judgeMasked } from '../engine/judge-masked.ts';
import { hidden, maskFinding, redactExchange, type Redaction } from '../engine/redact.ts';
import { noTotals, type Totals } from '../engine/verdict.ts';
import { breaksMust, type Finding } from '../judge/finding.ts';
import { digits, plural } from '../text/quantities.ts';
import type { RecordedJudge } from './judge-recorded.ts';
import type { Kept, KeptOnce } from './kept-findings.ts';
import type { FailOnWho } from './recorded.ts';

/** How findings are shown, and whether they count. */
export interface Showing {
  /** Whose findings fail; those of the other only warn. */
  readonly failOn: FailOnWho;
  readonly redaction: Redaction;
  readonly dialect: Dialect;
}

const counts = (who: 'backend' | 'client', failOn: FailOnWho): boolean => failOn === 'both' || failOn === who;

/** A case that was recorded. */
const recordedCase = (
  id: string,
  title: string,
  about: Partial<CaseIdentity>,
  event: Parameters<typeof caseWithoutSuite>[1],
): CaseFinished =>
  caseWithoutSuite({ id: `${RECORDED_CHAPTER}/${id}`, title, chapter: RECORDED_CHAPTER, ...about }, event);

const timeText = ({ sentAt }: Exchange): string =>
  sentAt === undefined ? '' : ` at ${new Date(Math.round(performance.timeOrigin + sentAt)).toISOString()}`;

/** Findings are worded from what is shown, so that they quote no secret. */
const findingsOf = (
  { exchange, allowed, more }: Kept,
  { redaction, dialect }: Showing,
): readonly Finding[] => [
  ...(allowed === undefined ? [] : judgeMasked(allowed, exchange, dialect, redaction.mask).findings),
  ...more.map((found) => maskFinding(found, redaction.mask)),
];

function caseOfKept(kept: KeptOnce, notes: readonly string[], showing: Showing): CaseFinished {
  const { redaction, failOn } = showing;
  const { origin, exchange, allowed, same } = kept;
  const findings = findingsOf(kept, showing);
  const isCounted = counts(allowed === undefined ? 'client' : 'backend', failOn);
  const { endpoint } = exchange.request;
  const [what, id] =
    allowed === undefined
      ? [`a request to ${endpoint}`, `client/${origin}`]
      : [`a reply of ${endpoint}`, origin];
  const clauses = [...new Set(findings.map(({ clause }) => clause))];
  return recordedCase(
    redaction.mask(id),
    `${what}, recorded${timeText(exchange)}`,
    { endpoint, clauses },
    {
      verdict: isCounted && breaksMust(findings) ? 'fail' : 'warn',
      ms: exchange.ms,
      findings: findings.map((found) => ({ ...found, ...(!isCounted && { level: 'should' }), exchange: 0 })),
      exchanges: [redactExchange({ label: '', exchange }, redaction)],
      notes: [...(same > 0 ? [`${digits(same)} more exchanges are the same`] : []), ...notes],
    },
  );
}

/** The cases, those with findings first as they were read, each with its place in the order of the report. */
export function recordedCases(
  { tallies, kept: { causes } }: RecordedJudge,
  showing: Showing,
): readonly CaseFinished[] {
  const passing = ENDPOINT_IDS.flatMap((endpoint) => {
    const tally = tallies.get(endpoint);
    if (tally === undefined || tally.passed === 0) return [];
    const { passed, shown, broken } = tally;
    const clauses = [...shown].filter((clause) => !broken.has(clause));
    const title = `${digits(passed)} recorded replies of ${endpoint} are right`;
    return [recordedCase(endpoint, title, { endpoint, clauses }, { verdict: 'pass' })];
  });
  const broken = [...causes.values()].flatMap(({ kept, count }) => {
    const left = count - kept.reduce((sum, { same }) => sum + 1 + same, 0);
    const notes = left > 0 ? [`${plural(left, 'more exchange')} with this finding: too many to keep`] : [];
    return kept.map((each, at) => caseOfKept(each, at === 0 ? notes : [], showing));
  });
  return [...passing, ...broken].map((each, index) =>
    hidden({ ...each, case: { ...each.case, index } }, showing.redaction),
  );
}

/** How many exchanges, not cases, came to each verdict. */
export function recordedTotals({ tallies, failed }: RecordedJudge, failOn: FailOnWho): Totals {
  const pass = [...tallies.values()].reduce((sum, { passed }) => sum + passed, 0);
  const fail = (counts('backend', failOn) ? failed.fail : 0) + (counts('client', failOn) ? failed.client : 0);
  return { ...noTotals(), pass, fail, warn: failed.fail + failed.warn + failed.client - fail };
}
