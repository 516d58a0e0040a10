/** A path that can't be read or written is a user error, reported before any request is sent; `base/file-trouble.test.ts` has each kind. */
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listening } from '../http/test-helpers/servers.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';

const path = folder();
const at = (name: string): string => join(path, name);
writeFileSync(at('file'), '');

/** Every option and argument that names a path. */
const READ = [
  'run --suite PATH',
  'run --world PATH',
  'run --target PATH.yaml',
  'list --suite PATH',
  'list --lint --world PATH',
  'explain id/number --suite PATH',
  'simulate --world PATH',
  'simulate --dialect PATH',
  'probe --suite PATH',
  'probe --write --target PATH.yaml',
  'fuzz --world PATH',
];
const WRITTEN = [
  'run --reporter junit=PATH',
  'fuzz --runs 1 --reporter json=PATH',
  'fuzz --runs 1 --save PATH',
];

test.each([...READ, ...WRITTEN])('%s', async (words) => {
  const { exit, err, out } = await tagproof(words.replace('PATH', at('file/x')));
  expect(err).toMatch(/^error: [^\n]+; [^\n]+\n$|^error: [^\n]+\n[^\n]+\n$/);
  expect([exit, out]).toEqual([2, '']);
  expect(filesIn(path)).toEqual(['file']);
});

test('is rejected before anything is sent', async () => {
  let asked = 0;
  const server = createServer((_, response) => response.end((asked += 1)));
  const target = `http://127.0.0.1:${await listening(server)}`;
  const { exit, out } = await tagproof(`run ${target} --reporter junit=${at('none/x')}`);
  expect([exit, out, asked]).toEqual([2, '', 0]);
});
