/** `--baseline` of fuzz: a baseline file, or a folder of saved failures; what it knows fails no run. */
import { statIfThere } from '../../file-trouble.ts';
import type { Failure } from '../../fuzz/shrink/confirm-and-shrink.ts';
import { bucketKeyOf } from '../../fuzz/shrink/failure-buckets.ts';
import { baselineFrom } from '../../gate/baseline/baseline.ts';
import { dayOf, isOver } from '../../gate/day.ts';
import { readSource } from '../../config/yaml/read-source.ts';
import { failureFiles, readFailureFile } from './failure-files.ts';

/** Whether a failure is known: the place that knows it; undefined: it is new. */
export type KnownIn = (failure: Failure) => string | undefined;

const OF_FUZZING = 'fuzz/';

/** The clauses and kinds of a baseline's findings by fuzzing, but for those whose last day is over. */
function keysOfBaseline(path: string, today: string): readonly string[] {
  return baselineFrom(readSource(path))
    .entries.filter(({ caseId, expires }) => caseId.startsWith(OF_FUZZING) && !isOver(expires, today))
    .map(({ clause, kind }) => bucketKeyOf({ finding: { clause, kind } }));
}

/** Reads what is known. TagproofError where there is no such file, or a faulty one. */
export function knownFailures(path: string | undefined, at: Date): KnownIn {
  if (path === undefined) return () => undefined;
  const isFolder = statIfThere(path, 'read')?.isDirectory() === true;
  const keys = new Set(
    isFolder
      ? failureFiles([path]).map((file) => bucketKeyOf(readFailureFile(file).found))
      : keysOfBaseline(path, dayOf(at)),
  );
  return ({ bucket: { key } }) => (keys.has(key) ? path : undefined);
}
