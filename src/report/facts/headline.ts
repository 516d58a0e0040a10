/** What a run says about its target in a few words. */
import type { RunFinished, RunRecord } from '../record/events.ts';

export type Tone = 'good' | 'warned' | 'bad' | 'unknown';

export interface Headline {
  readonly tone: Tone;
  readonly words: string;
}

interface Row extends Headline {
  readonly holds: (finished: RunFinished, isQuick: boolean) => boolean;
}

/** The first row that holds decides: a broken must counts however much is missing, and what was not checked is not a pass. */
const ROWS: readonly Row[] = [
  { tone: 'bad', words: 'not conformant', holds: ({ totals }) => totals.fail > 0 },
  { tone: 'unknown', words: 'not checked to the end', holds: ({ partial }) => partial !== '' },
  { tone: 'unknown', words: 'not all could be judged', holds: ({ totals }) => totals.error > 0 },
  {
    tone: 'unknown',
    words: 'nothing verified',
    holds: ({ totals: { pass, warn }, cells }) => pass + warn === 0 || cells?.verified === 0,
  },
  { tone: 'warned', words: 'no must is broken', holds: ({ cells }) => cells === undefined },
  {
    tone: 'warned',
    words: 'conformant as far as verified',
    holds: ({ cells }) => cells !== undefined && cells.verified < cells.mustCells,
  },
  { tone: 'warned', words: 'conformant in a quick run', holds: (_, isQuick) => isQuick },
  { tone: 'warned', words: 'conformant in the selected cases', holds: ({ cells }) => cells?.whole === false },
  { tone: 'warned', words: 'conformant, with warnings', holds: ({ totals }) => totals.warn > 0 },
];

const CONFORMANT: Headline = { tone: 'good', words: 'conformant' };

/** The verdict on the target, as far as the run went. */
export function headlineOf({ started, finished }: Pick<RunRecord, 'started' | 'finished'>): Headline {
  const isQuick = started.plan?.quick !== undefined;
  const { tone, words } = ROWS.find(({ holds }) => holds(finished, isQuick)) ?? CONFORMANT;
  return { tone, words };
}
