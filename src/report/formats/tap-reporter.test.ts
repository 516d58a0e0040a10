/** TAP 14, parsed again: the test lines by the grammar of the format, the blocks by a YAML parser. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunEvent } from '../../engine/events.ts';
import { foldAll } from '../record/reporter.ts';
import { HOSTILE, WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, errored, exchange, failed, run, skipped, warned } from '../test-helpers/streams.ts';
import { tapReporter } from './tap-reporter.ts';

interface TapTest {
  readonly ok: boolean;
  readonly name: string;
  readonly directive: string;
  readonly block: Readonly<Record<string, unknown>> | undefined;
}

const textOf = (events: readonly RunEvent[]): string => foldAll(tapReporter(), events);
const TEST = /^(not )?ok (\d+) - ((?:[^\\#]|\\[\\#])*?)(?: # (TODO|SKIP) (.*))?$/;

/** Parses a document; throws for a line that TAP 14 does not allow. */
function readTap(text: string): readonly TapTest[] {
  const [version, comment, plan, ...lines] = text.trimEnd().split('\n');
  expect([version, comment?.slice(0, 2)]).toEqual(['TAP version 14', '# ']);
  const tests: TapTest[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, not, number, name = '', directive = ''] = TEST.exec(lines[at] ?? '') ?? [];
    expect(Number(number), lines[at]).toBe(tests.length + 1);
    const end = lines[at + 1] === '  ---' ? lines.indexOf('  ...', at) : at;
    const inner = lines.slice(at + 2, end).map((line) => line.slice(2));
    const block = end === at ? undefined : (parse(inner.join('\n')) as TapTest['block']);
    tests.push({ ok: not === undefined, name, directive, block });
    at = end;
  }
  expect(plan).toMatch(new RegExp(`^1\\.\\.${tests.length}(?: # SKIP|$)`));
  return tests;
}

it.each(WHOLE_STREAMS)('%s: reads back with a test for each case', (_, events) => {
  const cases = events.filter((event) => event.kind === 'case-finished').length;
  const partial = events.some((event) => event.kind === 'run-finished' && event.partial !== '') ? 1 : 0;
  expect(readTap(textOf(events))).toHaveLength(cases + partial);
});

it('a warned case is ok, a case that was not judged is not ok', () => {
  const events = run([
    caseOf(),
    failed('f@group.client'),
    warned('w@group.client'),
    skipped('s@group.client', 'needs #1 token'),
    errored('e@group.client', 'timed out'),
  ]);
  const lines = textOf(events).match(/^(?:not )?ok .*$/gm);
  expect(lines).toEqual([
    'ok 1 - id/one-short@gamePlayer.client',
    'not ok 2 - f@group.client',
    'ok 3 - w@group.client',
    String.raw`ok 4 - s@group.client # SKIP needs \#1 token`,
    'not ok 5 - e@group.client',
  ]);
});

describe('the block of a failed case', () => {
  it('has the fields that a harness shows, and readable details', () => {
    const [test] = readTap(textOf(run([failed('f@group.client')])));
    expect(test?.block).toMatchObject({
      severity: 'fail',
      title: 'an id one character too short is refused as StringMinLength',
      clauses: ['7.3/string-min-length'],
      at: 'suites/7.3-member-checks.yaml:12',
    });
    expect(test?.block?.['message']).toMatch(/^unexpected outcome \(7\.3\/string-min-length\): expected /);
    expect(test?.block?.['details']).toMatch(/^ {2}unexpected outcome\n {4}clause +7\.3/);
  });

  it('can hold any reply', () => {
    const event = failed('x@group.client', { exchanges: [exchange(HOSTILE)], reason: HOSTILE });
    const [test, ...more] = readTap(textOf(run([{ ...event, case: { ...event.case, title: HOSTILE } }])));
    expect(more).toEqual([]);
    expect(Object.keys(test?.block ?? {})).toEqual([
      'message',
      'severity',
      'title',
      'clauses',
      'at',
      'details',
    ]);
  });
});

it('a case of the baseline is a TODO, which harnesses do not count as failed', () => {
  const known = { ...failed('old@group.client'), known: 'baseline.yaml' };
  expect(textOf(run([known]))).toContain('not ok 1 - old@group.client # TODO known, in baseline.yaml\n');
});

it('an incomplete run ends with a failed test', () => {
  const tests = readTap(textOf(run([caseOf()], { finished: { partial: 'interrupted' } })));
  expect(tests.at(-1)).toMatchObject({ ok: false, name: 'run/complete' });
});

it('a run without cases has an empty plan', () => {
  expect(textOf(run([]))).toContain('\n1..0 # SKIP no case ran\n');
});
