/** Mistakes in suite files as users make them: a suite with one is refused, by `list --lint` and `run` in the same words; and odd files that both take. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TagproofError } from '../base/errors.ts';
import { suiteAt } from '../cases/format/suite-at.ts';
import { folder, tagproof } from './test-helpers/captured.ts';

/** What a row that is a part of a case leaves out. */
const PLAIN = {
  id: '  - id: shop/a',
  title: '    title: a case',
  clauses: '    clauses: [4.5.2/tags]',
  for: '    for: gamePlayer.server',
};

/** The whole file of a row: one that begins with a blank is a part of a case. */
function fileOf(text: string): string {
  if (!text.startsWith(' ')) return text;
  const has = (key: string): boolean => new RegExp(`^(  - |    |\t)${key}:`, 'm').test(text);
  const missing = Object.entries(PLAIN).flatMap(([key, line]) => (has(key) ? [] : [line]));
  const lines = has('id') ? [text, ...missing] : [...missing, text];
  return [
    'chapter: Shop',
    'cases:',
    ...lines,
    ...(has('expect') ? [] : ['    expect: { reply: tags }']),
    '',
  ].join('\n');
}

interface Row {
  readonly what: string;
  readonly text: string;
  readonly expected: readonly string[];
}

const rowsOf = (file: string): readonly Row[] =>
  readFileSync(`test/fixtures/${file}`, 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [what = '', ...lines] = block.trimEnd().split('\n');
      const [text, expected] = [false, true].map((isExpected) =>
        lines.filter((line) => line.startsWith('>') === isExpected),
      );
      return {
        what,
        text: fileOf((text ?? []).join('\n')),
        expected: (expected ?? []).map((line) => line.slice(2)),
      };
    });

const MISTAKES = rowsOf('own-mistakes.txt');
const ODD = rowsOf('own-odd-files.txt');
const path = join(folder(), 'mine.yaml');

/** The faults without the source that they show. */
const said = (err: string): readonly string[] =>
  err
    .replaceAll(`${path}:`, '')
    .replace(/^error: /, '')
    .split('\n')
    .filter((line) => line !== '' && !/^ +\d* ?\|/.test(line))
    .map((line) => line.trim());

test.each(MISTAKES.map((row, at) => ({ ...row, at })))('$what', async ({ text, expected, at }) => {
  writeFileSync(path, text);
  const trouble = await suiteAt([path]).catch((error: unknown) => error);
  expect(said(trouble instanceof TagproofError ? trouble.message : String(trouble))).toEqual(expected);
  if (at !== 0) return;
  const lint = await tagproof(['list', '--lint', '--suite', path]);
  expect([lint.exit, lint.out, said(lint.err)]).toEqual([2, '', expected]);
  expect(await tagproof(['run', '--suite', path])).toEqual(lint);
});

test.each(ODD)('taken by both: $what', async ({ text }) => {
  writeFileSync(path, text);
  const lint = await tagproof(['list', '--lint', '--suite', path]);
  const run = await tagproof(['run', '--suite', path]);
  expect([lint.exit, lint.err, run.exit]).toEqual([0, '', 0]);
});

test('a key that the world does not declare is no mistake of the file: the lint says what is near, and a run skips it', async () => {
  writeFileSync(path, fileOf('    given: { key: { name: adminn } }'));
  const need = 'a key named adminn: did you mean "admin"?';
  const lint = await tagproof(['list', '--lint', '--suite', path]);
  expect(lint.out).toContain(` ${need}\n  ${path}:3: shop/a@gamePlayer.server\n`);
  const run = await tagproof(['run', '--suite', path]);
  expect([lint.exit, run.exit, run.out]).toEqual([2, 2, expect.stringContaining(need)]);
});
