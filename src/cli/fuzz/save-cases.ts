/** `--save DIR`: each failure as a suite file of its own, never over one that is there. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenTarget } from '../../library/connect/connect.ts';
import { maskFinding, withoutValues } from '../../report/record/redact.ts';
import { fileTrouble } from '../../base/file-trouble.ts';
import {
  caseOf,
  failureToSave,
  FUZZ_SUITE_CHAPTER,
  unsaidOf,
  type ToSave,
} from '../../fuzz/failures/case-of-failure.ts';
import type { Failure } from '../../fuzz/failures/failure-buckets.ts';
import type { SavedCases } from '../../fuzz/failures/failure-event.ts';
import type { FuzzOutcome, Suspect } from '../../fuzz/fuzz-options.ts';
import type { FuzzInputs } from '../../fuzz/trials/fuzz-inputs.ts';
import { caseText, type CaseData } from '../../cases/format/saved-case.ts';
import { finding } from '../../judge/finding.ts';
import { shellWord } from '../../http/curl/shell-quote.ts';
import type { TargetWords } from '../options/option-register.ts';

/** The first name that is free, and its number. */
function freeFile(folder: string, id: string): { readonly file: string; readonly number: number } {
  const base = id.replaceAll('/', '-');
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${base}${number === 1 ? '' : `-${number}`}.yaml`);
    if (!existsSync(file)) return { file, number };
  }
}

/** Writes a case, and returns its file. Throws TagproofError('file') where that is not possible. */
export function saveCase(written: CaseData, folder: string, chapter: string): string {
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

/** Saves what a run found, but for failures that no case can say, and says where each is. */
export function saveFailures(
  { failures, suspects }: FuzzOutcome,
  folder: string,
  { redaction }: OpenTarget,
  inputs: FuzzInputs,
  seed: number,
  options: TargetWords,
): SavedCases {
  const save = (each: ToSave): string => {
    const masked = { ...each, finding: maskFinding(each.finding, redaction.mask) };
    return saveCase(withoutValues(caseOf(masked, inputs, seed), redaction), folder, FUZZ_SUITE_CHAPTER);
  };
  const files = new Map<Failure | Suspect, string>();
  for (const each of failures)
    if (unsaidOf(each) === undefined) files.set(each, save(failureToSave(each, inputs)));
  for (const [at, each] of suspects.entries())
    files.set(each, save({ ...each, name: `suspect/${at + 1}`, finding: OUTAGE }));
  const to = [
    ...(options.target === undefined ? [] : ['--target', options.target]),
    ...(options.world === undefined ? [] : ['--world', options.world]),
  ];
  return {
    files,
    command: (paths) =>
      ['npx tagproof run', ...[...paths.flatMap((path) => ['--suite', path]), ...to].map(word)].join(' '),
  };
}

/** What a suspect of an outage is run again for. */
const OUTAGE = finding('no-reply', '1/http-200/reply', '', 'a reply', 'the target stopped answering');

const word = (text: string): string => shellWord(Buffer.from(text));
