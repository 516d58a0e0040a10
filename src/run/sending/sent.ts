/** One request of a case that was sent, and what came of it. */
import type { Judged } from '../../engine/send.ts';
import type { Finding } from '../../judge/compare/finding.ts';
import type { ByParts } from './by-parts.ts';

/** A judged exchange, and which step it belongs to. */
export interface Sent extends Judged {
  /** `within 3 of 5`; empty where the case sends one request. */
  readonly label: string;
  readonly findings: readonly Finding[];
  /** What concerns every reply, whatever was asked: the run reports it, not the case. */
  readonly throughout: readonly Finding[];
  readonly byParts?: ByParts;
}
