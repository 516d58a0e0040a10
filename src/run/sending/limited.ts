/** Keys whose declared limits a case may exhaust. */
import type { Sent } from './sent.ts';

/** Rate and sessions are conditions, which no rule derives: a case about them knows what is right. */
export function isLimited({ planned: { who } }: Sent): boolean {
  return who.key?.limits.requestsPerSecond !== undefined || who.key?.limits.sessions !== undefined;
}
