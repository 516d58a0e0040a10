/** Each way to a green result that means nothing: none of them ends with exit code 0. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const dir = folder();
const at = (name: string): string => join(dir, name);
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

describe('a run that verifies nothing', () => {
  test('exits with 2 whatever the gates, and says what to declare', async () => {
    const { exit, out, err } = await tagproof(
      `run --target ${await serving()} --only reply/success --fail-on warn`,
    );
    expect(exit).toBe(2);
    expect(err).toMatch(
      /^error: nothing was verified: all 9 cases were skipped\n\d+ must cells need an Admin key /,
    );
    expect(err).toContain('\nfixtures/seed-kit.yaml has one of each (docs/seeding.md)\n');
    expect(out).toMatch(/\n0 passed, 0 failed, 0 warned, 9 skipped, 0 errored\n$/);
  });

  test('says on its last screen what to declare, and reports for machines hold it with the figures', async () => {
    const file = write('my-target.yaml', `target: ${await serving()}\n`);
    const words = `run --target ${file} --only reply/success@group.admin --reporter console --reporter json=${at('report.json')}`;
    const { exit, out } = await tagproof(words);
    expect(exit).toBe(2);
    expect(out).toContain(
      `\nthis run verified 0 of the 7 must cells of the selected cases; 7 not verified\nto verify more, declare in ${file}:\n  7 must cells need an Admin key `,
    );
    expect(JSON.parse(readFileSync(at('report.json'), 'utf8'))).toMatchObject({
      cells: { whole: false, mustCells: 7, verified: 0, failed: 0, notVerified: 7 },
      needs: [{ mustCells: 7, cases: ['reply/success@group.admin'] }],
      cases: [{ endpoints: ['group.admin'], need: 'an Admin key with every rule of its role' }],
    });
  });

  test('since it only warned ends with 2 and says so', async () => {
    const world = readFileSync(WORLD, 'utf8').replace(/^/, 'dialect: { codes.returnCode: name }\n');
    const file = write('name.yaml', `target: ${await serving()}\n${world}`);
    const { exit, err, out } = await tagproof(
      `run --target ${file} --only reply/success@group.admin --ignore-setup`,
    );
    expect(out).toMatch(/\n0 passed, 0 failed, [1-9]\d* warned, 0 skipped, 0 errored\n$/);
    expect([exit, err]).toEqual([2, 'nothing was verified: no case passed, 1 case only warned\n']);
  });

  test('but known failures ends with 2', async () => {
    const baseline = at('known.yaml');
    const words = `run --target ${await servingMutant('short-ids-not-refused')} --world ${WORLD} --only id/one-short`;
    await tagproof(`${words} --baseline ${baseline} --update-baseline`);
    const { exit, err } = await tagproof(`${words} --baseline ${baseline}`);
    expect(exit).toBe(2);
    expect(err).toContain(
      'nothing was verified: no case passed, 9 cases failed, which does not count against',
    );
  });
});
