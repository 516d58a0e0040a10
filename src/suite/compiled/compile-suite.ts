/** Compiling the shipped suite: reading its files, once, when the package is built. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readSource } from '../../config/yaml/read-source.ts';
import { readSuite } from '../format/load-suite.ts';
import { suiteFilesAt } from '../format/suite-files.ts';
import { sourceDigest, type CompiledCase, type CompiledSuite } from './compiled-suite.ts';

function compiledCase({ written, chapter, line, column }: CompiledCase): CompiledCase {
  return { written, chapter, line, column };
}

/** Reads the suite files of a folder. Throws TagproofError('file') with all faults. */
export function compileSuite(folder: string): CompiledSuite {
  return Object.fromEntries(
    suiteFilesAt(folder).map((file) => [
      basename(file),
      {
        digest: sourceDigest(readFileSync(file)),
        cases: readSuite([readSource(file)]).map(compiledCase),
      },
    ]),
  );
}
