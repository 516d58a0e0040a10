/** The examples of docs/gate.md: files are read by their readers, commands run against a backend. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, tagproof } from '../src/cli/test-helpers/captured.ts';
import { serving, WORLD } from '../src/cli/test-helpers/serving.ts';
import { baselineFrom } from '../src/report/gate/baseline.ts';
import { blocksOf } from './test-helpers/readme.ts';

const PAGE = readFileSync('docs/gate.md', 'utf8');

test.each(blocksOf('yaml', PAGE))('the baseline of the page is read', (text) => {
  expect(() => baselineFrom({ file: 'example.yaml', text })).not.toThrow();
});

describe.sequential('the commands of the page', () => {
  const dir = folder();
  beforeAll(async () => {
    const url = await serving();
    const world = readFileSync(WORLD, 'utf8');
    writeFileSync(join(dir, 'my-target.yaml'), `target: ${url}\n${world}`);
    for (const name of ['before.ndjson', 'after.ndjson'])
      await tagproof(
        `run --target ${join(dir, 'my-target.yaml')} --only reply/success --reporter ndjson=${join(dir, name)}`,
      );
  });

  /** Few cases, and files in a folder of the test. */
  function wordsOf(line: string): readonly string[] {
    const [, , command = '', ...words] = line.match(/"[^"]*"|\S+/g) ?? [];
    const given = words.map((word) => word.replace(/^[\w.-]+\.(?:yaml|ndjson)$/, (name) => join(dir, name)));
    const few = command === 'run' ? ['--only', 'reply/success', '--only', 'tag-keys/left-out'] : [];
    return [command, ...given, ...few];
  }

  const lines = blocksOf('sh', PAGE).flatMap((text) => text.trim().split('\n'));

  test.each(lines)('%s', async (line) => {
    const { exit, err } = await tagproof(wordsOf(line));
    expect(err).not.toMatch(/unknown option|missing argument/);
    expect(exit, err).toBe(0);
  });
});
