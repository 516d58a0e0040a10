/** Each table of a run is in every report that shows it, with its heading and all its cells. */
import type { RunRecord } from './record/events.ts';
import { expect, test } from 'vitest';
import { consoleReporter } from './formats/console-reporter.ts';
import { markdownReporter } from './formats/markdown-reporter.ts';
import { runPage } from './html/page-data.ts';
import { documentReporter, foldAll } from './record/reporter.ts';
import { capital, tablesFor } from './tables.ts';
import { caseOf, failed, run } from './test-helpers/streams.ts';

const EVENTS = run([
  failed('a@group.client'),
  caseOf({
    decided: ['tagKeys.effect@group: none', 'id.unit: code points'],
  }),
]);

const records: RunRecord[] = [];
foldAll(
  documentReporter((record) => {
    records.push(record);
    return '';
  }),
  EVENTS,
);
const [RECORD = expect.fail('no record')] = records;

/** Columns are padded, and Markdown escapes what it reads. */
const plain = (text: string): string => text.replaceAll(/[\\`]/g, '');

test.each([
  ['verbose', foldAll(consoleReporter({ colour: false, mode: 'verbose' }), EVENTS), 1],
  ['markdown', foldAll(markdownReporter(), EVENTS), 2],
  ['page', JSON.stringify(runPage(RECORD)), 1],
] as const)('the %s', (report, text, count) => {
  const tables = tablesFor(report, RECORD);
  expect(tables).toHaveLength(count);
  for (const { heading, rows } of tables) {
    expect(text).toContain(report === 'verbose' ? heading : capital(heading));
    for (const cell of rows.flat()) expect(plain(text)).toContain(plain(cell));
  }
});

test('a table without rows is no section', () => {
  const empty = { ...RECORD, cases: [] };
  for (const report of ['verbose', 'markdown', 'page'] as const) expect(tablesFor(report, empty)).toEqual([]);
});
