/**
 * A second look at a reply that a case did not expect: is it one that an open question or an unknown fact allows (P3), or one
 * that only goes against what this backend does elsewhere (P1)? Then nothing was verified, or there is a warning at most.
 */
import { openQuestions } from '../dialect/dialect.ts';
import { allowedForRequest } from '../judge/allowed-for-request.ts';
import type { Allowed } from '../judge/allowed.ts';
import { check } from '../judge/check.ts';
import type { Finding } from '../judge/finding.ts';
import type { TargetFacts } from '../suite/plan-case.ts';
import { judgeMasked, type Mask } from './judge-masked.ts';
import type { Sent } from './send.ts';
import { ownFindings } from './throughout.ts';

/** What the second look says: that nothing was verified, and why; or what to tell instead. */
export type Reconsidered =
  | { readonly kind: 'not verified'; readonly why: string }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] };

const breaksMust = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'must');

/** Nothing is open and nothing unknown: what the case says stands. */
function isSettled(sent: Sent, { world, dialect }: TargetFacts): boolean {
  return world.complete && openQuestions(dialect, sent.planned.request.endpoint).length === 0;
}

/** What is right whatever the answers to the open questions are. */
function unconditional(allowed: Allowed): Allowed {
  return { ...allowed, outcomes: allowed.outcomes.filter(({ when }) => when.length === 0) };
}

function isSure(allowed: Allowed, sent: Sent, { world, dialect }: TargetFacts): boolean {
  return world.complete && !breaksMust(check(unconditional(allowed), sent.exchange, dialect).findings);
}

/** Rate and sessions are conditions, which no rule derives (P4): a case about them knows what is right. */
function isLimited({ planned: { cast } }: Sent): boolean {
  return cast.key?.limits.requestsPerSecond !== undefined || cast.key?.limits.sessions !== undefined;
}

/** Takes the second look at one exchange; undefined: its findings stand. */
export function reconsider(sent: Sent, facts: TargetFacts, mask: Mask): Reconsidered | undefined {
  if (sent.findings.length === 0 || sent.planned.rest !== undefined) return undefined;
  if (isLimited(sent) || isSettled(sent, facts)) return undefined;
  const allowed = allowedForRequest(sent.planned.request, facts);
  const { findings: all, envelope } = judgeMasked(allowed, sent.exchange, facts.dialect, mask);
  const findings = ownFindings(all);
  if (breaksMust(findings) || isSure(allowed, sent, facts)) return undefined;
  if (findings.length > 0) return breaksMust(sent.findings) ? { kind: 'findings', findings } : undefined;
  const answer = envelope === undefined ? 'a reply' : envelope.returnCode;
  return {
    kind: 'not verified',
    why: `not verified: answered with ${answer}, which the document or the unknown world leaves open here; declare more of the world or of the dialect`,
  };
}
