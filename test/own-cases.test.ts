/** A user's own cases stand as written: whatever the target is, and whatever the document would allow instead. */
import { expect, test } from 'vitest';
import { tagproof } from '../src/cli/test-helpers/captured.ts';

const OWN = 'test/fixtures/own-cases.yaml';

test('the right case passes and the others fail', async () => {
  const { exit, out } = await tagproof(['run', '--suite', OWN, '--reporter', 'ndjson']);
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
