/** Baselines: which files are read, what an entry accepts, and what becomes of each entry after a run. */
import { describe, expect, test } from 'vitest';
import { recordOf } from '../report/record/reporter.ts';
import {
  failed,
  caseOf,
  errored,
  run as eventsOf,
  TOO_SHORT,
  warned,
} from '../report/test-helpers/streams.ts';
import type { CaseFinished } from '../engine/events.ts';
import { baselineFrom, type Baseline } from './baseline.ts';
import {
  accepts,
  baselineObjections,
  entriesOf,
  holdBaseline,
  isKnown,
  type EntryState,
} from './hold-baseline.ts';
import { soundRun } from './run-gates.ts';

const ID = 'id/one-short@group.admin';
const KEY = `${ID} 7.3/string-min-length wrong-outcome`;

const read = (...entries: readonly string[]): Baseline =>
  baselineFrom({
    file: 'baseline.yaml',
    text: `baseline: 1\nfindings:\n${entries.map((entry) => `  - { ${entry} }\n`).join('')}`,
  });
const known = (more = ''): Baseline => read(`finding: "${KEY}", reason: why${more}`);

test.each([
  ['finding: "id/one-short 7.3", reason: why', ':3:16: it is not the key of a finding'],
  ['finding: "a@b 7.3/strin-min-length wrong-tags", reason: why', 'did you mean "7.3/string-min-length"?'],
  ['finding: "a@b 7.3/string-min-length wrong-tag", reason: why', 'did you mean "wrong-tags"?'],
  [`finding: "${KEY}", reason: why, expires: "2027-02-30"`, '"2027-02-30" is not a day'],
  [`finding: "${KEY}", reason: why, expires: 2027`, ':3:'],
  [`finding: "${KEY}", reason: why, atMost: all`, 'write a share of all requests, in quotes: "1%"'],
  [`findin: "${KEY}", reason: why`, 'did you mean "finding"?'],
  [`finding: "${KEY}"`, '"reason"'],
  [`finding: "${KEY}", reason: " "`, 'the reason is blank'],
])('a file with %s is rejected', (entry, message) => {
  expect(() => read(entry)).toThrow(message);
});

test('a finding that is listed twice is rejected', () => {
  expect(() => read(`finding: "${KEY}", reason: a`, `finding: "${KEY}", reason: b`)).toThrow('listed twice');
});

test.each([
  [undefined, 0.9, true],
  ['1%', 0.01, true],
  ['1%', 0.0101, false],
  ['1%', undefined, true],
])('an entry of at most %s accepts a share of %s: %s', (atMost, share, isAccepted) => {
  const [entry = expect.unreachable()] = known(atMost === undefined ? '' : `, atMost: "${atMost}"`).entries;
  expect(accepts(entry, share === undefined ? {} : { share })).toBe(isAccepted);
});

describe('an entry', () => {
  const extent = (...cases: readonly CaseFinished[]) => ({ cases, whole: true, ids: new Set([ID]) });
  const passed = caseOf({ case: { id: ID } });

  test.each<readonly [state: EntryState, more: string, run: Parameters<typeof holdBaseline>[1]]>([
    ['known', '', extent(failed(ID))],
    ['known', ', expires: "2027-01-31"', extent(failed(ID))],
    ['expired', ', expires: "2027-01-30"', extent(failed(ID))],
    ['gone', '', extent(passed)],
    ['not seen', ', flaky: true', extent(passed)],
    ['not seen', ', atMost: "1%"', extent(passed)],
    ['not checked', '', extent(errored(ID, 'timed out'))],
    ['not checked', '', extent()],
    ['no case', '', { ...extent(), ids: new Set() }],
    ['not checked', '', { ...extent(), whole: false, ids: undefined }],
    ['no case', '', { ...extent(), ids: undefined }],
  ])('is %s (%#)', (state, more, run) => {
    expect(entriesOf(holdBaseline(known(more), run, '2027-01-31'), state)).toHaveLength(1);
  });

  const ANY = '* 7.3/string-min-length wrong-outcome';
  test.each<readonly [state: EntryState, finding: string, run: Parameters<typeof holdBaseline>[1]]>([
    ['known', ANY, extent(failed('x@group.client'))],
    ['known', ANY.replace('*', 'id/*@group.*'), extent(failed(ID))],
    ['gone', ANY, extent(passed)],
    ['gone', ANY.replace('*', 'id/*'), extent(failed('x@group.client'), passed)],
    ['not checked', ANY, extent(passed, errored('x@group.admin', 'timed out'))],
    ['not checked', ANY, { ...extent(passed), whole: false }],
    ['no case', ANY.replace('*', 'nothing/*'), extent(passed)],
  ])('for several cases is %s: %s (%#)', (state, finding, run) => {
    const held = holdBaseline(read(`finding: "${finding}", reason: why`), run, '2027-01-31');
    expect(entriesOf(held, state)).toHaveLength(1);
    expect(held.fresh).toHaveLength(state === 'gone' && run.cases.length === 2 ? 1 : 0);
  });

  test('of the run as a whole is gone where it is not reported', () => {
    const hungUp = read('finding: "throughout/hung-up 1/http-200/reply no-reply", reason: why');
    expect(entriesOf(holdBaseline(hungUp, extent(), '2027-01-31'), 'gone')).toHaveLength(1);
    const cut = holdBaseline(hungUp, { ...extent(), whole: false }, '2027-01-31');
    expect(entriesOf(cut, 'not checked')).toHaveLength(1);
  });

  test('that is new is an objection once; a new warning only where warnings count', () => {
    const run = extent(failed('x@group.admin'), failed('x@group.admin'), warned('y@group.admin'));
    const held = holdBaseline(known(), run, '2027-01-31');
    const lines = (warnings: boolean) => baselineObjections(held, warnings)[0]?.lines;
    expect(lines(false)).toEqual([
      '1 new finding, not in the baseline:',
      '  x@group.admin 7.3/string-min-length wrong-outcome',
    ]);
    expect(lines(true)?.[0]).toBe('2 new findings, not in the baseline:');
  });
});

test.each<readonly [what: string, event: CaseFinished, is: boolean]>([
  ['with findings that are all known', failed(ID), true],
  ['of another endpoint', failed('id/one-short@group.client'), false],
  ['with another must', failed(ID, { findings: [TOO_SHORT, { ...TOO_SHORT, clause: '2.1/length' }] }), false],
  ['that failed without a finding', failed(ID, { findings: [] }), false],
])('a case %s is known: %s', (_, event, is) => {
  expect(isKnown(known())(event)).toBe(is);
});

test.each([
  [1, []],
  [2, ['the record is incomplete: 1 of 2 planned cases are missing']],
  [0, ['the record is not one run: it holds 1 case more than were planned']],
])('a record of one case of %i planned', (planned, lines) => {
  const record = recordOf(eventsOf([caseOf()], { started: { planned } }));
  expect(soundRun(record).flatMap((objection) => objection.lines)).toEqual(lines);
});
