/** The shipped suite as `npm run build` keeps it: the cases of each file as they were read, with their places. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compiledData, compiledDigest } from '../../base/package-root.ts';
import type { PlacedCase } from './instance.ts';
import { isShipped } from './suite-files.ts';

/** The file in the folder of compiled data. */
export const SUITE_DATA = 'suite.json';

/** A case without what the reader of the file says: its name, and that it is shipped. */
export type CompiledCase = Omit<PlacedCase, 'file' | 'shipped'>;

interface CompiledFile {
  readonly digest: string;
  readonly cases: readonly CompiledCase[];
}

/** By the name of the file in `suites`. */
export type CompiledSuite = Readonly<Record<string, CompiledFile>>;

let data: CompiledSuite | undefined;

function compiledSuite(): CompiledSuite {
  data ??= JSON.parse(compiledData(SUITE_DATA) ?? '{}') as CompiledSuite;
  return data;
}

function bytesIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The cases of a shipped file from `compiled`; undefined: it is not shipped, not compiled, or has changed since. */
export function compiledCases(
  file: string,
  compiled: CompiledSuite = compiledSuite(),
): readonly PlacedCase[] | undefined {
  if (!isShipped(file)) return undefined;
  const kept = compiled[basename(file)];
  const bytes = kept === undefined ? undefined : bytesIfThere(file);
  if (kept === undefined || bytes === undefined || compiledDigest(bytes) !== kept.digest) return undefined;
  return kept.cases.map((each) => ({ ...each, file, shipped: true }));
}
