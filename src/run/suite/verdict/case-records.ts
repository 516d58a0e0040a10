/** The two records that a case fills on its way: one for each request that was sent, and one for what they come to. */
import type { Answer } from '../../../spec/dialect/dialect.ts';
import type { Finding } from '../../../judge/finding.ts';
import type { Attempt } from '../../send/attempt.ts';
import type { Verdict } from '../../../report/record/verdict.ts';

/** A request of a case that was sent, and what came of it. */
export interface CaseAttempt extends Attempt {
  /** What concerns every reply, whatever was asked: the run answers for it. */
  readonly runWide: readonly Finding[];
}

/** A finding, with the index of the attempt that shows it. */
export type FoundAt = readonly [found: Finding, attempt: number];

/** What came of running one case. */
export interface CaseVerdict {
  readonly verdict: Verdict;
  /** The worst first. */
  readonly findings: readonly FoundAt[];
  readonly reason: string;
  /** A limit of the target refused one of its requests, or keeps it from being verified. */
  readonly limited?: true;
  /** More to say about the result, a line each: which requests verified nothing, what it rests on, what the document says about it. */
  readonly notes: readonly string[];
  /** What in the target file may be wrong instead of the backend, a line each. */
  readonly doubts?: readonly string[];
  readonly attempts: readonly CaseAttempt[];
  readonly evidence: readonly Answer[];
  /** The verdict of each run, where there were several and they differ. */
  readonly flaky?: readonly Verdict[];
}

/** A case that verified nothing. */
export const skippedCase = (reason: string): CaseVerdict => ({
  verdict: 'skip',
  findings: [],
  notes: [],
  reason,
  attempts: [],
  evidence: [],
});

/** Rate and sessions are conditions, which no rule derives: a case about them knows what is right. */
export function isOfLimitedKey({ planned: { who } }: Pick<CaseAttempt, 'planned'>): boolean {
  return who.key?.limits.requestsPerSecond !== undefined || who.key?.limits.sessions !== undefined;
}
