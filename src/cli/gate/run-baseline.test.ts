/** `run --baseline`: known findings pass, new ones, stale and expired entries fail; --update-baseline writes the file anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const file = join(folder(), 'baseline.yaml');
const ONLY = `--world ${WORLD} --only id/one-short@group.* --only id/one-long@group.*`;
const ENTRY = `- clause: 7.3/string-min-length
  kind: wrong-outcome
  cases:
    - id/one-short@group.client
    - id/one-short@group.server
    - id/one-short@group.admin
  reason: to be looked at
`;
let short = '';
let long = '';
let sound = '';
beforeAll(async () => {
  short = await servingMutant('short-ids-not-refused');
  long = await servingMutant('long-ids-not-refused');
  sound = await serving();
});

const held = (url: string, rest = '', only = ONLY) =>
  tagproof(`run --target ${url} ${only} --baseline ${file} ${rest}`);

test('--update-baseline writes an entry for each cause, also over a file of an earlier form', async () => {
  writeFileSync(file, 'baseline: 1\nfindings: []\n');
  expect((await held(short)).exit).toBe(2);
  const { exit, err } = await held(short, '--update-baseline');
  expect([exit, err]).toEqual([
    0,
    `${file}: 1 added, 0 taken out, 0 kept\nbaseline: 1 known cause seen again, nothing new\n`,
  ]);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^# [^]*\n${ENTRY}$`));
});

describe('a file', () => {
  const write = (text: string): void => writeFileSync(file, text);

  test('passes for what it knows, and reports say so', async () => {
    write(ENTRY);
    const { exit, out } = await held(short);
    expect([exit, out]).toEqual([0, expect.stringMatching(/\nPASSED: 1 known cause, nothing new\n/)]);
  });

  test('fails for a new finding, and for entries that did not occur, with their places', async () => {
    write(ENTRY);
    const { exit, err } = await held(long);
    expect(exit).toBe(1);
    expect(err).toContain('baseline: 3 new findings:\n  id/one-long@group.client ');
    expect(err).toContain(
      `baseline: 1 entry did not occur; --update-baseline takes it out:\n  ${file}:1:3: 7.3/string-min-length wrong-outcome\n`,
    );
    expect((await held(sound)).exit).toBe(1);
  });

  test('says nothing of an entry whose cases the selection left out', async () => {
    write(ENTRY);
    const { exit, err } = await held(sound, '', `--world ${WORLD} --only id/one-long@group.*`);
    expect([exit, err]).toEqual([0, expect.stringMatching(/^baseline: 1 entry not checked: /)]);
  });

  test.each([
    ['a glob', 'cases: ["id/*@group.*"]', 0],
    ['no cases', '', 0],
    ['some of the cases', 'cases: [id/one-short@group.client]', 1],
    ['a day to come', 'until: "2999-01-31"', 0],
    ['a day that is past', 'until: "2020-01-31"', 1],
  ])('with %s', async (_, member, code) => {
    write(`- clause: 7.3/string-min-length\n  kind: wrong-outcome\n  reason: ours\n  ${member}\n`);
    expect((await held(short)).exit).toBe(code);
  });

  test('keeps reasons and comments of what still occurs when it is written anew, and loses the others', async () => {
    write(
      `# our file\n${ENTRY.replace('to be looked at', 'GAME-12 # soon')}- clause: 7.3/string-max-length\n  kind: wrong-outcome\n  cases: [id/one-long@*]\n  reason: old\n`,
    );
    // Of the last entry only some cases ran: it stays.
    const part = await held(short, '--update-baseline');
    expect([part.exit, part.err]).toEqual([0, expect.stringContaining('0 added, 0 taken out, 2 kept\n')]);
    const { exit, err } = await held(
      short,
      '--update-baseline',
      `--world ${WORLD} --only id/one-short@group.* --only id/one-long`,
    );
    expect([exit, err]).toEqual([0, expect.stringContaining('0 added, 1 taken out, 1 kept\n')]);
    expect(readFileSync(file, 'utf8')).toBe(
      `# our file\n${ENTRY.replace('to be looked at', 'GAME-12 # soon')}`,
    );
  });
});

describe('fuzz reads the same file', () => {
  const KNOWN = join(folder(), 'known.yaml');
  const ended = async (text: string): Promise<number> => {
    writeFileSync(KNOWN, text);
    const target = await servingMutant('wrong-key-as-http-401');
    const words = `--world ${WORLD} --seed 1 --runs 600 --save ${folder()} --baseline ${KNOWN}`;
    return (await tagproof(`fuzz --target ${target} ${words}`)).exit;
  };
  const entry = (more: string): string =>
    `- { clause: 1/http-200/status, kind: status, reason: agreed${more} }\n`;

  test.each([
    ['an entry of any case', 0, ''],
    ['one of the fuzzer', 0, ', cases: ["fuzz/*"]'],
    ['one of a case of the suite', 1, ', cases: ["id/*"]'],
    ['one whose day is past', 1, ', until: "2020-01-31"'],
  ])('%s: exit code %i', async (_, code, more) => {
    expect(await ended(entry(more))).toBe(code);
  });
});
