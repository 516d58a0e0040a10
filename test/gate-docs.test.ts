/** The examples of docs/gate.md: files are read by their readers, commands run against a backend. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, tagproof } from '../src/cli/test-helpers/captured.ts';
import { serving, WORLD } from '../src/cli/test-helpers/serving.ts';
import { baselineFrom } from '../src/gate/baseline.ts';
import { blocksOf } from './test-helpers/readme.ts';

const PAGE = readFileSync('docs/gate.md', 'utf8');

const READERS = { baseline: baselineFrom } as const;

test.each(blocksOf('yaml', PAGE).map((text) => [text.split(':')[0] as keyof typeof READERS, text] as const))(
  'the %s of the page is read',
  (kind, text) => {
    expect(() => READERS[kind]({ file: 'example.yaml', text })).not.toThrow();
  },
);

describe.sequential('the commands of the page', () => {
  const dir = folder();
  beforeAll(async () => {
    const url = await serving();
    const world = readFileSync(WORLD, 'utf8');
    writeFileSync(join(dir, 'my-target.yaml'), `target: ${url}\n${world}`);
    writeFileSync(join(dir, 'my-world.yaml'), world);
  });

  /** Few cases, files in a folder of the test, and one backend in the place of those of the page. */
  async function wordsOf(line: string): Promise<readonly string[]> {
    const [, , command = '', ...words] = line.match(/"[^"]*"|\S+/g) ?? [];
    const url = await serving();
    const given = words.map((word) =>
      word
        .replaceAll('"', '')
        .replace(/^https:\/\/.*/, url)
        .replace(
          /^(ndjson=)?([\w.-]+\.(?:yaml|lock|ndjson|json))$/,
          (_, reporter = '', name) => `${reporter}${join(dir, String(name))}`,
        ),
    );
    const few =
      command === 'run' || (command === 'compare' && line.includes('https'))
        ? ['--only', 'reply/success', '--only', 'tag-keys/left-out']
        : [];
    return [command, ...given, ...few];
  }

  const lines = blocksOf('sh', PAGE).flatMap((text) => text.trim().split('\n'));

  test.each(lines)('%s', async (line) => {
    if (line.includes('before.ndjson'))
      for (const name of ['before.ndjson', 'after.ndjson'])
        writeFileSync(join(dir, name), readFileSync(join(dir, 'events.ndjson')));
    const { exit, err } = await tagproof(await wordsOf(line));
    expect(err).not.toMatch(/unknown option|missing argument/);
    expect(exit, err).toBe(0);
  });
});
