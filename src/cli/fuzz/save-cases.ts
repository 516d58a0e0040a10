/** `--save DIR`: each failure as a suite file of its own, never over one that is there. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenTarget } from '../../library/connect/connect.ts';
import { withoutValues } from '../../report/record/redact.ts';
import { fileTrouble } from '../../base/file-trouble.ts';
import { caseOf, FUZZ_SUITE_CHAPTER, unsaidOf } from '../../fuzz/failures/case-of-failure.ts';
import type { Failure } from '../../fuzz/failures/failure-buckets.ts';
import type { SavedFailures } from '../../fuzz/failures/failure-event.ts';
import type { FuzzInputs } from '../../fuzz/trials/fuzz-inputs.ts';
import { caseText, type CaseData } from '../../cases/format/saved-case.ts';
import { oneLine } from '../../base/text/visible.ts';
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

/** Writes a case below lines of comment, and returns its file. Throws TagproofError('file') where that is not possible. */
export function saveCase(
  written: CaseData,
  folder: string,
  chapter: string,
  comments: readonly string[] = [],
): string {
  const id = String(written['id']);
  const { file, number } = freeFile(folder, id);
  const above = comments.map((each) => `# ${oneLine(each)}\n`).join('');
  try {
    mkdirSync(folder, { recursive: true });
    const numbered = number === 1 ? written : { ...written, id: `${id}-${number}` };
    writeFileSync(file, above + caseText(numbered, chapter), { flag: 'wx' });
  } catch (error) {
    throw fileTrouble(folder, error, 'write');
  }
  return file;
}

/** How a failure was found and what was wrong: comments for a reader of its file. */
function commentsOf({ at, finding, tried: { found } }: Failure, seed: number): readonly string[] {
  const { clause, kind, expected, actual } = found[0]?.finding ?? finding;
  return [
    `found by tagproof fuzz --seed ${seed}, at ${at.path}`,
    `${clause} ${kind}: expected ${expected}; got ${actual}`,
  ];
}

/** Saves what a run found, but for failures that no case can say, and says where each is. */
export function saveFailures(
  failures: readonly Failure[],
  folder: string,
  { redaction }: OpenTarget,
  inputs: FuzzInputs,
  seed: number,
  options: TargetWords,
): SavedFailures {
  const files = new Map<Failure, string>();
  for (const failure of failures) {
    if (unsaidOf(failure) !== undefined) continue;
    const written = withoutValues(caseOf(failure, inputs), redaction);
    const comments = withoutValues(commentsOf(failure, seed).map(redaction.mask), redaction);
    files.set(failure, saveCase(written, folder, FUZZ_SUITE_CHAPTER, comments));
  }
  const to = [
    ...(options.target === undefined ? [] : ['--target', options.target]),
    ...(options.world === undefined ? [] : ['--world', options.world]),
  ];
  return {
    fileOf: (failure) => files.get(failure),
    command: (paths) =>
      ['npx tagproof run', ...[...paths.flatMap((path) => ['--suite', path]), ...to].map(word)].join(' '),
  };
}

const word = (text: string): string => shellWord(Buffer.from(text));
