/** What came of running one case. */
import type { Answer } from '../../dialect/dialect.ts';
import type { Finding } from '../../judge/compare/finding.ts';
import type { Sent } from './sent.ts';
import type { Verdict } from '../../engine/verdict.ts';

export interface CaseResult {
  readonly verdict: Verdict;
  /** Each with the index of the exchange that shows it; the worst first. */
  readonly findings: readonly (readonly [found: Finding, exchange: number])[];
  readonly reason: string;
  /** A limit of the target kept it from being verified. */
  readonly limited?: true;
  /** What was not verified of some of the requests where each is about another subject, a line each. */
  readonly leftOpen: readonly string[];
  /** More to say about the result, a line each: what it rests on, what the document says about it. */
  readonly notes: readonly string[];
  readonly sent: readonly Sent[];
  readonly evidence: readonly Answer[];
}
