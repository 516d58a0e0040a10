/**
 * A large generated world behind a simulator: the whole suite passes, every must is verified, and fuzzing finds nothing.
 * Both know only the world file that it was made from: otherwise they would look for their material among all that is declared, for each case.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folder, tagproof } from '../src/cli/test-helpers/captured.ts';
import { fuzzTarget } from '../src/library/fuzz-target.ts';
import { runSuite } from '../src/library/run-suite.ts';
import type { RunningSimulator } from '../src/library/running-simulator.ts';
import { startSimulator } from '../src/library/start-simulator.ts';

const MINUTES_MS = 60_000;
const CAST = 'fixtures/world.yaml';
let sim: RunningSimulator;

beforeAll(async () => {
  const world = join(folder(), 'world.json');
  const { exit, err } = await tagproof(['fixtures', '20000', '--out', world]);
  expect([exit, err]).toEqual([0, '']);
  sim = await startSimulator({ world });
}, MINUTES_MS);
afterAll(() => sim.close());

test('the suite', { timeout: 5 * MINUTES_MS }, async () => {
  const { totals, verified, ofMust, verdict } = await runSuite({ target: sim.url, world: CAST });
  expect(totals).toMatchObject({ fail: 0, warn: 0, skip: 0, error: 0 });
  expect([verdict, verified]).toEqual(['conformant', ofMust]);
});

test('the fuzzer', { timeout: 5 * MINUTES_MS }, async () => {
  const { failures, verdict } = await fuzzTarget({ target: sim.url, world: CAST, seed: 7, runs: 2000 });
  expect([verdict, failures]).toEqual(['holds', []]);
});
