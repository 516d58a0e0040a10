/** Each way to a green result that means nothing: none of them ends with exit code 0. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
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
      /^error: nothing was verified: all 9 cases were skipped\ndeclare a secret key of role /,
    );
    expect(err).toContain('add to a target file:\n  world:\n');
    expect(out).toMatch(/\n0 passed, 0 failed, 0 warned, 9 skipped, 0 errored\n$/);
  });

  test('names the file to add to, and reports for machines hold the figures and what to declare', async () => {
    const file = write('my-target.yaml', `target: ${await serving()}\n`);
    const words = `run --target ${file} --only reply/success@group.admin --reporter console --reporter json=${at('report.json')}`;
    const { exit, out, err } = await tagproof(words);
    expect(exit).toBe(2);
    expect(err).toContain(`add to ${file}:\n`);
    expect(out).toContain(
      '\nthis run verified 0 of the 7 must cells of the selected cases; 7 not verified\ndeclare ',
    );
    expect(JSON.parse(readFileSync(at('report.json'), 'utf8'))).toMatchObject({
      cells: { whole: false, mustCells: 7, verified: 0, failed: 0, notVerified: 7 },
      cases: [{ endpoints: ['group.admin'], declare: [{ list: 'world.secretKeys' }] }],
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
    const [events, baseline] = [at('known.ndjson'), at('known.yaml')];
    const words = `run --target ${await servingMutant('short-ids-not-refused')} --world ${WORLD} --only id/one-short`;
    await tagproof(`${words} --reporter ndjson=${events}`);
    await tagproof(`baseline write ${baseline} --from ${events} --reason known`);
    const { exit, err } = await tagproof(`${words} --baseline ${baseline}`);
    expect(exit).toBe(2);
    expect(err).toContain(
      'nothing was verified: no case passed, 9 cases failed, which does not count against',
    );
  });
});

describe('a record', () => {
  const file = at('events.ndjson');
  let lines: readonly string[] = [];
  beforeAll(async () => {
    await tagproof(`run --only reply/success --reporter ndjson=${file}`);
    lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  });
  const coverage = (name: string, changed: readonly string[]) =>
    tagproof(`coverage --from ${write(name, `${changed.join('\n')}\n`)}`);

  test('as it was written is 0', async () => {
    expect((await coverage('same.ndjson', lines)).exit).toBe(0);
  });

  test('that lacks cases ends with 3 and says how many', async () => {
    const { exit, err } = await coverage('few.ndjson', [...lines.slice(0, 3), ...lines.slice(-1)]);
    expect([exit, err]).toEqual([3, 'the record is incomplete: 7 of 9 planned cases are missing\n']);
  });

  test.each([
    ['skip', 2],
    ['error', 3],
    ['fail', 1],
  ])('of which every case came to %s ends with %i', async (verdict, code) => {
    const changed = lines.map((line) => line.replace('"verdict":"pass"', `"verdict":"${verdict}"`));
    expect((await coverage(`${verdict}.ndjson`, changed)).exit).toBe(code);
  });

  test('of few cells does not reach a floor', async () => {
    const { exit, err } = await tagproof(`coverage --from ${at('same.ndjson')} --min-coverage 95%`);
    expect(exit).toBe(1);
    expect(err).toMatch(/^--min-coverage 95%: \d+ of 703 must cells verified \(\d+\.\d %\)\n$/);
  });
});
