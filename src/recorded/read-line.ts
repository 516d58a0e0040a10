/** What was read of recordings, in a line: `1,204 exchanges: 980 judged, 190 elsewhere (/cdn/...), 30 preflights, 4 without a body`. */
import { RETURN_CODES, type ReturnCode } from '../contract/codes.ts';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import type { RunStarted } from '../engine/events.ts';
import { fewOf } from '../text/quantities.ts';
import type { RecordedJudge } from './judge-recorded.ts';
import { LACKS, type Lack } from './recorded.ts';
import type { ReadCounts } from './read-records.ts';

const number = (count: number): string => count.toLocaleString('en-US');

/** The keys with the highest counts first. */
export const mostFirst = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);

const part = (count: number, words: string): readonly string[] =>
  count === 0 ? [] : [`${number(count)} ${words}`];

export function readLine(judge: RecordedJudge, { unreadable, tooLong }: ReadCounts): string {
  const { read, judged, elsewhere, elsewhereWords, preflights, conditions, lacks } = judge;
  const where = fewOf(mostFirst(elsewhereWords), 3);
  const parts = [
    `${number(judged)} judged`,
    ...part(elsewhere, `elsewhere (${where})`),
    ...part(preflights, preflights === 1 ? 'preflight' : 'preflights'),
    ...part(conditions, 'refused for load or by a gateway'),
    ...(Object.keys(LACKS) as Lack[]).flatMap((lack) => part(lacks.get(lack) ?? 0, LACKS[lack])),
    ...part(unreadable, 'not readable'),
    ...part(tooLong, 'too long to read'),
  ];
  return `${number(read + unreadable + tooLong)} exchange${read + unreadable + tooLong === 1 ? '' : 's'}: ${parts.join(', ')}`;
}

type RecordedFigures = NonNullable<RunStarted['recorded']>;

/** What was read as figures, and what the traffic never showed: it verifies nothing about that. */
export function recordedFigures(judge: RecordedJudge, { unreadable, tooLong }: ReadCounts): RecordedFigures {
  const { read, judged, elsewhere, preflights, conditions, lacks, codes, passed, failedEndpoints } = judge;
  return {
    exchanges: read + unreadable + tooLong,
    judged,
    elsewhere,
    preflights,
    conditions,
    withoutReply: lacks.get('no reply') ?? 0,
    withoutBody: lacks.get('no body') ?? 0,
    cut: lacks.get('cut') ?? 0,
    unreadable,
    tooLong,
    neverCalled: ENDPOINT_IDS.filter((id) => !passed.has(id) && !failedEndpoints.has(id)),
    neverSeen: Object.keys(RETURN_CODES).filter((code) => !codes.has(code as ReturnCode)),
  };
}

export function unseenLine({ neverCalled, neverSeen }: RecordedFigures): string | undefined {
  const parts = [
    ...(neverCalled.length === 0 ? [] : [`never called: ${fewOf(neverCalled)}`]),
    ...(neverSeen.length === 0 ? [] : [`codes never seen: ${neverSeen.join(', ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Why nothing was judged, and what to do. */
export function nothingJudged(
  { bases, elsewhere, elsewhereWords, judged, read }: RecordedJudge,
  files: string,
): string {
  if (read === 0)
    return `${files}: no exchange is recorded in it\nrecord one; a record of a run holds every exchange where it ran with --exchanges all`;
  const [base] = mostFirst(bases);
  const lead = `${files}: ${judged === 0 ? 'nothing to judge' : 'nothing judged'}`;
  if (base !== undefined && elsewhere > 0)
    return `${lead}: the operations that occur are below ${base === '' ? '/' : base}\ngive --server ${base === '' ? '/' : base}`;
  if (base !== undefined)
    return `${lead}: of the operations that occur, no reply is recorded that could be judged\nrecord the bodies of replies, too`;
  const most = fewOf(mostFirst(elsewhereWords), 3);
  return `${lead}: none of the nine operations occurs${most === '' ? ', and no other request either' : `; most requests go to ${most}`}\nrecord the traffic of the game itself, and name that file`;
}
