/** The commands of the program: the README names each, and each has a line to copy. Completion's test holds the options of the examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ioOver } from '../io.ts';
import { programFor } from '../program.ts';
import { EXAMPLES } from './help-examples.ts';

const quiet = { write: () => {}, isTerminal: false, colour: false, columns: () => 80 };
const program = programFor(
  ioOver({ argv: [], env: {}, out: quiet, err: quiet, onInterrupt: () => {}, onExit: () => {}, pid: 0 }),
  () => {},
);
const COMMANDS = program.commands.map((command) => command.name());

const isNamed = (text: string, command: string): boolean =>
  new RegExp(`\\btagproof ${command}\\b`).test(text);

test('the README names every command in its table of commands', () => {
  const rows = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `tagproof '));
  expect(COMMANDS.filter((name) => !isNamed(rows.join('\n'), name))).toEqual([]);
});

test('every command has an example in help-examples.ts or a line in a page of docs', () => {
  const docs = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(`docs/${name}`, 'utf8'));
  expect(COMMANDS.filter((name) => EXAMPLES[name] === undefined && !isNamed(docs.join('\n'), name))).toEqual(
    [],
  );
});

test('every example is one of a command, and no command writes its examples elsewhere', () => {
  expect(Object.keys(EXAMPLES).filter((name) => !COMMANDS.includes(name))).toEqual([]);
  const elsewhere = readdirSync('src/cli/programs')
    .filter((name) => name !== 'help-examples.ts' && !name.endsWith('.test.ts'))
    .filter((name) => readFileSync(`src/cli/programs/${name}`, 'utf8').includes('Examples:'));
  expect(elsewhere).toEqual([]);
});
