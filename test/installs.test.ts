/** How the texts that users copy install tagproof and actions: never by a name that anyone may register, never by a tag that may move. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CI_JOBS } from '../src/cli/init/ci-jobs.ts';

const tracked = execFileSync('git', ['ls-files', 'README.md', 'action.yml', 'docs', 'examples'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:md|ya?ml)$/.test(file));

const texts: readonly (readonly [name: string, text: string])[] = [
  ...tracked.map((file) => [file, readFileSync(file, 'utf8')] as const),
  ...Object.entries(CI_JOBS).map(
    ([name, job]) => [`init --ci ${name}`, job.text('t.yaml', ['A_KEY'])] as const,
  ),
];

test('there are texts to look at', () => {
  expect(texts.length).toBeGreaterThan(20);
});

describe.each(texts)('%s', (_, text) => {
  test('installs tagproof from a file', () => {
    expect(text.match(/npx (?:--yes|-y) tagproof|npm (?:install|i|add)\b[^`\n]* tagproof\b/g) ?? []).toEqual(
      [],
    );
  });

  test('pins each action by its commit', () => {
    const used = [...text.matchAll(/^[ -]*uses: *(\S+)/gm)].map(([, action = '']) => action);
    expect(used.filter((action) => !/^\.|@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });
});

const jobs = texts.filter(([name]) => name.startsWith('examples/ci/') || name.startsWith('init'));

test.each(jobs)('%s takes nothing from a registry under its name', (_, text) => {
  const commands = text.match(/npx [^\n]*tagproof/g) ?? [];
  expect(commands.filter((command) => !command.startsWith('npx --no '))).toEqual([]);
});
