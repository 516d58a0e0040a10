/** The modes of a fuzz run: how long it takes by default, and whether it changes the corpus. */
import type { CommandOptions } from '../options/command-register.ts';

type FuzzMode = NonNullable<CommandOptions<'fuzz'>['mode']>;

export const FUZZ_MODES = {
  change: {
    description: 'the check of a change: 10s unless bounded, the corpus is tried and not changed',
    timeMs: 10_000,
    grows: false,
  },
  batch: {
    description: 'a long run that grows the corpus: 10m unless bounded',
    timeMs: 600_000,
    grows: true,
  },
} as const satisfies Record<FuzzMode, { description: string; timeMs: number; grows: boolean }>;

/** Without a mode and any other bound a run takes at most this long. */
const DEFAULT_TIME_MS = 20_000;

interface Bounds {
  readonly mode?: FuzzMode;
  /** Milliseconds. */
  readonly time?: number;
  readonly runs?: number;
  readonly until?: number;
}

/** The time that a run has; undefined: another bound ends it. */
export function timeFor({ mode, time, runs, until }: Bounds): number | undefined {
  if (time !== undefined) return time;
  if (runs !== undefined || until !== undefined) return undefined;
  return mode === undefined ? DEFAULT_TIME_MS : FUZZ_MODES[mode].timeMs;
}
