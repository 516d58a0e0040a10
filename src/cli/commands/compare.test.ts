/** Two releases beside each other: drift, regressions, repairs and noise. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect } from '../../dialect/dialect.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const ONLY = `--world ${WORLD} --only reply/success@gamePlayer.* --only id/one-short@gamePlayer.* --only tag-keys/left-out@gamePlayer.*`;
const dir = folder();
let base = '';
let named = '';

beforeAll(async () => {
  base = await serving();
  named = await serving({
    dialect: completeDialect([{ question: 'codes.returnCode', at: '', option: 'name' }]),
  });
});

const comparing = (candidate: string, rest = '') => tagproof(`compare ${base} ${candidate} ${ONLY} ${rest}`);
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('compare', () => {
  test('the same backend twice is 0, without drift', async () => {
    const { exit, out, err } = await comparing(base);
    expect([exit, err]).toEqual([0, '']);
    expect(lastLine(out)).toMatch(/^\d+ answers compared: 0 drifts, 0 regressions, 0 repairs, 0 of noise$/);
  });

  test('another form of codes is breaking drift, with who breaks', async () => {
    const { exit, out } = await comparing(named);
    expect(exit).toBe(1);
    expect(out).toMatch(/codes\.returnCode +everywhere +number +name +form, breaking +reply\/success@/);
    expect(out).toContain('a client that compares returnCode with numbers, or with names, breaks');
    expect(lastLine(out)).toMatch(/: 1 drift, 0 regressions/);
  });

  test('what the lock approves is told, and is 0', async () => {
    const lock = join(dir, 'tagproof.lock');
    const approval = '  - { drift: "codes.returnCode: number -> name", reason: "announced" }';
    writeFileSync(lock, `lock: 1\nanswers: {}\napproved:\n${approval}\n`);
    const { exit, out } = await comparing(named, `--dialect-lock ${lock}`);
    expect(out).toContain('form, approved');
    expect(exit).toBe(0);
  });

  test('a new defect is a regression, a mended one a repair', async () => {
    const broken = await servingMutant('short-ids-not-refused');
    const { exit, out } = await comparing(broken);
    expect(exit).toBe(1);
    expect(out).toContain('regressions: only the candidate breaks these\n  id/one-short@gamePlayer.client ');
    const back = await tagproof(`compare ${broken} ${base} ${ONLY}`);
    expect(back.out).toContain('repairs: only base breaks these\n  id/one-short@gamePlayer.client ');
    expect(back.exit).toBe(0);
  });
});

describe('--json', () => {
  test('prints the same as one document, and nothing else', async () => {
    const { exit, out } = await comparing(named, '--json');
    const { drifts, ...rest } = JSON.parse(out) as { drifts: readonly object[] } & Record<string, unknown>;
    expect(exit).toBe(1);
    expect(drifts).toMatchObject([
      {
        fingerprint: 'codes.returnCode: number -> name',
        base: ['number'],
        candidate: ['name'],
        class: 'form',
        severity: 'breaking',
        approved: false,
      },
    ]);
    expect(rest).toMatchObject({
      format: 1,
      regressions: [],
      repairs: [],
      unjudged: [],
      noise: [],
      partial: [],
    });
  });
});

describe('records', () => {
  test('are compared without a request, also with a target', async () => {
    const [one, two] = [join(dir, 'one.ndjson'), join(dir, 'two.ndjson')];
    await tagproof(`run --target ${base} ${ONLY} --reporter ndjson=${one}`);
    await tagproof(`run --target ${named} ${ONLY} --reporter ndjson=${two}`);
    expect((await tagproof(`compare ${one} ${two}`)).exit).toBe(1);
    expect((await tagproof(`compare ${one} ${one}`)).exit).toBe(0);
    expect((await tagproof(`compare ${one} ${named} --world ${WORLD}`)).exit).toBe(1);
    const nothing = join(dir, 'nothing.ndjson');
    writeFileSync(nothing, readFileSync(one, 'utf8').replaceAll(/"decided":\[[^\]]*\]/g, '"decided":[]'));
    expect((await tagproof(`compare ${nothing} ${two}`)).exit).toBe(2);
  });
});
