/** `--save-case DIR`: each failure as a suite file of its own, never over one that is there. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileTrouble } from '../../file-trouble.ts';
import { caseId, partsOf, savedCase, type CaseParts } from '../../fuzz/save/saved-case.ts';
import type { Material } from '../../fuzz/generate/material.ts';
import type { Failure } from '../../fuzz/shrink/confirm-and-shrink.ts';
import type { Io } from '../io.ts';

/** The first name that is free, and its number. */
function freeFile(folder: string, name: string): { readonly file: string; readonly number: number } {
  const base = caseId(name).replaceAll('/', '-');
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${base}${number === 1 ? '' : `-${number}`}.yaml`);
    if (!existsSync(file)) return { file, number };
  }
}

/** Writes a case, and gives its file. TagproofError('file') where that is not possible. */
export function saveCase(parts: CaseParts, material: Material, folder: string): string {
  const { file, number } = freeFile(folder, parts.name);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, savedCase(parts, material, number), { flag: 'wx' });
  } catch (error) {
    throw fileTrouble(folder, error, 'write');
  }
  return file;
}

export function saveCases(failures: readonly Failure[], material: Material, folder: string, io: Io): void {
  for (const failure of failures)
    io.err.write(`saved ${saveCase(partsOf(failure, material), material, folder)}\n`);
}
