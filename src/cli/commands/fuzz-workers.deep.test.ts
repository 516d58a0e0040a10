/** Fuzzing with several threads: whatever their number, a run sends the same and finds the same. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

/** The events of a run without its times. */
async function eventsOf(target: string, workers: number): Promise<string> {
  const file = join(folder(), 'events.ndjson');
  await tagproof(
    `fuzz --target ${target} --world ${WORLD} --seed 3 --runs 3000 --workers ${workers} --reporter ndjson=${file}`,
  );
  return readFileSync(file, 'utf8')
    .replaceAll(/"(?:ms|at)":(?:[\d.]+|"[^"]*")/g, '')
    .replaceAll(/\["date","[^"]*"\]/gi, '');
}

describe.each([
  ['a right backend', () => serving(), 0],
  ['a backend that is wrong often', () => servingMutant('client-sees-fewer-tags'), 1],
  ['a backend that is wrong now and then', () => servingMutant('missing-body-crashes'), 1],
])('with %s', (_, started, fails) => {
  test('one, two and three workers come to the same events', async () => {
    const target = await started();
    const alone = await eventsOf(target, 1);
    expect(alone.split('"verdict":"fail"').length > 1).toBe(fails > 0);
    expect(await eventsOf(target, 2)).toBe(alone);
    expect(await eventsOf(target, 3)).toBe(alone);
  });
});
