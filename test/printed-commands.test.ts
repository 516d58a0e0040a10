/** Every command of tagproof that messages, help and pages print is one that the command line takes; `printed-commands.deep.test.ts` runs them. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS, type CommandRow } from '../src/cli/options/command-register.ts';
import { commandLines } from './test-helpers/command-lines.ts';
import { commandsIn, refusalOf, textsOf } from './test-helpers/printed-commands.ts';
import { sources } from './test-helpers/sources.ts';

const PAGES = ['README.md', 'SECURITY.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);

const help = Object.values<CommandRow>(COMMANDS).flatMap(({ examples, notes = '' }) => [...examples, notes]);

test.each([
  ['messages', () => sources('src', 'simulator').map(({ code }) => textsOf(code)), 25],
  ['help', () => help, 25],
  ['pages', () => PAGES.flatMap((path) => [readFileSync(path, 'utf8'), ...commandLines(path)]), 60],
])('%s', async (_, texts, least) => {
  const commands = texts().flatMap(commandsIn);
  expect(commands.length).toBeGreaterThan(least);
  const refused: string[] = [];
  for (const words of commands) {
    const refusal = await refusalOf(words);
    if (refusal !== '') refused.push(`${words.join(' ')}: ${refusal}`);
  }
  expect(refused).toEqual([]);
});
