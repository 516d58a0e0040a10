/** Only the cases of the package's own suite count as shipped, by whatever path. */
import { copyFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { loadSuite, readSuite } from './load-suite.ts';
import { isShipped } from './suite-files.ts';

const FILE = 'suites/7.2-not-found.yaml';
const folder = tempFolder();

const shippedIn = (path: string): ReadonlySet<boolean> =>
  new Set(loadSuite([path]).map(({ shipped }) => shipped));

test('the suite of the package counts as shipped by folder, file or link', () => {
  const link = join(folder, 'linked.yaml');
  symlinkSync(realpathSync(FILE), link);
  for (const path of ['suites', 'suites/', FILE, realpathSync(FILE), link])
    expect([path, ...shippedIn(path)]).toEqual([path, true]);
});

test("a copy of a shipped file is the user's own", () => {
  const copy = join(folder, 'copy.yaml');
  copyFileSync(FILE, copy);
  expect([...shippedIn(copy)]).toEqual([false]);
});

test("a text without a file and a pipe are the user's own", () => {
  const text =
    'chapter: x\ncases: [{ id: a/b, title: t, clauses: [1/json], for: all, expect: { reply: tags } }]';
  expect(readSuite([{ file: FILE, text }]).map(({ shipped }) => shipped)).toEqual([false]);
  expect(isShipped('/dev/fd/no-such-pipe')).toBe(false);
});
