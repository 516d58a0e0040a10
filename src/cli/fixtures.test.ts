/** `tagproof fixtures`: a world in both formats, served; the seed kit; and rejected options. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTargetFile } from '../config/target-file/read-target-file.ts';
import { runSuite } from '../library/run-suite.ts';
import { startSimulator } from '../library/start-simulator.ts';
import { kitEnv } from '../../test/test-helpers/seed-kit.ts';
import type { KitEntity } from '../worldgen/seed-kit.ts';
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

describe('the seed kit', () => {
  const dir = folder();
  const text = (...names: readonly string[]): string => readFileSync(join(dir, ...names), 'utf8');
  const ids = (lines: string): string => {
    const path = join(dir, 'ids.txt');
    writeFileSync(path, lines);
    return path;
  };

  test('says the same in each of its files, and asks for secrets in the environment alone', async () => {
    const { exit, err, out } = await tagproof(`fixtures --seed-kit ${join(dir, 'kit')}`);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain('21 game players, 17 character players, 20 groups');
    expect(text('kit', 'world.yaml')).not.toMatch(/"(?:key|token)":"public-/);
    const { world } = readTargetFile(join(dir, 'kit', 'world.yaml'), kitEnv());
    const entities = JSON.parse(text('kit', 'entities.json')) as readonly KitEntity[];
    expect(entities.map(({ id, tags }) => [id, tags])).toEqual(
      world.subjects.map(({ id, tags }) => [id, tags]),
    );
    const tags = entities.flatMap((each) => each.tags);
    expect(text('kit', 'entities.sql').match(/^INSERT INTO tags/gm)).toHaveLength(tags.length);
    const rows = text('kit', 'entities.csv')
      .slice(0, -2)
      .replaceAll(/"(?:[^"]|"")*"/g, 'quoted')
      .split('\r\n');
    expect(rows).toHaveLength(1 + tags.length + entities.filter((each) => each.tags.length === 0).length);
    expect(rows.filter((row) => row.split(',').length !== 6)).toEqual([]);
  });

  test('is served, and the suite verifies what entities can show', async () => {
    const world = join(dir, 'kit', 'world.yaml');
    await using sim = await startSimulator({ world, env: kitEnv() });
    const { totals } = await runSuite({
      target: sim.url,
      world,
      env: kitEnv(),
      only: ['tags/*@group.server'],
    });
    expect(totals).toMatchObject({ fail: 0, warn: 0, skip: 0, error: 0 });
  });

  test('takes the ids and the game of a backend, and leaves out what has none', async () => {
    const given = ids('# ours\ngamePlayer aaaaaaaaa1\r\n\ngamePlayer  aaaaaaaaa2\ngroup ggggggggg1\n');
    await tagproof(`fixtures --seed-kit ${join(dir, 'own')} --game ours --ids ${given}`);
    const { world } = readTargetFile(join(dir, 'own', 'world.yaml'), kitEnv());
    expect(world.games).toEqual(['ours']);
    expect(world.subjects.map(({ id, game, owners }) => [id, game, owners])).toEqual([
      ['aaaaaaaaa1', 'ours', ['aaaaaaaaa1']],
      ['aaaaaaaaa2', 'ours', ['aaaaaaaaa2']],
      ['ggggggggg1', 'ours', ['aaaaaaaaa1']],
    ]);
  });

  test.each([
    ['gamePlayer\n', ':1:1: not a kind and an id'],
    ['\nplayer aaaaaaaaa1\n', ':2:1: not a kind and an id'],
    ['gamePlayer aaaa\n', 'has 10 characters (§2.1), this one 4'],
    ['group aaaaaaaaa1\ngroup aaaaaaaaa1\n', ':2:1: "aaaaaaaaa1" is there already'],
  ])('ids %j are rejected', async (lines, description) => {
    const { exit, err } = await tagproof(`fixtures --seed-kit ${join(dir, 'none')} --ids ${ids(lines)}`);
    expect(exit).toBe(2);
    expect(err).toContain(description);
  });
});
