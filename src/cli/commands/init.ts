/** `tagproof init`: from a URL to a target file and a CI job. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import { rewrite } from '../../base/file-in-place.ts';
import { statIfThere, withFile } from '../../base/file-trouble.ts';
import { readSource } from '../../world/yaml/source.ts';
import { initAnswers } from '../init/ask-answers.ts';
import { CI_JOBS } from '../init/ci-jobs.ts';
import { answeredVariables, type InitAnswers } from '../init/init-answers.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { TARGET_FILE } from '../options/values.ts';

/** Writes all of the files or none, and makes their folders. Throws a `file` error with the remedy where one is there already. */
function writeNew(files: readonly Readonly<Record<'path' | 'text', string>>[], remedy: string): void {
  for (const { path } of files)
    if (statIfThere(path, 'write') !== undefined)
      throw new TagproofError('file', `${path}: it is there already, so nothing was written\n${remedy}`);
  for (const { path, text } of files)
    withFile(path, 'write', () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    });
}

const GIT_IGNORE = '.gitignore';

/** What runs leave behind stays out of the repository. */
function ignoreRuns(): readonly string[] {
  const before = statIfThere(GIT_IGNORE, 'read') === undefined ? '' : readSource(GIT_IGNORE).text;
  if (/^\/?\.tagproof\/?$/m.test(before)) return [];
  const lines = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}.tagproof/\n`;
  if (before === '') writeNew([{ path: GIT_IGNORE, text: lines }], '');
  else rewrite(GIT_IGNORE, lines);
  return [`wrote .tagproof/ into ${GIT_IGNORE}`];
}

/** What to do next, with the variables that are not set yet. */
function nextLines(answers: InitAnswers, { env }: Io): readonly string[] {
  const missing = answeredVariables(answers).filter((name) => (env[name] ?? '') === '');
  const hasKey = answers.adminKey !== undefined || answers.playerKey !== undefined;
  return [
    ...missing.map((name) => `export ${name}=…`),
    ...(hasKey ? [`npx tagproof probe --target ${TARGET_FILE} --write`] : []),
    'npx tagproof run',
  ];
}

/** Writes a target file and, if requested, a CI job; prints the next command. */
export async function initCommand(given: CommandOptions<'init'>, io: Io): Promise<Exit> {
  const { answers, ci, text } = await initAnswers(given, io);
  const variables = answeredVariables(answers);
  const job = ci === 'none' ? undefined : CI_JOBS[ci];
  const files = [
    { path: TARGET_FILE, text },
    ...(job === undefined ? [] : [{ path: job.path, text: job.text(TARGET_FILE, variables) }]),
  ];
  writeNew(
    files,
    `move the file that is there${ci === 'none' ? '' : ', or leave the CI job out with --ci none'}`,
  );
  const lines = [
    ...files.map(({ path }) => `wrote ${path}`),
    ...ignoreRuns(),
    'next:',
    ...[...(job?.leftToDo(job.path, variables) ?? []), ...nextLines(answers, io)].map((line) => `  ${line}`),
  ];
  io.out.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}
