/** What judging recordings came to: what was read, in a line, and the events of a run: a case for each exchange with findings, one for the right ones of each endpoint. */
import { RETURN_CODES, type ReturnCode } from '../../spec/codes.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import {
  caseWithoutSuite,
  RECORDED_CHAPTER,
  type CaseFinished,
  type CaseIdentity,
  type RunStarted,
} from '../../report/record/events.ts';
import type { Exchange } from '../../http/exchange.ts';
import { judgeMasked } from '../../report/record/judge-masked.ts';
import { hidden, maskFinding, redactExchange, type Redaction } from '../../report/record/redact.ts';
import { noTotals, type Totals } from '../../report/record/verdict.ts';
import { breaksMust, type Finding } from '../../judge/finding.ts';
import { digits, fewOf, plural } from '../../base/text/quantities.ts';
import type { ExchangeVerdicts, RecordedJudge } from './judge-recorded.ts';
import type { Kept, KeptOnce } from './kept-findings.ts';
import { FATE_NAMES, FATES, type FailOnWho, type Who } from './recorded.ts';

/** How findings are shown, and whether they count. */
interface Showing {
  /** Whose findings fail; those of the other only warn. */
  readonly failOn: FailOnWho;
  readonly redaction: Redaction;
  readonly dialect: Dialect;
}

const fails = (who: Who, failOn: FailOnWho): boolean => failOn === 'both' || failOn === who;

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
  const isCounted = fails(allowed === undefined ? 'client' : 'backend', failOn);
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

/** What an exchange comes to by both verdicts; undefined: neither of them says anything. */
function verdictOfBoth(verdicts: ExchangeVerdicts, failOn: FailOnWho): 'pass' | 'warn' | 'fail' | undefined {
  const [ofReply, ofRequest] = verdicts.split(' ');
  if ((ofReply === 'fail' && fails('backend', failOn)) || (ofRequest === 'fail' && fails('client', failOn)))
    return 'fail';
  if (ofReply === 'fail' || ofReply === 'warn' || ofRequest !== 'pass') return 'warn';
  return ofReply === 'pass' ? 'pass' : undefined;
}

/** How many exchanges, not cases, came to each verdict. */
export function recordedTotals({ verdicts }: RecordedJudge, failOn: FailOnWho): Totals {
  const totals = { ...noTotals() };
  for (const [each, count] of verdicts) {
    const verdict = verdictOfBoth(each, failOn);
    if (verdict !== undefined) totals[verdict] += count;
  }
  return totals;
}

// What was read, in a line: `1,204 exchanges: 980 judged, 190 elsewhere (/cdn/...), 30 preflights, 4 without a body`.

type RecordedFigures = NonNullable<RunStarted['recorded']>;

/** The keys with the highest counts first. */
export const mostFirst = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);

/** What was read as figures, and what the traffic never showed: it verifies nothing about that. */
export const recordedFigures = ({ counts, codes, tallies }: RecordedJudge): RecordedFigures => ({
  exchanges: Object.values(counts).reduce((sum, each) => sum + each, 0),
  ...counts,
  neverCalled: ENDPOINT_IDS.filter((id) => !tallies.has(id)),
  neverSeen: Object.keys(RETURN_CODES).filter((code) => !codes.has(code as ReturnCode)),
});

/** What became of how many. */
const fatesOf = (figures: RecordedJudge['counts'], words: RecordedJudge['elsewhereWords']): string =>
  FATE_NAMES.filter((fate) => figures[fate] > 0 || fate === 'judged')
    .map((fate) => {
      const what = figures[fate] === 1 ? FATES[fate].replace(/s$/, '') : FATES[fate];
      const where = fate === 'elsewhere' ? ` (${fewOf(mostFirst(words), 3)})` : '';
      return `${digits(figures[fate])} ${what}${where}`;
    })
    .join(', ');

/** The line, and one for what was never seen. */
export function readLines(
  figures: RecordedFigures,
  { elsewhereWords, kept: { causes } }: RecordedJudge,
): readonly string[] {
  const { exchanges, neverCalled, neverSeen } = figures;
  const same = [...causes.values()].flatMap(({ kept }) => kept).reduce((sum, each) => sum + each.same, 0);
  const never = [
    ...(neverCalled.length === 0 ? [] : [`never called: ${fewOf(neverCalled)}`]),
    ...(neverSeen.length === 0 ? [] : [`codes never seen: ${neverSeen.join(', ')}`]),
  ];
  return [
    `${digits(exchanges)} exchange${exchanges === 1 ? '' : 's'}: ${fatesOf(figures, elsewhereWords)}`,
    ...(never.length === 0 ? [] : [never.join('; ')]),
    ...(same === 0
      ? []
      : [
          `${plural(same, 'case')} left out, of exchanges that are the same, byte for byte, as that of another one`,
        ]),
  ];
}

/** Why nothing was judged, and what to do. */
export function nothingJudged({ bases, counts, elsewhereWords }: RecordedJudge, files: string): string {
  if (FATE_NAMES.every((fate) => counts[fate] === 0 || fate === 'unreadable' || fate === 'tooLong'))
    return `${files}: no exchange is recorded in it\nrecord one; a record of a run holds every exchange where it ran with --exchanges all`;
  const [base] = mostFirst(bases);
  const lead = `${files}: nothing to judge`;
  if (base !== undefined && counts.elsewhere > 0)
    return `${lead}: the operations that occur are below ${base === '' ? '/' : base}\ngive --server ${base === '' ? '/' : base}`;
  if (base !== undefined)
    return `${lead}: of the operations that occur, none can be judged: ${fatesOf(counts, elsewhereWords)}\nrecord the bodies of requests and replies, too`;
  const most = fewOf(mostFirst(elsewhereWords), 3);
  return `${lead}: none of the nine operations occurs${most === '' ? ', and no other request either' : `; most requests go to ${most}`}\nrecord the traffic of the game itself, and name that file`;
}
