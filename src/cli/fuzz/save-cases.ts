/** `--save-case DIR`: each failure as a suite file of its own, never over one that is there. */
import type { FuzzInputs } from '../../fuzz/trials/fuzz-inputs.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileTrouble } from '../../file-trouble.ts';
import { caseOf, FUZZ_SUITE_CHAPTER, casePartsOf } from '../../fuzz/failures/case-of-failure.ts';
import { caseText, type CaseData } from '../../suite/format/saved-case.ts';
import type { Redaction } from '../../engine/redact.ts';
import { withoutValues } from '../../fuzz/failures/failure-file.ts';
import type { Failure } from '../../fuzz/failures/failure-buckets.ts';
import type { Io } from '../io/io.ts';

/** The first name that is free, and its number. */
function freeFile(folder: string, id: string): { readonly file: string; readonly number: number } {
  const base = id.replaceAll('/', '-');
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${base}${number === 1 ? '' : `-${number}`}.yaml`);
    if (!existsSync(file)) return { file, number };
  }
}

/** Writes a case, and gives its file. TagproofError('file') where that is not possible. */
export function saveCase(written: CaseData, folder: string, chapter = FUZZ_SUITE_CHAPTER): string {
  const id = String(written['id']);
  const { file, number } = freeFile(folder, id);
  try {
    mkdirSync(folder, { recursive: true });
    const numbered = number === 1 ? written : { ...written, id: `${id}-${number}` };
    writeFileSync(file, caseText(numbered, chapter), { flag: 'wx' });
  } catch (error) {
    throw fileTrouble(folder, error, 'write');
  }
  return file;
}

export function saveCases(
  failures: readonly Failure[],
  inputs: FuzzInputs,
  redaction: Redaction,
  folder: string,
  io: Io,
): void {
  for (const failure of failures) {
    const written = withoutValues(caseOf(casePartsOf(failure, inputs), inputs), redaction);
    io.err.write(`saved ${saveCase(written, folder)}\n`);
  }
}
