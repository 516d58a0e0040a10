/** How a run ends that did not verify all of its cells. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, tagproof } from './test-helpers/captured.ts';
import { serving } from './test-helpers/serving.ts';

/** A correct backend without a target file. */
const target = (): Promise<string> => serving();

describe('a run that verifies nothing', () => {
  test('exits with 2 and says what to declare', async () => {
    const { exit, out, err } = await tagproof(`run --target ${await target()} --only reply/success`);
    expect(exit).toBe(2);
    expect(err).toMatch(
      /^error: nothing was verified: all 9 cases were skipped\ndeclare a secret key of role /,
    );
    expect(err).toContain('add to a target file:\n  world:\n');
    expect(out).toMatch(/\n0 passed, 0 failed, 0 warned, 9 skipped, 0 errored\n$/);
  });

  test('names the file to add to', async () => {
    const file = join(folder(), 'my-target.yaml');
    writeFileSync(file, `target: ${await target()}\n`);
    const { exit, out, err } = await tagproof(`run --target ${file} --only reply/success@group.admin`);
    expect(exit).toBe(2);
    expect(err).toContain(`add to ${file}:\n`);
    expect(out).toContain(
      '\nthis run verified 0 of the 7 must cells of the selected cases; 7 not verified\ndeclare ',
    );
  });
});

describe('--fail-on-unverified', () => {
  const some = '--only secret-key/missing@group.admin --only reply/success@group.admin';

  test('exits with 1 if a must of the selected cases is not verified, and says so in one line', async () => {
    const { exit, err } = await tagproof(`run --target ${await target()} ${some} --fail-on-unverified`);
    expect(exit).toBe(1);
    expect(err).toMatch(
      /^--fail-on-unverified: \d+ of the \d+ must cells of the selected cases not verified\n$/,
    );
    expect((await tagproof(`run --target ${await target()} ${some}`)).exit).toBe(0);
  });

  test('exits with 0 if all are verified', async () => {
    const { exit, out, err } = await tagproof(`run ${some} --fail-on-unverified`);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/\nthis run verified (\d+) of the \1 must cells of the selected cases\n/);
  });
});

test('reports for machines contain the figures and the lines to declare', async () => {
  const { out } = await tagproof(
    `run --target ${await target()} --only reply/success@group.admin --reporter json`,
  );
  expect(JSON.parse(out)).toMatchObject({
    cells: { whole: false, mustCells: 7, verified: 0, failed: 0, notVerified: 7 },
    cases: [{ endpoints: ['group.admin'], declare: [{ list: 'world.secretKeys' }] }],
  });
  const events = await tagproof(`run --only id/number@group.admin --reporter ndjson`);
  expect(events.out).toMatch(
    /"cells":\{"whole":false,"mustCells":\d+,"verified":\d+,"failed":0,"notVerified":0\}/,
  );
});
