import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../engine/events.ts';
import { jsonReporter, type JsonReport } from './json-reporter.ts';
import { foldAll } from '../record/reporter.ts';
import { HOSTILE, STREAMS, WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, failed, run } from '../test-helpers/streams.ts';

const read = (events: readonly RunEvent[]): JsonReport => JSON.parse(foldAll(jsonReporter(), events));

/** The paths of all keys; a list counts as one item. */
function keysOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) =>
    keysOf(member, path === '' ? key : `${path}.${key}`),
  );
}

describe('the document', () => {
  it('has these keys', () => {
    expect([...new Set(keysOf(read(STREAMS['one failure'])))]).toMatchInlineSnapshot(`
      [
        "format",
        "run.version",
        "run.target",
        "run.at",
        "run.planned",
        "run.ms",
        "run.requests",
        "run.partial",
        "totals.pass",
        "totals.fail",
        "totals.warn",
        "totals.skip",
        "totals.error",
        "pace",
        "cells",
        "cases[].id",
        "cases[].title",
        "cases[].verdict",
        "cases[].reason",
        "cases[].confirmation",
        "cases[].endpoint",
        "cases[].endpoints[]",
        "cases[].clauses[]",
        "cases[].chapter",
        "cases[].file",
        "cases[].line",
        "cases[].index",
        "cases[].ms",
        "cases[].findings[].kind",
        "cases[].findings[].clause",
        "cases[].findings[].level",
        "cases[].findings[].at",
        "cases[].findings[].expected",
        "cases[].findings[].actual",
        "cases[].findings[].exchange",
        "cases[].exchanges[].step",
        "cases[].exchanges[].request.start",
        "cases[].exchanges[].request.headers[][]",
        "cases[].exchanges[].request.body",
        "cases[].exchanges[].request.bytes",
        "cases[].exchanges[].reply.start",
        "cases[].exchanges[].reply.headers[][]",
        "cases[].exchanges[].reply.body",
        "cases[].exchanges[].reply.bytes",
        "cases[].exchanges[].noReply",
        "cases[].exchanges[].ms",
        "cases[].exchanges[].curl",
      ]
    `);
  });

  it('has the same keys without a reply', () => {
    const withoutReply = read(STREAMS['an error']).cases[0]?.exchanges[0];
    expect(withoutReply).toMatchObject({ reply: null, noReply: 'connect ECONNREFUSED' });
  });

  it('lists the cases in the order of the files, not the order in which they ended', () => {
    const order = [2, 0, 1].map((index) => caseOf({ case: { index } }));
    expect(read(run(order)).cases.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('has the run and its totals', () => {
    const { run: facts, totals } = read(
      run([failed('a@group.client')], { finished: { partial: 'interrupted' } }),
    );
    expect({ facts, totals }).toMatchInlineSnapshot(`
      {
        "facts": {
          "at": "2026-11-20T10:00:00.000Z",
          "ms": 1234,
          "partial": "interrupted",
          "planned": 1,
          "requests": 1,
          "target": "https://staging.example.com/base",
          "version": "0.1.0",
          "warnings": [],
        },
        "totals": {
          "error": 0,
          "fail": 1,
          "pass": 0,
          "skip": 0,
          "warn": 0,
        },
      }
    `);
  });

  it('has the figures of cells and the lines to declare', () => {
    const cells = { whole: true, mustCells: 760, verified: 412, failed: 12, notVerified: 336 };
    const declare = [{ list: 'world.groups', line: '- { groupId: ".........." }', what: 'a group' }];
    const document = read(run([caseOf({ verdict: 'skip', declare })], { finished: { cells } }));
    expect(document.cells).toEqual(cells);
    expect(document.cases[0]?.declare).toEqual(declare);
  });

  it('keeps hostile texts unchanged', () => {
    expect(read(STREAMS['hostile texts']).run.target).toBe(HOSTILE);
  });

  it.each(WHOLE_STREAMS)('%s: every case is listed', (_, events) => {
    const cases = events.filter(({ kind }) => kind === 'case-finished');
    expect(read(events).cases).toHaveLength(cases.length);
  });
});
