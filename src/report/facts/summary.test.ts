import { expect, test } from 'vitest';
import type { MustCells } from '../record/events.ts';
import { recordOf } from '../record/reporter.ts';
import { caseOf, errored, failed, NO_TYPE, run, skipped, warned } from '../test-helpers/streams.ts';
import { summaryOf } from './summary.ts';

const cells = (changes: Partial<MustCells> = {}): MustCells => ({
  whole: true,
  mustCells: 10,
  verified: 10,
  failed: 0,
  notVerified: 0,
  ...changes,
});
const known = { ...failed('k@group.client'), known: 'b.yaml' };
const both = failed('f@group.client', { findings: [NO_TYPE, ...failed('').findings] });

test.each([
  ['PASSED', 'good', [caseOf()], { cells: cells() }, {}],
  ['PASSED', 'warned', [caseOf()], { cells: cells({ verified: 9, notVerified: 1 }) }, {}],
  ['PASSED', 'warned', [caseOf()], { cells: cells({ whole: false }) }, {}],
  ['PASSED', 'warned', [caseOf()], {}, {}],
  ['PASSED', 'warned', [caseOf()], { cells: cells({ whole: false, mustCells: 0, verified: 0 }) }, {}],
  ['PASSED: 1 warning', 'warned', [warned('w@group.client')], { cells: cells() }, {}],
  ['PASSED: a quick run', 'warned', [caseOf()], { cells: cells() }, { options: { quick: true } }],
  ['PASSED: 1 known cause, nothing new', 'warned', [caseOf(), known, known], { cells: cells() }, {}],
  ['FAILED: 1 cause in 2 cases', 'bad', [failed('a@x'), failed('b@x')], { partial: 'interrupted' }, {}],
  ['FAILED: 1 cause in 1 case, 1 warning, 1 known cause', 'bad', [known, both], {}, {}],
  [
    'PASSED: 1 cause in 2 cases taken into the baseline, 1 known cause',
    'warned',
    [known, failed('a@x'), failed('b@x')],
    { gate: { green: true, lines: [] } },
    {},
  ],
  ['FAILED: 1 case', 'bad', [failed('f@group.client', { findings: [] })], {}, {}],
  [
    'FAILED: 2 of the baseline did not occur',
    'bad',
    [caseOf()],
    { gate: { green: false, lines: ['2 of the baseline did not occur:', '  x'] } },
    {},
  ],
  ['INCOMPLETE: 1 of 9 cases ran', 'unknown', [caseOf()], { partial: 'interrupted' }, { planned: 9 }],
  ['INCOMPLETE', 'unknown', [errored('e@group.client', 'x')], { partial: 'interrupted' }, {}],
  [
    'INCOMPLETE: 1 case got no reply to judge',
    'unknown',
    [caseOf(), errored('e@group.client', 'x')],
    { cells: cells() },
    {},
  ],
  ['NOTHING VERIFIED', 'unknown', [skipped('s@group.client', 'x')], {}, {}],
  ['NOTHING VERIFIED', 'unknown', [], {}, {}],
  ['NOTHING VERIFIED', 'unknown', [caseOf()], { cells: cells({ verified: 0, notVerified: 10 }) }, {}],
] as const)('%s', (words, tone, cases, finished, started) => {
  expect(summaryOf(recordOf(run(cases, { finished, started }))).headline).toEqual({ tone, words });
});

test.each([
  [
    {},
    'slowed down to about 2 requests/s; 90 requests were sent again: run with --rate 2, or declare the limits of the keys',
  ],
  [
    { inVain: true as const },
    'slowed down to about 2 requests/s; 90 requests were sent again, and slowing down did not help: the log of the target says what it refuses',
  ],
])('a target that limits requests, with %j', (changes, line) => {
  const events = run([caseOf()], { finished: { pace: { perSecond: 2, resent: 90, ...changes } } });
  expect(summaryOf(recordOf(events)).answers).toEqual([line]);
});
