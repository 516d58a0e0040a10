/** `tagproof fixtures`: a world in YAML and in JSON, the same for the same seed; `generated-world.deep.test.ts` serves one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTargetFile } from '../world/target-file/read-target-file.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';

const SIZE = '10 --seed 5';
const dir = folder();
const yaml = join(dir, 'world.yaml');
const json = join(dir, 'world.json');

test('says the same in YAML and JSON, and the next time; another seed says something else', async () => {
  for (const out of [yaml, json]) {
    const { exit, err, out: printed } = await tagproof(`fixtures ${SIZE} --out ${out}`);
    expect([exit, err]).toEqual([0, '']);
    expect(printed).toContain(`tagproof simulate --world ${out}`);
  }
  const one = readTargetFile(yaml, {});
  const other = readTargetFile(json, {});
  expect(other.world.subjects).toEqual(one.world.subjects);
  expect(other.secrets).toEqual(one.secrets);
  const shipped = readTargetFile('fixtures/world.yaml', {});
  expect(one.world.subjects).toHaveLength(shipped.world.subjects.length + 16);
  expect((await tagproof(`fixtures ${SIZE}`)).out).toBe(readFileSync(yaml, 'utf8'));
  expect((await tagproof(`fixtures ${SIZE.replace('5', '6')}`)).out).not.toBe(readFileSync(yaml, 'utf8'));
  expect(filesIn(dir)).toEqual(['world.json', 'world.yaml']);
});
