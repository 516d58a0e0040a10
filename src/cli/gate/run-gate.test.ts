/** The gates of a run over its events, and each option of them once through the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { soundRun } from '../../report/gate/run-gates.ts';
import type { CaseFinished, RunFinished } from '../../report/record/events.ts';
import { recordOf } from '../../report/record/reporter.ts';
import {
  caseOf,
  failed,
  NO_TYPE,
  run,
  shownBy,
  skipped,
  TOO_SHORT,
  warned,
} from '../../report/test-helpers/streams.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { knownFailures } from '../fuzz/known-failures.ts';
import type { Io } from '../io/io.ts';
import type { GateOptions } from '../options/option-register.ts';
import { instancesIn } from '../session/suite.ts';
import { fileWith, folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';
import { exitOf, runGateOf } from './run-gate.ts';

let suite: readonly Instance[] = [];
beforeAll(async () => {
  const all = await instancesIn({ suite: ['suites/2-resources.yaml'] });
  suite = all.filter(({ id }) => /^id\/one-(?:short|long)@group\./.test(id));
});

/** What the gates say of a run of these cases: its exit code, the lines, and the events as reports get them. */
async function held(
  options: GateOptions,
  cases: readonly CaseFinished[],
  finished: Partial<RunFinished> = {},
  whole = false,
) {
  const gate = await runGateOf(options, { suite, whole, at: new Date('2026-11-20') });
  const events = run(cases, { finished }).map((event) => gate.on(event));
  let err = '';
  const exit = gate.explain({ err: { write: (text: string) => (err += text) } } as unknown as Io);
  return { exit, err, events };
}

test.each([
  [0, 'as planned', [caseOf()], {}],
  [2, 'without a verified must', [], {}],
  [1, 'cut, behind a broken must', [failed('a@group.client')], { partial: 'interrupted' }],
  [3, 'cut', [caseOf()], { partial: 'interrupted' }],
  [3, 'by an outage, behind a broken must', [failed('a@group.client')], { stoppedAnswering: true }],
] as const)('the exit code is %i of a run that ended %s', (code, _, cases, finished) => {
  expect(exitOf(soundRun(recordOf(run(cases, { finished }))))).toBe(code);
});

describe('--fail-on and --min-coverage', () => {
  const cells = { whole: false, mustCells: 20, verified: 18, failed: 0, notVerified: 2 };
  const dialect = shownBy({ ...NO_TYPE, clause: 'dialect/tagKeys.effect' });
  const cases = [
    caseOf(),
    skipped('b', 'why'),
    warned('c', { findings: [dialect] }),
    caseOf({ flaky: ['pass', 'fail'], case: { id: 'd' } }),
  ];

  test.each<readonly [options: GateOptions, exit: number, says: string]>([
    [{}, 0, 'flaky: 1 case: d\n'],
    [{ failOn: ['fail'] }, 0, ''],
    [{ failOn: ['warn'] }, 1, '--fail-on warn: 1 case warned: c\n'],
    [{ failOn: ['skip'] }, 1, '--fail-on skip: 1 case skipped: b\n'],
    [{ failOn: ['flaky'] }, 1, '--fail-on flaky: 1 case flaky: d\n'],
    [{ failOn: ['dialect'] }, 1, '--fail-on dialect: 1 case against its dialect: c\n'],
    [
      { failOn: ['unverified'] },
      1,
      '--fail-on unverified: 2 of the 20 must cells of the selected cases not verified\n',
    ],
    [{ minCoverage: 90 }, 0, ''],
    [{ minCoverage: 95 }, 1, '--min-coverage 95%: 18 of 20 must cells verified (90.0 %)\n'],
  ])('%j ends with %i', async (options, code, says) => {
    const { exit, err } = await held(options, cases, { cells });
    expect([exit, err]).toEqual([code, expect.stringContaining(says)]);
  });

  test('are read by run', async () => {
    const words = 'run --suite suites/7.2-not-found.yaml --only not-found/plain@group.*';
    expect((await tagproof(`${words} --fail-on unverified --min-coverage 100%`)).exit).toBe(0);
    const { exit, err } = await tagproof(`${words} --target ${await serving()} --fail-on skip,unverified`);
    expect(exit).toBe(2);
    expect(err).toMatch(/\n--fail-on skip: 3 cases skipped: .*\n--fail-on unverified: \d+ of the /);
  });
});

describe('--baseline', () => {
  const file = join(folder(), 'baseline.yaml');
  const write = (text: string): void => writeFileSync(file, text);
  const CASES =
    '  cases:\n    - id/one-short@group.client\n    - id/one-short@group.server\n    - id/one-short@group.admin\n';
  const entry = (more: string): string => `- clause: 7.3/string-min-length\n  kind: wrong-outcome\n${more}`;
  const ENTRY = entry(`${CASES}  reason: to be looked at\n`);
  const ids = (id: string) => ['client', 'server', 'admin'].map((variant) => `${id}@group.${variant}`);
  const passing = (id: string) => ids(id).map((each) => caseOf({ case: { id: each } }));
  const SHORT = [...ids('id/one-short').map((id) => failed(id)), ...passing('id/one-long')];
  const LONG = shownBy({ ...TOO_SHORT, clause: '7.3/string-max-length' });

  test('passes for what it knows, and reports say so', async () => {
    write(ENTRY);
    const { exit, err, events } = await held({ baseline: file }, SHORT);
    expect([exit, err]).toEqual([0, 'baseline: 1 entry occurred, nothing new\n']);
    expect(events[1]).toMatchObject({ known: file, notes: [`known: it is listed in ${file}`] });
  });

  test('fails for a new finding, and for entries that did not occur, with their places', async () => {
    write(ENTRY);
    const long = [
      ...passing('id/one-short'),
      ...ids('id/one-long').map((id) => failed(id, { findings: [LONG] })),
    ];
    const { exit, err } = await held({ baseline: file }, long);
    expect(exit).toBe(1);
    expect(err).toContain('baseline: 3 new findings:\n  id/one-long@group.client ');
    expect(err).toContain(
      `baseline: 1 entry did not occur; --update-baseline takes it out:\n  ${file}:1:3: 7.3/string-min-length wrong-outcome\n`,
    );
  });

  test('says nothing of an entry whose cases the selection left out', async () => {
    write(ENTRY);
    expect(await held({ baseline: file }, passing('id/one-long'))).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/^baseline: 1 entry not checked: /),
    });
  });

  test.each([
    ['in a part of the suite', 0, false],
    ['in a whole run', 1, true],
  ])('names an entry about no case of the suite, %s', async (_, code, whole) => {
    write(entry('  cases: ["id/one-shrt@group.*"]\n  reason: ours\n'));
    const { exit, err } = await held({ baseline: file }, passing('id/one-short'), {}, whole);
    expect([exit, err]).toEqual([
      code,
      `baseline: 1 entry about no case of this suite; correct the name, or take the entry out:\n  ${file}:1:3: 7.3/string-min-length wrong-outcome: no case is called id/one-shrt@group.*; did you mean "id/one-short@group.admin"?\n`,
    ]);
  });

  test('takes a finding of all requests, which no case of the suite is about, for no misspelt name', async () => {
    write(entry('  cases: [throughout/content-type]\n  reason: ours\n'));
    const { err } = await held({ baseline: file }, passing('id/one-short'), {}, true);
    expect(err).toMatch(/^baseline: 1 entry did not occur; /);
  });

  test.each([
    ['a glob', 'cases: ["id/*@group.*"]', 0],
    ['no cases', 'reason: ours', 0],
    ['some of the cases', 'cases: [id/one-short@group.client]', 1],
    ['a day to come', 'until: "2026-11-20"', 0],
    ['a day that is past', 'until: "2026-11-19"', 1],
  ])('with %s', async (_, member, code) => {
    write(entry(`  ${member}\n${member.startsWith('reason') ? '' : '  reason: ours\n'}`));
    expect((await held({ baseline: file }, SHORT)).exit).toBe(code);
  });

  test('keeps reasons and comments of what still occurs when it is written anew, and loses the others', async () => {
    const kept = `# our file\n${ENTRY.replace('to be looked at', 'GAME-12 # soon')}`;
    const old =
      '- clause: 7.3/string-max-length\n  kind: wrong-outcome\n  cases: [id/one-long@*]\n  reason: old\n';
    write(kept + old);
    const options = { baseline: file, updateBaseline: true };
    // Of the last entry no case ran: it stays.
    const part = await held(options, [...SHORT.slice(0, 3), caseOf()]);
    expect([part.exit, part.err]).toEqual([0, expect.stringContaining('0 added, 0 taken out, 2 kept\n')]);
    const cut = await held(options, SHORT, { partial: 'interrupted' });
    expect(cut.err).toContain('not written, since not every case ran');
    const whole = await held(options, SHORT);
    expect([whole.exit, whole.err]).toEqual([0, expect.stringContaining('0 added, 1 taken out, 1 kept\n')]);
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });

  test.each([
    ['an entry of any case', '', true],
    ['one of the fuzzer', ', cases: ["fuzz/*"]', true],
    ['one of a case of the suite', ', cases: ["id/*"]', false],
    ['one whose day is past', ', until: "2020-01-31"', false],
  ])('of fuzz knows a finding by %s: %j', (_, more, knows) => {
    write(`- { clause: 1/json/type, kind: content-type, reason: agreed${more} }\n`);
    expect(knownFailures(file, new Date())(NO_TYPE)).toBe(knows ? file : undefined);
  });

  test('is written by run, also over a file of an earlier form, and read by run and fuzz', async () => {
    write('baseline: 1\nfindings: []\n');
    const target = `--target ${await servingMutant('short-ids-not-refused')} --world ${WORLD}`;
    const words = `run ${target} --suite suites/2-resources.yaml --only id/one-short@group.* --only id/one-long@group.* --baseline ${file}`;
    expect((await tagproof(words)).exit).toBe(2);
    const { exit, out, err } = await tagproof(`${words} --update-baseline`);
    expect([exit, /^(?:PASSED|FAILED).*/m.exec(out)?.[0], err]).toEqual([
      0,
      expect.stringMatching(/^PASSED: 1 cause in \d cases taken into the baseline$/),
      `${file}: 1 added, 0 taken out, 0 kept\nbaseline: 1 entry occurred, nothing new\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^# [^]*\n${ENTRY}$`));
    const again = await tagproof(words);
    expect([again.exit, again.out]).toEqual([0, expect.stringContaining('PASSED: 1 known cause')]);
    const only = await tagproof(words.replace('--only id/one-long@group.*', ''));
    expect([only.exit, only.err]).toEqual([
      2,
      expect.stringContaining('no case passed, 3 cases failed, which does not count against'),
    ]);
  });
});

describe('a run that verifies nothing exits with 2', () => {
  const target = async (head = '', world = ''): Promise<string> =>
    fileWith(`${head}target: ${await serving()}\n${world}`, 'my-target.yaml');

  test('whatever the gates, and says what to declare, also in reports for machines', async () => {
    const report = join(folder(), 'report.json');
    const words = `--only reply/success@group.admin --fail-on warn -o console -o ${report}`;
    const { exit, out, err } = await tagproof(`run ${await target()} ${words}`);
    expect(exit).toBe(2);
    expect(err).toMatch(/^error: nothing was verified: [^\n]*skipped\n7 must cells need an Admin key /);
    expect(err).toContain('\nfixtures/seed-kit.yaml has one of each (docs/seeding.md)\n');
    expect(out).toContain(' 7 must cells need an Admin key ');
    expect(out).toMatch(/\n0 passed, 0 failed, 0 warned, 1 skipped, 0 errored\n$/);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      cells: { whole: false, mustCells: 7, verified: 0, failed: 0, notVerified: 7 },
      needs: [{ mustCells: 7, cases: ['reply/success@group.admin'] }],
      cases: [{ endpoints: ['group.admin'], need: 'an Admin key with every rule of its role' }],
    });
  });

  test('though it warned of a reply against the dialect of the file', async () => {
    const file = await target('dialect: { codes.returnCode: name }\n', readFileSync(WORLD, 'utf8'));
    const words = `run ${file} --only reply/success@group.admin --ignore-setup`;
    const { exit, err, out } = await tagproof(words);
    expect(out).toMatch(/\n0 passed, 0 failed, [1-9]\d* warned, 0 skipped, 0 errored\n$/);
    expect([exit, err]).toEqual([2, 'nothing was verified: no case passed, 1 case only warned\n']);
  });
});
