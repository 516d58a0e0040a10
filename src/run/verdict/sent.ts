/** One request of a case that was sent, and what came of it. */
import type { Finding } from '../../judge/compare/finding.ts';
import type { SetApart } from './run-wide-findings.ts';

/** A judged exchange, and which step it belongs to. */
export interface Sent extends SetApart {
  /** The index of its step in the plan. */
  readonly step: number;
  /** `within 3 of 5`; empty where the case sends one request. */
  readonly label: string;
  /** What the case answers for. */
  readonly findings: readonly Finding[];
}

/** Keys whose declared limits a case may exhaust. */

/** Rate and sessions are conditions, which no rule derives: a case about them knows what is right. */
export function isLimited({ planned: { who } }: Sent): boolean {
  return who.key?.limits.requestsPerSecond !== undefined || who.key?.limits.sessions !== undefined;
}
