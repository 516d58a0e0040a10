/** Failures that an earlier run saved: the files to replay, and what is known and fails no run. */
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { readSource } from '../../config/yaml/source.ts';
import { namesIn, statIfThere } from '../../file-trouble.ts';
import { readFailure, type FailureFile } from '../../fuzz/failures/failure-file.ts';
import { FAILURE } from './failure-folder.ts';
import { SYNTHETIC_CHAPTERS, type RedactedFinding } from '../../engine/events.ts';
import { baselineFrom, type BaselineEntry } from '../../gate/baseline.ts';
import { accepts } from '../../gate/hold-baseline.ts';
import { dayOf, isOver } from '../../gate/day.ts';
import { bucketKeyOf } from '../../fuzz/failures/failure-buckets.ts';

/** Reads a saved failure, or says what is wrong with the file. */
export function readFailureFile(path: string): FailureFile {
  return readFailure(readSource(path).text, path);
}

function filesAt(path: string): readonly string[] {
  if (statIfThere(path, 'read')?.isDirectory() !== true) return [path];
  return namesIn(path)
    .filter((name) => name.endsWith(FAILURE))
    .map((name) => join(path, name));
}

/** The files that are meant: those named, or a folder's failures. */
export function failureFiles(named: readonly string[]): readonly string[] {
  if (named.length === 0)
    throw new TagproofError(
      'usage',
      'replay: no failure is named\nname the files or folders that `tagproof fuzz --failures DIR` saved',
    );
  const files = named.flatMap(filesAt);
  if (files.length > 0) return files;
  throw new TagproofError(
    'nothing-selected',
    `${named.join(', ')}: there is no failure to replay\n\`tagproof fuzz --failures DIR\` saves there what it finds; or name a file`,
  );
}

// `--baseline` of fuzz: a baseline file, or a folder of saved failures; what it knows fails no run.

/** Whether a finding is known: the place that knows it; undefined: it is new. */
type KnownIn = (found: RedactedFinding) => string | undefined;

/** Findings by fuzzing, and those about all requests of a run. */
const CHAPTERS = ['fuzz/', `${SYNTHETIC_CHAPTERS.throughout}/`];

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
