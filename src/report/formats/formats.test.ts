/** Each format against its published schema or an independent reader, on every stream and on runs in which all fails. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import draft04Module from 'ajv-draft-04';
import formats from 'ajv-formats';
import { validate as validateCtrf } from 'ctrf';
import type { Har } from 'har-format';
import { parse as parseJunit } from 'junit2json';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../engine/events.ts';
import { bucketKey } from '../../judge/finding.ts';
import { foldAll } from '../record/reporter.ts';
import type { ReporterName } from '../reporter-register.ts';
import { REPORTERS } from '../reporters.ts';
import { readNdjson } from '../record/read-ndjson.ts';
import { readResults } from '../test-helpers/junit-results.ts';
import { allFailing } from '../test-helpers/many.ts';
import { WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import {
  caseOf,
  errored,
  exchange,
  failed,
  NO_TYPE,
  run,
  silent,
  skipped,
  TOO_SHORT,
  warned,
} from '../test-helpers/streams.ts';

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

const draft04 = new draft04Module.default({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(draft04);
const sarifSchema = draft04.compile(
  jsonOf(require.resolve('@microsoft/jest-sarif').replace(/index\.js$/, 'schemas/sarif-2.1.0-rtm.5.json')),
);

describe('SARIF', () => {
  const sarif = (events: readonly RunEvent[]): Log => JSON.parse(text('sarif', events)) as Log;

  it.each(STREAMS)('%s: fits the schema of version 2.1.0', (_, events) => {
    sarifSchema(sarif(events));
    expect(sarifSchema.errors ?? []).toEqual([]);
  });

  it('has one run, whose fingerprints are the keys of its causes', () => {
    const event = failed('id/x@group.client', { findings: [TOO_SHORT, NO_TYPE] });
    const { runs } = sarif(run([event]));
    expect(runs).toHaveLength(1);
    const keys = runs[0]?.results?.map(({ fingerprints }) => Object.values(fingerprints ?? {}));
    expect(keys).toEqual([TOO_SHORT, NO_TYPE].map((found) => [bucketKey(found)]));
  });

  it('makes one result of a cause, with the places and names of its cases', () => {
    const cases = Array.from({ length: 200 }, (_, index) =>
      failed(`c${index}@group.client`, { case: { index } }),
    );
    const results = sarif(run(cases)).runs[0]?.results ?? [];
    expect(results).toHaveLength(1);
    expect(results[0]?.message.text).toMatch(
      /; in 200 cases on gamePlayer\.client, for example c0@group\.client$/,
    );
    expect(results[0]?.relatedLocations).toHaveLength(20);
    expect(results[0]?.properties).toMatchObject({ caseCount: 200, cases: { length: 100 } });
  });

  it.each([
    ['suites/7.yaml', 'suites/7.yaml'],
    ['', undefined],
  ])('points at the file %j of a case', (file, uri) => {
    const [result] = sarif(run([failed('x@group.client', { case: { file } })])).runs[0]?.results ?? [];
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(uri);
  });

  it('names each clause once as a rule, with its level', () => {
    const driver = sarif(run([failed('a@group.client'), failed('b@group.client'), warned('c@group.client')]))
      .runs[0]?.tool.driver;
    expect(driver?.rules?.map(({ id, defaultConfiguration }) => [id, defaultConfiguration?.level])).toEqual([
      ['7.3/string-min-length', 'error'],
      ['1/json/type', 'warning'],
    ]);
  });

  it('says that a run was not successful where it is not whole or a case was not judged', () => {
    const successful = (events: readonly RunEvent[]) =>
      sarif(events).runs[0]?.invocations?.[0]?.executionSuccessful;
    expect(successful(run([caseOf()]))).toBe(true);
    expect(successful(run([caseOf()], { finished: { partial: 'interrupted' } }))).toBe(false);
    expect(successful(run([errored('a@group.client', 'timed out')]))).toBe(false);
  });

  it('has the musts first', () => {
    const results = sarif(run([warned('w@group.client'), failed('f@group.client')])).runs[0]?.results;
    expect(results?.map(({ level }) => level)).toEqual(['error', 'warning']);
  });
});

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

describe('CTRF', () => {
  it.each(STREAMS)('%s: its reference implementation accepts it', (_, events) => {
    expect(validateCtrf(JSON.parse(text('ctrf', events)))).toMatchObject({ valid: true });
  });

  it('counts what its tests show; a run that is not whole has a failed test', () => {
    const events = run(
      [
        caseOf(),
        failed('f@group.client'),
        warned('w@group.client'),
        skipped('s@group.client', 'x'),
        errored('e@group.client', 'x'),
      ],
      {
        finished: { partial: 'interrupted' },
      },
    );
    const { summary, tests } = (
      JSON.parse(text('ctrf', events)) as {
        results: { summary: object; tests: { status: string; name: string }[] };
      }
    ).results;
    expect(summary).toMatchObject({ tests: 6, passed: 2, failed: 2, skipped: 1, pending: 0, other: 1 });
    expect(tests.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([
      'f@group.client',
      'run/complete',
    ]);
  });
});

const casesOf = (events: readonly RunEvent[]) => events.filter((event) => event.kind === 'case-finished');

describe('JUnit', () => {
  const readable = STREAMS.filter(([name]) => name !== 'no case');

  it.each(readable)('%s: two independent readers count its cases', async (_, events) => {
    const xml = text('junit', events);
    const partial = events.some((event) => event.kind === 'run-finished' && event.partial !== '') ? 1 : 0;
    const tests = casesOf(events).length + partial;
    const read = await parseJunit(xml);
    const suites = read !== null && read !== undefined && 'testsuite' in read ? (read.testsuite ?? []) : [];
    expect(suites.flatMap(({ testcase = [] }) => testcase)).toHaveLength(tests);
    expect(readResults(xml).total).toBe(tests);
  });
});
