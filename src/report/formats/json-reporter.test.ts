import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { jsonReporter, type JsonReport } from './json-reporter.ts';
import { foldAll } from '../record/reporter.ts';
import { HOSTILE, STREAMS, WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, needing, run } from '../test-helpers/streams.ts';

const read = (events: readonly RunEvent[]): JsonReport => JSON.parse(foldAll(jsonReporter(), events));

/** Its keys and the facts of its run: reports/sample/report.json, which is always fresh. */
describe('the document', () => {
  it('has the same keys without a reply', () => {
    const withoutReply = read(STREAMS['an error']).cases[0]?.exchanges[0];
    expect(withoutReply).toMatchObject({ reply: null, noReply: 'connect ECONNREFUSED' });
  });

  it('lists the cases in the order of the files, not the order in which they ended', () => {
    const order = [2, 0, 1].map((index) => caseOf({ case: { index } }));
    expect(read(run(order)).cases.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('has the figures of cells, and what to declare with the cases that need it', () => {
    const cells = { whole: true, mustCells: 760, verified: 412, failed: 12, notVerified: 336 };
    const document = read(run([needing('a@group.client', 'a group')], { finished: { cells } }));
    expect(document.cells).toEqual({ ...cells, uncounted: null });
    expect(document.cases[0]?.need).toBe('a group');
    expect(document.needs).toEqual([{ need: 'a group', mustCells: 1, cases: ['a@group.client'] }]);
  });

  it('keeps hostile texts unchanged', () => {
    expect(read(STREAMS['hostile texts']).run.target).toBe(HOSTILE);
  });

  it.each(WHOLE_STREAMS)('%s: every case is listed', (_, events) => {
    const cases = events.filter(({ kind }) => kind === 'case-finished');
    expect(read(events).cases).toHaveLength(cases.length);
  });
});
