/** The commands: completion knows each with its options, the README names each, and the examples of the help are valid. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tagproof } from '../test-helpers/captured.ts';
import { COMMANDS, type CommandRow } from '../options/command-register.ts';
import { COMMAND_WORDS, flagNames } from './completion.ts';

/** The completions that bash offers for a line. */
function offered(script: string, ...words: readonly string[]): readonly string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const run = `${script}\nCOMP_WORDS=(tagproof ${list}); COMP_CWORD=${words.length}; _tagproof; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', run], { encoding: 'utf8' });
  return out.split('\n').filter((line) => line !== '');
}

describe('bash', async () => {
  const { out: script, exit } = await tagproof('completion bash');
  expect(exit).toBe(0);

  test.each([
    [['si'], ['simulate']],
    [['run', '--tar'], ['--target']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['init', '--ci', 'git'],
      ['github', 'gitlab'],
    ],
    [['run', '--target', 'READ'], ['README.md']],
    [['fuzz', '--strict', '--se'], ['--seed']],
    [['replay', 'fixtures/min'], ['fixtures/minimal-target.yaml']],
  ])('%j offers %j', (words, wanted) => {
    expect(offered(script, ...words)).toEqual(wanted);
  });
});

test.each(['bash', 'zsh', 'fish'])('%s knows every command and option', async (shell) => {
  const { out } = await tagproof(`completion ${shell}`);
  const spelled = (name: string): string => (shell === 'fish' ? name.replace(/^--?/, '') : name);
  const missing = COMMAND_WORDS.flatMap(({ name, options }) => [
    ...(out.includes(name) ? [] : [name]),
    ...options.flatMap(flagNames).filter((each) => !out.includes(spelled(each))),
  ]);
  expect(missing).toEqual([]);
});

test.each(COMMAND_WORDS.map(({ name, options }) => [name, options] as const))(
  'the examples in the help of %s have options that it has',
  async (name, options) => {
    const { out } = await tagproof([name, '--help']);
    const lines = out.split('\n').filter((line) => line.startsWith(`  tagproof ${name} `));
    const known = new Set(options.flatMap(flagNames));
    const named = lines.flatMap((line) =>
      [...line.replace(/[|#].*/, '').matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option),
    );
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  },
);

const isNamed = (text: string, command: string): boolean =>
  new RegExp(`\\btagproof ${command}\\b`).test(text);

test('the README names every command in its table of commands', () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `tagproof '));
  expect(Object.keys(COMMANDS).filter((name) => !isNamed(rows.join('\n'), name))).toEqual([]);
});

test('every command has an example in its help or a line in a page of docs', () => {
  const docs = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(`docs/${name}`, 'utf8'));
  const bare = Object.entries<CommandRow>(COMMANDS).filter(([, { examples }]) => examples === undefined);
  expect(bare.map(([name]) => name).filter((name) => !isNamed(docs.join('\n'), name))).toEqual([]);
});
