import { describe, expect, it } from 'vitest';
import type { Verdict } from './record/verdict.ts';
import { progress } from './progress.ts';
import { caseOf, failed, run, started, throughout } from './test-helpers/streams.ts';

const AT = Date.parse(started().at);
const USUAL = {
  totals: { pass: 110, fail: 2, warn: 1, skip: 6, error: 1 },
  planned: 500,
  elapsed: 12_000,
  columns: 80,
};

/** The line after so many cases of each verdict. */
function lineOf(changes: Partial<typeof USUAL>): string {
  const { totals, planned, elapsed, columns } = { ...USUAL, ...changes };
  const bar = progress();
  bar.on(started({ planned }));
  for (const [verdict, count] of Object.entries(totals) as readonly (readonly [Verdict, number])[])
    for (let at = 0; at < count; at += 1) bar.on(caseOf({ verdict }));
  return bar.line(columns, AT + elapsed);
}

it.each([
  ['counts and the time left', {}, '120/500, 2 failed, 1 warned, 6 skipped, 1 errored, about 38.0 s left'],
  ['no estimate at the start', { elapsed: 100 }, '120/500, 2 failed, 1 warned, 6 skipped, 1 errored'],
  ['no estimate at the end', { planned: 120 }, '120/120, 2 failed, 1 warned, 6 skipped, 1 errored'],
  ['the parts that do not fit are left out', { columns: 30 }, '120/500, 2 failed, 1 warned'],
  ['nor does it fill the terminal', { columns: 27 }, '120/500, 2 failed'],
  ['a terminal without room', { columns: 3 }, ''],
  ['zero is left out', { totals: { pass: 0, fail: 0, warn: 0, skip: 0, error: 0 } }, '0/500'],
  ['an invalid time', { elapsed: Number.NaN, columns: 20 }, '120/500, 2 failed'],
])('the line: %s', (_, changes, line) => {
  expect(lineOf(changes)).toBe(line);
});

describe('the fold', () => {
  it('counts from the start to the end of the run', () => {
    const bar = progress();
    const lines = run([caseOf(), failed('a@group.client')]).map((event) => {
      bar.on(event);
      return bar.line(80, AT + 1000);
    });
    expect(lines).toEqual(['0/2', '1/2, about 1.0 s left', '2/2, 1 failed', '']);
  });

  it('counts planned cases, not the entries after them', () => {
    const bar = progress();
    const lines = run([caseOf(), throughout(1)], { started: { planned: 1 } }).map((event) => {
      bar.on(event);
      return bar.line(80, AT + 1000);
    });
    expect(lines).toEqual(['0/1', '1/1', '1/1, 1 warned', '']);
  });
});
