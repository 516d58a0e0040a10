/** Each format against its published schema or an independent reader, on every stream and on runs in which all fails. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll } from '../record/reporter.ts';
import type { ReporterName } from '../../world/target-file/report-word.ts';
import { REPORTERS } from '../reporters.ts';
import { readNdjson } from '../record/read-ndjson.ts';
import { readJunit, readResults } from '../test-helpers/junit-results.ts';
import { allFailing } from '../test-helpers/many.ts';
import { WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, exchange, failed, run, silent, skipped } from '../test-helpers/streams.ts';

const require = createRequire(import.meta.url);
const jsonOf = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;

const SAMPLE = readNdjson(readFileSync('reports/sample/events.ndjson', 'utf8'), 'events.ndjson');
const STREAMS: readonly (readonly [string, readonly RunEvent[]])[] = [
  ...WHOLE_STREAMS,
  ['the sample', SAMPLE],
  ['60 failing cases', allFailing(60)],
];
const text = (name: ReporterName, events: readonly RunEvent[]): string =>
  foldAll(REPORTERS[name].open({ colour: false }), events);

const draft06 = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(draft06);
draft06.addMetaSchema(jsonOf(require.resolve('ajv/dist/refs/json-schema-draft-06.json')));
for (const schema of Object.values(require('har-schema') as Record<string, object>))
  draft06.addSchema(schema);

describe('HAR', () => {
  const har = (events: readonly RunEvent[]): Har => JSON.parse(text('har', events)) as Har;

  it.each(STREAMS)('%s: fits the schema of version 1.2', (_, events) => {
    draft06.validate('har.json', har(events));
    expect(draft06.errors ?? []).toEqual([]);
  });

  it('holds every recorded exchange in the order of sending', () => {
    const event = failed('a@group.client', {
      exchanges: [exchange('{}', { at: 2000, step: 'second' })],
      others: [exchange('{}', { at: 1000, step: 'first' }), silent('timed out')],
    });
    const { entries } = har(run([event])).log;
    expect(entries.map(({ comment }) => comment)).toEqual([
      'a@group.client',
      'a@group.client (first)',
      'a@group.client (second)',
    ]);
    expect(entries.map(({ response }) => response.status)).toEqual([0, 200, 200]);
  });

  it('says of how many cases it holds nothing, and how to get all', () => {
    const log = har(run([caseOf(), skipped('s@group.client', 'needs a token')])).log;
    expect(log.comment).toBe('0 exchanges; of 1 case none is recorded: run with --exchanges all');
  });

  it.each([
    ['POST /api/x', 'https://staging.example.com/base/api/x'],
    ['POST /api/ä b%zz%41 (absolute-form)', 'https://staging.example.com/base/api/%C3%A4%20b%25zz%41'],
    ['POST /\ud800', 'https://staging.example.com/base/%EF%BF%BD'],
  ])('%j is sent to %s', (start, url) => {
    const request = { ...exchange('').request, start };
    expect(
      har(run([failed('a@group.client', { exchanges: [exchange('', { request })] })])).log.entries[0]?.request
        .url,
    ).toBe(url);
  });
});

const casesOf = (events: readonly RunEvent[]) => events.filter((event) => event.kind === 'case-finished');

const readable = STREAMS.filter(([name]) => name !== 'no case');

it.each(readable)('JUnit of %s: two independent readers count its cases', async (_, events) => {
  const xml = text('junit', events);
  const partial = events.some((event) => event.kind === 'run-finished' && event.partial !== '') ? 1 : 0;
  const tests = casesOf(events).length + partial;
  const { testsuite = [] } = await readJunit(xml);
  expect(testsuite.flatMap(({ testcase = [] }) => testcase)).toHaveLength(tests);
  expect(readResults(xml).total).toBe(tests);
});
