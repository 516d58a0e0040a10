/** The gates of the options --fail-on, --fail-on unverified and --min-coverage. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { soundRun } from '../../report/gate/run-gates.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { caseOf, failed, run } from '../../report/test-helpers/streams.ts';
import { fileWith, tagproof } from '../test-helpers/captured.ts';
import { serving, WORLD } from '../test-helpers/serving.ts';
import { exitOf } from './run-gate.ts';

const ONE = '--only reply/success@group.admin';

test.each([
  [0, 'as planned', [caseOf()], {}],
  [2, 'without a verified must', [], {}],
  [1, 'cut, behind a broken must', [failed('a@group.client')], { partial: 'interrupted' }],
  [3, 'cut', [caseOf()], { partial: 'interrupted' }],
  [3, 'by an outage, behind a broken must', [failed('a@group.client')], { stoppedAnswering: true }],
] as const)('the exit code is %i of a run that ended %s', (code, _, cases, finished) => {
  expect(exitOf(soundRun(recordOf(run(cases, { finished }))))).toBe(code);
});

const SOME = '--only secret-key/missing@group.admin --only reply/success@group.admin';

test.each([
  ['', 0, ''],
  ['--fail-on fail,warn', 0, ''],
  ['--fail-on skip', 1, '--fail-on skip: 1 case skipped: reply/success@group.admin\n'],
  [
    '--fail-on unverified',
    1,
    expect.stringMatching(
      /^--fail-on unverified: \d+ of the \d+ must cells of the selected cases not verified\n$/,
    ),
  ],
])('two cases, one of them skipped: %j ends with %i', async (gate, code, says) => {
  const { exit, err } = await tagproof(`run --target ${await serving()} ${SOME} ${gate}`);
  expect([exit, err]).toEqual([code, says]);
});

test('--fail-on unverified ends with 0 if all are verified', async () => {
  const { exit, out, err } = await tagproof(`run ${SOME} --fail-on unverified`);
  expect([exit, err]).toEqual([0, '']);
  expect(out).toMatch(/\nthis run verified (\d+) of the \1 must cells of the selected cases\n/);
});

test('--fail-on dialect fails where a reply differs from the dialect of the target file', async () => {
  const world = readFileSync(WORLD, 'utf8');
  const declaring = (option: string): string =>
    fileWith(`target: ${url}\ndialect: { tagKeys.effect: ${option} }\n${world}`, `${option}.yaml`);
  const url = await serving();
  const words = (option: string): string =>
    `run --target ${declaring(option)} ${ONE} --only tag-keys/one-of-several@group.admin`;
  expect((await tagproof(words('none'))).exit).toBe(0);
  const { exit, err } = await tagproof(`${words('none')} --fail-on dialect`);
  expect([exit, err]).toEqual([
    1,
    expect.stringMatching(/^--fail-on dialect: 1 case against its dialect: tag-keys/),
  ]);
  expect((await tagproof(`${words('filter')} --fail-on dialect`)).exit).toBe(0);
});

test('--min-coverage is of the cells of the selected cases', async () => {
  expect((await tagproof(`run ${ONE} --min-coverage 100%`)).exit).toBe(0);
  const { exit, err } = await tagproof(`run --target ${await serving()} ${SOME} --min-coverage 95%`);
  expect(exit).toBe(1);
  expect(err).toMatch(/^--min-coverage 95%: \d+ of \d+ must cells verified \(\d+\.\d %\)\n$/);
});
