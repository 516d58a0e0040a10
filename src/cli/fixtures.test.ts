/** `tagproof fixtures`: a world in both formats, served. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTargetFile } from '../config/target-file/read-target-file.ts';
import { runSuite } from '../library/run-suite.ts';
import { startSimulator } from '../library/start-simulator.ts';
import { filesIn, folder, start, tagproof } from './test-helpers/captured.ts';

const SIZE = '--players 100 --characters 40 --groups 20 --games 2 --seed 5';

describe('a generated world', () => {
  const dir = folder();
  const yaml = join(dir, 'world.yaml');
  const ndjson = join(dir, 'world.ndjson');

  test('is the same in YAML and NDJSON, and byte by byte the same the next time', async () => {
    for (const out of [yaml, ndjson]) {
      const { exit, err, out: printed } = await tagproof(`fixtures ${SIZE} --out ${out}`);
      expect([exit, err]).toEqual([0, '']);
      expect(printed).toContain(`tagproof simulate --world ${out}`);
    }
    const one = readTargetFile(yaml, {});
    const other = readTargetFile(ndjson, {});
    const bySlot = (file: typeof one): unknown =>
      file.world.subjects.map((each) => JSON.stringify([each.resource, each.game, each.id, each])).toSorted();
    expect(bySlot(other)).toEqual(bySlot(one));
    expect(other.secrets).toEqual(one.secrets);
    expect(other.world.games).toEqual(one.world.games);
    expect(one.world.subjects.length).toBeGreaterThan(160);
    const before = readFileSync(ndjson, 'utf8');
    await tagproof(`fixtures ${SIZE} --out ${ndjson}`);
    expect(readFileSync(ndjson, 'utf8')).toBe(before);
    expect(filesIn(dir)).toEqual(['world.ndjson', 'world.yaml']);
  });

  test('is served, and has the fixtures that the suite needs', async () => {
    await using sim = await startSimulator({ world: ndjson });
    const result = await runSuite({
      target: sim.url,
      world: 'fixtures/world.yaml',
      only: ['tags/*@group.server'],
    });
    expect(result.totals).toMatchObject({ fail: 0, warn: 0, skip: 0, error: 0 });
  });

  test('takes fixtures from another world', async () => {
    const from = join(dir, 'small.yaml');
    writeFileSync(from, 'world: { complete: true, games: [{ id: tiny }], secretKeys: [] }\n');
    const { exit, err } = await tagproof(`fixtures --players 5 --from ${from} --out ${ndjson}`);
    expect([exit, err]).toEqual([0, '']);
    expect(readTargetFile(ndjson, {}).world.games).toEqual(['tiny']);
  });

  test('is not written after an interrupt, and the old file stays', async () => {
    const out = join(dir, 'kept.ndjson');
    const before = '{"public":true}\n';
    writeFileSync(out, before);
    const command = start(`fixtures --players 2000000 --out ${out}`);
    await new Promise((done) => setTimeout(done, 50));
    command.interrupt();
    expect(await command.exit).toBe(130);
    expect(readFileSync(out, 'utf8')).toBe(before);
    expect(statSync(`${out}.partial`, { throwIfNoEntry: false })).toBeUndefined();
  });
});
