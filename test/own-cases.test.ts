/** A user's own cases stand as written: whatever the target is, and whatever the document would allow instead. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, tagproof } from '../src/cli/test-helpers/captured.ts';
import { WORLD } from '../src/cli/test-helpers/serving.ts';
import { startIndependent } from './test-helpers/independent.ts';

const OWN = 'test/fixtures/own-cases.yaml';

/** A target file that names a URL, in the conformance world, without an answer to any question. */
function targetFile(url: string): string {
  const path = join(folder(), 'target.yaml');
  writeFileSync(path, `target: ${url}\n${readFileSync(WORLD, 'utf8')}`);
  return path;
}

const TARGETS: readonly (readonly [name: string, words: () => Promise<readonly string[]>])[] = [
  ['the embedded simulator', async () => []],
  [
    'an independent backend',
    async () => ['--target', targetFile((await startIndependent('strict', WORLD)).href)],
  ],
];

test.each(TARGETS)('the right case passes and the others fail on %s', async (_, words) => {
  const { exit, out } = await tagproof(['run', '--suite', OWN, '--reporter', 'ndjson', ...(await words())]);
  const cases = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'case-finished');
  expect(cases.map((each) => [each.case.id, each.verdict, each.findings[0]?.kind, each.notes])).toEqual([
    ['own/right@gamePlayer.server', 'pass', undefined, undefined],
    ['own/wrong-value@gamePlayer.server', 'fail', 'wrong-tags', [NOTE, CONFIRMED]],
    ['own/wrong-outcome@gamePlayer.server', 'fail', 'wrong-outcome', [NOTE, CONFIRMED]],
    ['own/forbidden@gamePlayer.server', 'fail', 'wrong-outcome', [NOTE, CONFIRMED]],
  ]);
  expect(exit).toBe(1);
});

const NOTE = 'the document would allow this reply; the case expects a different one';

const CONFIRMED = 'failed again each time it was sent alone (2 of 2)';

test('the console prints the note below the example', async () => {
  const { out } = await tagproof(['run', '--suite', OWN, '--only', 'own/wrong-value']);
  const lines = out.split('\n').map((line) => line.trim());
  const at = lines.indexOf(`${OWN}:12`);
  expect(lines.slice(at, at + 3)).toEqual([`${OWN}:12`, NOTE, CONFIRMED]);
});
