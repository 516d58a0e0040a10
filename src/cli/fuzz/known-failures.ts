/** `--baseline` of fuzz: what a baseline file knows fails no run. */
import { SYNTHETIC_CHAPTERS, type RedactedFinding } from '../../report/record/events.ts';
import { readBaseline } from '../../report/gate/baseline.ts';
import { dayOf, isOver } from '../../report/gate/day.ts';

/** Findings by fuzzing, and findings about all requests of a run. */
const CHAPTERS = ['fuzz/', `${SYNTHETIC_CHAPTERS.throughout}/`];

/** Returns the file's path for a finding that it knows, and undefined for a new one. Throws TagproofError where there is no such file, or a faulty one. */
export function knownFailures(
  path: string | undefined,
  at: Date,
): (found: RedactedFinding) => string | undefined {
  if (path === undefined) return () => undefined;
  const entries = readBaseline(path).filter(
    ({ cases = CHAPTERS, until }) =>
      cases.some((glob) => CHAPTERS.some((start) => glob.startsWith(start))) && !isOver(until, dayOf(at)),
  );
  return (found) =>
    entries.some(({ clause, kind }) => clause === found.clause && kind === found.kind) ? path : undefined;
}
