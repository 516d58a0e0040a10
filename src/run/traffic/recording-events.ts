/** What judging recordings came to: what was read, in a line, and the events of a run: a case for each exchange with findings, one for the right ones of each endpoint. */
import { RETURN_CODES, type ReturnCode } from '../../spec/codes.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { digits, fewOf } from '../../base/text/quantities.ts';
import { breaksMust } from '../../judge/finding.ts';
import {
  caseWithoutSuite,
  RECORDED_CHAPTER,
  type CaseFinished,
  type RunStarted,
} from '../../report/record/events.ts';
import { hidden, maskFinding, redactExchange, type Redaction } from '../../report/record/redact.ts';
import { judgeMasked } from '../../report/record/judge-masked.ts';
import { FATE_NAMES, FATES, type Fate } from './recorded.ts';
import type { JudgedSide } from './judge-exchange.ts';
import type { RecordingTally } from './recording-tally.ts';

/** The case of one side of an exchange. Findings are worded from what is shown, so that they quote no secret. */
export function recordedCase(
  { who, origin, exchange, allowed, more }: JudgedSide,
  redaction: Redaction,
  dialect: Dialect,
  isCounted: boolean,
): CaseFinished {
  const { mask } = redaction;
  const findings = [
    ...(who === 'client' ? [] : judgeMasked(allowed, exchange, dialect, mask).findings),
    ...more.map((found) => maskFinding(found, mask)),
  ];
  const { ms, sentAt, request } = exchange;
  const [what, id] = who === 'client' ? ['request to', `client/${origin}`] : ['reply of', origin];
  const at = sentAt === undefined ? '' : new Date(Math.round(performance.timeOrigin + sentAt)).toISOString();
  const event = caseWithoutSuite(
    {
      id: `${RECORDED_CHAPTER}/${mask(id)}`,
      title: `a ${what} ${request.endpoint}, recorded${at === '' ? '' : ` at ${at}`}`,
      chapter: RECORDED_CHAPTER,
      endpoint: request.endpoint,
      clauses: [...new Set(findings.map(({ clause }) => clause))],
    },
    {
      verdict: isCounted && breaksMust(findings) ? 'fail' : 'warn',
      ms,
      findings: findings.map((found) => ({ ...found, ...(!isCounted && { level: 'should' }), exchange: 0 })),
      exchanges: [redactExchange({ label: '', exchange }, redaction)],
    },
  );
  return hidden(event, redaction);
}

/** One case for the right replies of each endpoint, then those of the causes, each with its place in the order of the report. */
export function recordedCases(tally: RecordingTally): readonly CaseFinished[] {
  const passing = ENDPOINT_IDS.flatMap((endpoint) => {
    const { passed = 0, shown = [], broken } = tally.endpoints.get(endpoint) ?? {};
    if (passed === 0) return [];
    const clauses = [...shown].filter((clause) => broken?.has(clause) !== true);
    const title = `${digits(passed)} recorded replies of ${endpoint} are right`;
    const about = { id: `${RECORDED_CHAPTER}/${endpoint}`, title, chapter: RECORDED_CHAPTER };
    return [caseWithoutSuite({ ...about, endpoint, clauses }, { verdict: 'pass' })];
  });
  return [...passing, ...tally.cases()].map((each, index) => ({ ...each, case: { ...each.case, index } }));
}

/** The keys with the highest counts first. */
export const mostFirst = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);

/** What was read as figures, and what the traffic never showed: it verifies nothing about that. */
export const recordedFigures = ({
  counts,
  codes,
  endpoints,
}: RecordingTally): NonNullable<RunStarted['recorded']> => ({
  exchanges: Object.values(counts).reduce((sum, each) => sum + each, 0),
  ...counts,
  neverCalled: ENDPOINT_IDS.filter((id) => !endpoints.has(id)),
  neverSeen: Object.keys(RETURN_CODES).filter((code) => !codes.has(code as ReturnCode)),
});

/** What became of how many: `980 judged, 190 elsewhere (/cdn/...), 4 without a body`. */
const fatesOf = ({ counts, elsewhere }: RecordingTally, fates: readonly Fate[]): string =>
  fates
    .filter((fate) => counts[fate] > 0)
    .map((fate) => {
      const what = counts[fate] === 1 ? FATES[fate].replace(/s$/, '') : FATES[fate];
      const where = fate === 'elsewhere' ? ` (${fewOf(mostFirst(elsewhere), 3)})` : '';
      return `${digits(counts[fate])} ${what}${where}`;
    })
    .join(', ');

/** What was read, in a line, and one for what was never seen. */
export function readLines(tally: RecordingTally): readonly string[] {
  const { exchanges, neverCalled, neverSeen } = recordedFigures(tally);
  const never = [
    ...(neverCalled.length === 0 ? [] : [`never called: ${fewOf(neverCalled)}`]),
    ...(neverSeen.length === 0 ? [] : [`codes never seen: ${neverSeen.join(', ')}`]),
  ];
  const read = `${digits(exchanges)} exchange${exchanges === 1 ? '' : 's'}: ${fatesOf(tally, FATE_NAMES)}`;
  return [read, ...(never.length === 0 ? [] : [never.join('; ')])];
}

/** What to do about operations of which nothing can be said. */
const REMEDIES = {
  preflights: 'record the requests that follow, too',
  conditions: 'record while the backend itself answers',
  withoutReply: 'let each request end before the recording does',
  withoutBody: 'record the bodies of requests and replies, too',
  cut: 'record bodies whole, and as the bytes that were sent',
  tooLong: 'no reply of these operations is that long: look at what answers',
} as const satisfies Partial<Record<Fate, string>>;

/** Why nothing was judged, and what to do. */
export function nothingJudged(tally: RecordingTally, files: string): string {
  const { counts, otherBases, elsewhere } = tally;
  const here = (Object.keys(REMEDIES) as (keyof typeof REMEDIES)[]).filter((fate) => counts[fate] > 0);
  if (here.length + counts.elsewhere + counts.judged === 0)
    return `${files}: no exchange is recorded in it\nrecord one; a record of a run holds every exchange where it ran with --exchanges all`;
  const lead = `${files}: nothing to judge`;
  if (here.length > 0)
    return [
      `${lead}: of the operations that occur, none can be judged: ${fatesOf(tally, here)}`,
      ...here.map((fate) => REMEDIES[fate]),
    ].join('\n');
  if (counts.judged > 0)
    return `${lead}: only what requests lack was judged\ngive --fail-on client, or record what the operations answer`;
  const [base] = mostFirst(otherBases);
  return base === undefined
    ? `${lead}: none of the nine operations occurs; most requests go to ${fewOf(mostFirst(elsewhere), 3)}\nrecord the traffic of the game itself, and name that file`
    : `${lead}: the operations that occur are below ${base === '' ? '/' : base}\ngive --server ${base === '' ? '/' : base}`;
}
