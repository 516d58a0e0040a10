import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { readSource } from '../../world/yaml/source.ts';
import { digestOf, fileDigest } from './digests.ts';

const FOLDER = tempFolder();

test.each([
  ['a text', 'world: {}\n'],
  ['nothing', ''],
  ['a byte order mark', '\ufeffworld: {}\n'],
  ['more than a block', 'ä'.repeat(100_000)],
])('the digest of a file of %s is the digest of its text', async (_, text) => {
  const file = join(FOLDER, 'world.yaml');
  writeFileSync(file, text);
  expect(await fileDigest(file)).toBe(digestOf(readSource(file).text));
});

test('the digest of a missing file is an error that names it', async () => {
  await expect(fileDigest(join(FOLDER, 'none.yaml'))).rejects.toThrow('none.yaml');
});
