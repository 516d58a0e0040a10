/** The end of a command: at the user's interrupt, or when its --max-time is over, whatever it is at. */

const MAX_TIME_REACHED = '--max-time was reached';

/** Aborts when `interrupt` does, or after this many milliseconds; undefined: only then. */
export function withDeadline(interrupt: AbortSignal, maxTimeMs: number | undefined): AbortSignal {
  if (maxTimeMs === undefined) return interrupt;
  const over = new AbortController();
  setTimeout(() => over.abort(MAX_TIME_REACHED), maxTimeMs).unref();
  return AbortSignal.any([interrupt, over.signal]);
}

/** Why what an aborted signal ended is not whole. */
export const whyAborted = ({ reason }: AbortSignal): string =>
  reason === MAX_TIME_REACHED ? MAX_TIME_REACHED : 'interrupted';
