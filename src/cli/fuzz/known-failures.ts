/** `--baseline` of fuzz: a baseline file, or a folder of saved failures; what it knows fails no run. */
import { statIfThere } from '../../file-trouble.ts';
import { BESIDE_SUITE, type RedactedFinding } from '../../engine/events.ts';
import { accepts, baselineFrom, type BaselineEntry } from '../../gate/baseline/baseline.ts';
import { dayOf, isOver } from '../../gate/day.ts';
import { bucketKeyOf } from '../../fuzz/failures/failure-buckets.ts';
import { readSource } from '../../config/yaml/source.ts';
import { failureFiles, readFailureFile } from './failure-files.ts';

/** Whether a finding is known: the place that knows it; undefined: it is new. */
export type KnownIn = (found: RedactedFinding) => string | undefined;

/** Findings by fuzzing, and those about all requests of a run. */
const CHAPTERS = ['fuzz/', `${BESIDE_SUITE.throughout}/`];

/** The entries of a baseline that concern fuzzing, but for those whose last day is over. */
function entriesOf(path: string, today: string): readonly BaselineEntry[] {
  return baselineFrom(readSource(path)).entries.filter(
    ({ caseId, expires }) => CHAPTERS.some((start) => caseId.startsWith(start)) && !isOver(expires, today),
  );
}

/** Reads what is known. TagproofError where there is no such file, or a faulty one. */
export function knownFailures(path: string | undefined, at: Date): KnownIn {
  if (path === undefined) return () => undefined;
  if (statIfThere(path, 'read')?.isDirectory() === true) {
    const keys = new Set(failureFiles([path]).map((file) => bucketKeyOf(readFailureFile(file).found)));
    return (found) => (keys.has(bucketKeyOf({ finding: found })) ? path : undefined);
  }
  const entries = entriesOf(path, dayOf(at));
  return (found) =>
    entries.some(
      (entry) => bucketKeyOf({ finding: entry }) === bucketKeyOf({ finding: found }) && accepts(entry, found),
    )
      ? path
      : undefined;
}
