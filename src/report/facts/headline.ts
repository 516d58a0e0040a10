/** What a run says of its target in a few words. */
import type { Totals } from '../../run/verdict/verdict.ts';
import type { RunRecord } from '../reporters/run-record.ts';

export type Tone = 'good' | 'warned' | 'bad' | 'unknown';

export interface Headline {
  readonly tone: Tone;
  readonly words: string;
}

interface Row extends Headline {
  readonly holds: (totals: Totals, partial: boolean) => boolean;
}

/** The first row that holds counts: a broken must is one, however much of the run is missing. */
const ROWS: readonly Row[] = [
  { tone: 'bad', words: 'not conformant', holds: ({ fail }) => fail > 0 },
  { tone: 'unknown', words: 'not checked to the end', holds: (_, partial) => partial },
  { tone: 'unknown', words: 'not all could be judged', holds: ({ error }) => error > 0 },
  { tone: 'unknown', words: 'nothing verified', holds: ({ pass, warn }) => pass + warn === 0 },
  { tone: 'warned', words: 'conformant, with warnings', holds: ({ warn }) => warn > 0 },
];

const CONFORMANT: Headline = { tone: 'good', words: 'conformant' };

/** The verdict on the target, as far as the run went. */
export function headlineOf({ finished: { totals, partial } }: Pick<RunRecord, 'finished'>): Headline {
  const { tone, words } = ROWS.find(({ holds }) => holds(totals, partial !== '')) ?? CONFORMANT;
  return { tone, words };
}
