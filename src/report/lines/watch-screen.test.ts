/** The screen of `run --watch` fits its terminal, whatever there is to say. */
import { expect, test } from 'vitest';
import { PLAIN } from './colours.ts';
import type { CaseFinished } from '../record/events.ts';
import { recordOf } from '../record/reporter.ts';
import { summaryOf } from '../facts/summary.ts';
import { caseOf, errored, failed, run, TOO_SHORT, warned } from '../test-helpers/streams.ts';
import { screenLines, type Screen } from './watch-screen.ts';

const LONG = `a reason ${'that goes on '.repeat(40)}\u001b[2J\nand on`;
const ofCases = (...cases: readonly CaseFinished[]) => ({ summary: summaryOf(recordOf(run(cases))) });
const QUIET: Screen = {
  target: 'http://127.0.0.1:8080',
  ...ofCases(caseOf()),
  ran: { count: 1, ms: 7 },
  running: undefined,
  trouble: '',
  filter: '',
  typing: undefined,
};
const SCREENS: readonly Screen[] = [
  QUIET,
  { ...QUIET, ran: undefined, filter: 'own/*', typing: 'x'.repeat(200) },
  { ...QUIET, trouble: `error: ${LONG}\n`.repeat(60) },
  {
    ...QUIET,
    ...ofCases(
      ...Array.from({ length: 90 }, (_, at) =>
        failed(`own/${'x'.repeat(at * 3)}@group.admin`, {
          findings: [{ ...TOO_SHORT, clause: `dialect/q${at}` }],
        }),
      ),
    ),
  },
  { ...QUIET, ...ofCases(warned('own/w'), errored('own/e', LONG), failed('own/f')) },
];

test.each([
  [120, 40],
  [80, 24],
  [40, 12],
  [20, 8],
])('%i columns and %i lines are enough', (columns, rows) => {
  for (const screen of SCREENS) {
    const lines = screenLines(screen, PLAIN, { columns, rows });
    expect(lines.length).toBeLessThan(rows);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.slice(-2).some((line) => /^(Enter|\/x)/.test(line))).toBe(true);
  }
});

test('what failed stands before a warning and what got no reply, and the first cause comes in full', () => {
  const [, , , many, three] = SCREENS;
  const lines = screenLines(three ?? QUIET, PLAIN, { columns: 120, rows: 60 });
  expect(lines.slice(1, 4)).toEqual([
    'FAILED: 1 cause in 1 case, 1 warning',
    expect.stringMatching(/^ {2}FAIL 1 case {2}7\.3\/string-min-length/),
    expect.stringMatching(/^ {2}WARN 1 case .*own\/w/),
  ]);
  expect(lines[4]).toMatch(/^1 errored: a reason that goes on/);
  expect(lines.join('\n')).toContain('\n  example   own/f');
  expect(screenLines(many ?? QUIET, PLAIN, { columns: 80, rows: 24 })).toContain(
    '  and 79 more causes, 79 of them failing',
  );
});

test('sentences are wrapped, and what runs is said', () => {
  const screen = {
    ...QUIET,
    running: 316,
    trouble: 'error: nothing listens there; start it, or correct the host and the port',
  };
  expect(screenLines(screen, PLAIN, { columns: 40, rows: 24 })).toEqual([
    'tagproof --watch: http://127.0.0.1:8080',
    'error: nothing listens there; start it,',
    '  or correct the host and the port',
    '',
    'PASSED',
    'running 316 cases; of all: 1 passed, 0',
    '  failed, 0 warned, 0 skipped, 0 errored',
    '',
    'Enter all, f failed, / filter, q quit;',
    '  saved files re-run automatically',
  ]);
});
