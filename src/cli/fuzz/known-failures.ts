/** `--baseline` of fuzz: what a baseline file knows fails no run. */
import { readSource } from '../../config/yaml/source.ts';
import { SYNTHETIC_CHAPTERS, type RedactedFinding } from '../../engine/events.ts';
import { bucketKeyOf } from '../../fuzz/failures/failure-buckets.ts';
import { baselineFrom } from '../../gate/baseline.ts';
import { dayOf, isOver } from '../../gate/day.ts';
import { accepts } from '../../gate/hold-baseline.ts';

/** Findings by fuzzing, and findings about all requests of a run. */
const CHAPTERS = ['fuzz/', `${SYNTHETIC_CHAPTERS.throughout}/`];

/** Returns the file's path for a finding that it knows, and undefined for a new one. Throws TagproofError where there is no such file, or a faulty one. */
export function knownFailures(
  path: string | undefined,
  at: Date,
): (found: RedactedFinding) => string | undefined {
  if (path === undefined) return () => undefined;
  const entries = baselineFrom(readSource(path)).entries.filter(
    ({ caseId, expires }) =>
      CHAPTERS.some((start) => caseId.startsWith(start)) && !isOver(expires, dayOf(at)),
  );
  return (found) =>
    entries.some(
      (entry) => bucketKeyOf({ finding: entry }) === bucketKeyOf({ finding: found }) && accepts(entry, found),
    )
      ? path
      : undefined;
}
