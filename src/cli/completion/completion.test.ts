/** Completion: the scripts contain each command and option, bash completes with them, and the examples of the help are valid. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { tagproof } from '../test-helpers/captured.ts';
import { ioOver } from '../io.ts';
import { programFor } from '../program.ts';
import { commandWords } from './command-words.ts';

const quiet = { write: () => {}, isTerminal: false, colour: false, columns: () => 80 };
const program = programFor(
  ioOver({ argv: [], env: {}, out: quiet, err: quiet, onInterrupt: () => {}, onExit: () => {}, pid: 0 }),
  () => {},
);
const COMMANDS = commandWords(program);

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
  const missing = COMMANDS.flatMap(({ name, options }) => [
    ...(out.includes(name) ? [] : [name]),
    ...options.flatMap(({ names }) => names.filter((each) => !out.includes(spelled(each)))),
  ]);
  expect(missing).toEqual([]);
});

test('another shell is rejected', async () => {
  const { exit, err } = await tagproof('completion tcsh');
  expect([exit, err]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});

describe('the examples of the help', () => {
  test.each(COMMANDS.map(({ name }) => [name]))('%s', async (name) => {
    const { out } = await tagproof([name, '--help']);
    const lines = out.split('\n').filter((line) => /^ {2}tagproof /.test(line));
    const ofThis = lines.filter((line) => line.startsWith(`  tagproof ${name} `));
    const known = new Set(COMMANDS.find((each) => each.name === name)?.options.flatMap(({ names }) => names));
    const named = ofThis.flatMap((line) =>
      [...line.replace(/[|#].*/, '').matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option),
    );
    expect(named.filter((option) => !known.has(option))).toEqual([]);
  });
});
