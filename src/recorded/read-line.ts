/** What was read of recordings, in a line: `1,204 exchanges: 980 judged, 190 elsewhere (/cdn/...), 30 preflights, 4 without a body`. */
import { RETURN_CODES, type ReturnCode } from '../contract/codes.ts';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import type { RunStarted } from '../engine/events.ts';
import { digits, fewOf } from '../text/quantities.ts';
import type { RecordedJudge } from './judge-recorded.ts';
import { FATE_NAMES, FATES } from './recorded.ts';

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
export function readLines(figures: RecordedFigures, { elsewhereWords }: RecordedJudge): readonly string[] {
  const { exchanges, neverCalled, neverSeen } = figures;
  const never = [
    ...(neverCalled.length === 0 ? [] : [`never called: ${fewOf(neverCalled)}`]),
    ...(neverSeen.length === 0 ? [] : [`codes never seen: ${neverSeen.join(', ')}`]),
  ];
  return [
    `${digits(exchanges)} exchange${exchanges === 1 ? '' : 's'}: ${fatesOf(figures, elsewhereWords)}`,
    ...(never.length === 0 ? [] : [never.join('; ')]),
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
