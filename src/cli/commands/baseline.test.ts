/** A baseline in use: written, applied, outdated, pruned. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const dir = folder();
const file = join(dir, 'baseline.yaml');
const events = join(dir, 'events.ndjson');
const ONLY = `--world ${WORLD} --only id/one-short --only id/one-long`;
const KEY = 'id/one-short@gamePlayer.client 7.3/string-min-length wrong-outcome';
let short = '';
let sound = '';

beforeAll(async () => {
  short = await servingMutant('short-ids-not-refused');
  sound = await serving();
  await tagproof(`run --target ${short} ${ONLY} --reporter ndjson=${events}`);
});

const held = (url: string, rest = '') => tagproof(`run --target ${url} ${ONLY} --baseline ${file} ${rest}`);

describe('write', () => {
  test('needs a reason, and writes nothing without one', async () => {
    const { exit, err } = await tagproof(`baseline write ${file} --from ${events}`);
    expect(exit).toBe(2);
    expect(err).toContain('baseline write: 9 new findings and no reason');
    expect(() => readFileSync(file)).toThrow();
  });

  test('writes each finding with the reason, sorted, and can read the file', async () => {
    const words = ['baseline', 'write', file, '--from', events, '--reason', 'known since 1.4'];
    const { exit, out } = await tagproof([...words, '--owner', 'backend', '--expires', '2999-01-31']);
    expect([exit, out]).toEqual([0, `${file}: 9 added, 0 kept\n`]);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(
      `  - finding: ${KEY}\n    reason: known since 1.4\n    owner: backend\n    expires: 2999-01-31\n`,
    );
    const findings = [...text.matchAll(/finding: (.*)/g)].map(([, key = '']) => key);
    expect(findings).toEqual(findings.toSorted());
  });

  test('adds nothing twice, and keeps comments and reasons', async () => {
    const before = readFileSync(file, 'utf8').replace(
      '  - finding: id/one-short@gamePlayer',
      '  # ours\n  - finding: id/one-short@gamePlayer',
    );
    writeFileSync(file, before);
    const { out } = await tagproof(['baseline', 'write', file, '--from', events, '--reason', 'other']);
    expect(out).toBe(`${file}: nothing to add\n`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('by cause', () => {
  const byCause = join(dir, 'by-cause.yaml');

  test('an entry holds for all cases, also for those of a later run', async () => {
    const words = ['baseline', 'write', byCause, '--from', events, '--reason', 'known', '--by', 'cause'];
    const { exit, out } = await tagproof(words);
    expect([exit, out]).toEqual([0, `${byCause}: 1 added, for 9 findings, 0 kept\n`]);
    expect(readFileSync(byCause, 'utf8')).toContain('finding: "* 7.3/string-min-length wrong-outcome"');
    const more = await tagproof(
      `run --target ${short} --world ${WORLD} --only 'id/e*@group.*' --only id/one-short --baseline ${byCause}`.replaceAll(
        "'",
        '',
      ),
    );
    expect([more.exit, more.err]).toEqual([0, '1 of the baseline: it was found again\n']);
  });

  test('is how more than twenty findings are written', async () => {
    const record = join(dir, 'many.ndjson');
    await tagproof(
      `run --target ${short} --world ${WORLD} --only id/*@group.* --only id/one-short --only envelope/* --reporter ndjson=${record}`,
    );
    const many = join(dir, 'many.yaml');
    const { out } = await tagproof(['baseline', 'write', many, '--from', record, '--reason', 'known']);
    expect(out).toMatch(/^\S+: \d added, for \d{2,} findings, 0 kept\n$/);
  });
});

describe('run --baseline', () => {
  test('passes if all findings are known, and says so', async () => {
    const { exit, err, out } = await held(short);
    expect([exit, err]).toEqual([0, '9 of the baseline: it was found again\n']);
    expect(out).toMatch(/\n9 cases with findings that \S+ knows\n/);
  });

  test('fails for a new finding, and names it', async () => {
    const long = await servingMutant('long-ids-not-refused');
    const { exit, err } = await held(long);
    expect(exit).toBe(1);
    expect(err).toContain('9 new findings, not in the baseline:\n  id/one-long@gamePlayer.client ');
    expect(err).toContain('9 of the baseline: it no longer occurs; prune takes it out:\n');
  });

  test('fails for entries that no longer occur, with their places', async () => {
    const { exit, err } = await held(sound);
    expect(exit).toBe(1);
    expect(err).toContain(`${file}:5:5: id/one-short@characterPlayer.admin 7.3/`);
  });

  test('fails for an entry whose last day is over', async () => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('2999-01-31', '2020-01-31'));
    const { exit, err } = await held(short);
    writeFileSync(file, text);
    expect(exit).toBe(1);
    expect(err).toContain('1 of the baseline: found again, but expired; ');
    expect(err).toContain('8 of the baseline: it was found again\n');
  });
});

describe('diff and prune', () => {
  const fixed = join(dir, 'fixed.ndjson');
  beforeAll(() => tagproof(`run --target ${sound} ${ONLY} --reporter ndjson=${fixed}`));

  test('diff lists the differences and exits with 1', async () => {
    const { exit, out } = await tagproof(`baseline diff ${file} --from ${fixed}`);
    expect(exit).toBe(1);
    expect(out).toContain('9 of the baseline: it no longer occurs');
    expect((await tagproof(`baseline diff ${file} --from ${events}`)).exit).toBe(0);
  });

  test('prune removes entries that no longer occur, and keeps those whose case did not run', async () => {
    const other = 'id/number@group.admin 7.3/type-invalid wrong-outcome';
    writeFileSync(file, `${readFileSync(file, 'utf8')}  - finding: ${other}\n    reason: not run here\n`);
    const { exit, out } = await tagproof(`baseline prune ${file} --from ${fixed}`);
    expect(exit).toBe(0);
    expect(out).toContain(`- ${KEY}\n`);
    expect(out).toContain(`${file}: 9 taken out, 1 kept\n`);
    expect(readFileSync(file, 'utf8')).toContain(
      `findings:\n  - finding: ${other}\n    reason: not run here\n`,
    );
  });
});
