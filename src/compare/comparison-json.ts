/** A comparison as one JSON document, for pipelines that decide by themselves. */
import { fingerprint } from '../drift/drift.ts';
import { isOpen, type HeldDrift } from '../drift/hold-lock.ts';
import { safeJson } from '../text/safe-json.ts';
import type { Comparison } from './comparison.ts';

/** The number of the format; it grows when a member changes its meaning. */
const FORMAT = 1;

function driftOf(held: HeldDrift) {
  const { drift, approval } = held;
  return {
    fingerprint: fingerprint(drift),
    question: drift.question,
    at: drift.at,
    base: drift.from,
    candidate: drift.to,
    class: drift.class,
    severity: drift.severity,
    breaks: drift.breaks,
    approved: !isOpen(held),
    ...(approval !== undefined && { reason: approval.reason }),
    evidence: drift.evidence,
  };
}

/**
 * `{ format, compared, drifts, regressions, repairs, unjudged, noise, partial }`: counts and the same lists as the text;
 * regressions and repairs are keys of findings, `partial` says why not every case ran, a line each.
 */
export function comparisonJson(
  { regressions, repairs, unjudged, noise, compared }: Comparison,
  drifts: readonly HeldDrift[],
  partial: readonly string[],
): string {
  return safeJson(
    { format: FORMAT, compared, drifts: drifts.map(driftOf), regressions, repairs, unjudged, noise, partial },
    2,
  );
}
