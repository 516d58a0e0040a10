/** Keys whose declared limits a case may exhaust. */
import type { Sent } from './sent.ts';

/** Rate and sessions are conditions, which no rule derives: a case about them knows what is right. */
export function isLimited({ planned: { fixtures } }: Sent): boolean {
  return fixtures.key?.limits.requestsPerSecond !== undefined || fixtures.key?.limits.sessions !== undefined;
}
