/** Keys whose declared limits a case may exhaust. */
import type { Sent } from './send.ts';

/** Rate and sessions are conditions, which no rule derives: a case about them knows what is right. */
export function isLimited({ planned: { cast } }: Sent): boolean {
  return cast.key?.limits.requestsPerSecond !== undefined || cast.key?.limits.sessions !== undefined;
}
