import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSource } from '../config/yaml/read-source.ts';
import { fileDigest } from './file-digest.ts';
import { digestOf } from './plan-facts.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'tagproof-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

test.each([
  ['a text', 'world: {}\n'],
  ['nothing', ''],
  ['a mark of the byte order', '\ufeffworld: {}\n'],
  ['more than a block', 'ä'.repeat(100_000)],
])('of %s is that of what is read of it', async (_, text) => {
  const file = join(FOLDER, 'world.yaml');
  writeFileSync(file, text);
  expect(await fileDigest(file)).toBe(digestOf(readSource(file).text));
});

test('of a file that is not there is an error that names it', async () => {
  await expect(fileDigest(join(FOLDER, 'none.yaml'))).rejects.toThrow('none.yaml');
});
