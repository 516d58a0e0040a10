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

const PLAIN_CASE =
  '{ id: shop/b, title: b, clauses: [4.5.2/tags], for: gamePlayer.server, expect: { reply: tags } }';
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

test.each([
  [
    'a key that is not declared',
    'given: { key: { name: adminn } }',
    'a key named adminn: did you mean "admin"\\?',
  ],
  ['a game that is not declared', 'given: { subject: { game: meadow } }', 'a game player of the game meadow'],
  [
    'a secret that is not declared',
    'send: { headers: { repeat: { Secret-Key: { secret: x } } } }',
    'a key or a token named x',
  ],
])('%s is no mistake of the file: the lint says what a run skips', async (_, part, need) => {
  const lacking = fileOf(`    ${part}`);
  writeFileSync(path, lacking);
  const lint = await tagproof(['list', '--lint', '--suite', path]);
  const run = await tagproof(['run', '--suite', path]);
  expect(lint.out).toMatch(
    new RegExp(`^\\d+ must cells? needs? ${need}\\n  \\S+:3: shop/a@gamePlayer\\.server\\n`),
  );
  expect(run.out).toMatch(new RegExp(`\\n *\\d+ must cells? needs? ${need}\\n`));
  expect([lint.exit, run.exit]).toEqual([2, 2]);
  writeFileSync(path, `${lacking}  - ${PLAIN_CASE}\n`);
  const both = [];
  for (const words of [['list', '--lint'], ['run']])
    both.push((await tagproof([...words, '--suite', path])).exit);
  expect(both).toEqual([0, 0]);
});
