/** When the next request may go: evenly by --rate, and later where the target says that it is too much (P4). */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /**
   * Resolves when a request may be sent, or when the run is ended; undefined: it may be sent now. A request of a `burst`
   * must meet a limit, so `slow` does not space it out.
   */
  turn(burst?: boolean): Promise<void> | undefined;
  /** Lets nothing go for some milliseconds. */
  rest(ms: number): void;
  /** Lets nothing go for some milliseconds, and less at once for a while after that. */
  slow(ms: number): void;
}

/** The extra time between two requests after the first sign of too much; it doubles with each further one. */
const FIRST_SPACING_MS = 20;
const MOST_SPACING_MS = 500;
/** Each request shortens the spacing by a tenth, until it is under a millisecond. */
const RECOVERY = 0.9;

/** A pace of so many requests per second; undefined: as fast as they come. */
export function paceOf(perSecond: number | undefined, signal: AbortSignal): Pace {
  const gap = perSecond === undefined ? 0 : 1000 / perSecond;
  let next = 0;
  let spacing = 0;
  let slowUntil = 0;

  function rest(ms: number): void {
    next = Math.max(next, performance.now() + ms);
  }

  return {
    turn(burst = false) {
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + (burst ? gap : Math.max(gap, spacing));
      spacing = spacing < 1 ? 0 : spacing * RECOVERY;
      return at > now ? sleep(at - now, undefined, { signal }).catch(() => {}) : undefined;
    },
    rest,
    slow(ms) {
      const now = performance.now();
      // Replies to requests that were under way together are one sign, not several.
      if (now >= slowUntil) spacing = Math.min(MOST_SPACING_MS, Math.max(FIRST_SPACING_MS, spacing * 2));
      slowUntil = Math.max(slowUntil, now + ms);
      rest(ms);
    },
  };
}
