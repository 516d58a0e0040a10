/** Where lines of the log go: standard error, which holds what a slow reader does not take, up to a bound; more is dropped. */
import type { Io } from '../../io.ts';

export interface LogDestination {
  /** Takes one line or more, each with its line break. */
  readonly write: (text: string) => void;
  /** How many lines were dropped since the last time that this was asked. */
  readonly takeDropped: () => number;
  readonly close: () => void;
}

/** How many bytes may wait to be written. */
const MOST_WAITING = 1_048_576;
/** A reader that takes nothing does not keep the simulator from ending. */
const LAST_WORDS_MS = 300;

export function logDestination({ err, endThoughUnread }: Io): LogDestination {
  const waiting = (): number => err.waiting?.() ?? 0;
  let dropped = 0;
  return {
    write: (text) => {
      if (waiting() > MOST_WAITING) dropped += 1;
      else err.write(text);
    },
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
    close: () => {
      if (waiting() > 0) endThoughUnread?.(LAST_WORDS_MS);
    },
  };
}
