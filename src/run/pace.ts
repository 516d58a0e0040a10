/** When the next request may go: evenly by --rate, and later where the target says that it is too much (P4). */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /** Resolves when a request may be sent, or when the run is ended; undefined: it may be sent now. */
  turn(): Promise<void> | undefined;
  /** Lets nothing go for some milliseconds. */
  rest(ms: number): void;
}

/** A pace of so many requests per second; undefined: as fast as they come. */
export function paceOf(perSecond: number | undefined, signal: AbortSignal): Pace {
  const gap = perSecond === undefined ? 0 : 1000 / perSecond;
  let next = 0;
  return {
    turn() {
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + gap;
      return at > now ? sleep(at - now, undefined, { signal }).catch(() => {}) : undefined;
    },
    rest(ms) {
      next = Math.max(next, performance.now() + ms);
    },
  };
}
