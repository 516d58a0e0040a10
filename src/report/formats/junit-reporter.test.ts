import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { junitReporter } from './junit-reporter.ts';
import { foldAll } from '../record/reporter.ts';
import { STREAMS, WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, errored, failed, run, skipped, warned } from '../test-helpers/streams.ts';
import { elementsOf, readXml } from '../test-helpers/xml-tree.ts';

const read = (events: readonly RunEvent[]) => readXml(foldAll(junitReporter(), events));

const at = (index: number, file: string, chapter: string) => ({ index, file, chapter });
const CASES = [
  warned('w@group.client', { case: at(3, 'suites/7.yaml', '7.3 Member checks') }),
  failed('f@group.client', { case: at(2, 'suites/7.yaml', '7.3 Member checks') }),
  caseOf({ case: { id: 'p@group.client', ...at(0, 'suites/1.yaml', '1 Service') } }),
  { ...skipped('s@group.client', 'needs a token'), ms: 0 },
  errored('e@group.client', 'timed out'),
];
const MIXED = run(CASES);
const PARTIAL = run(CASES, { started: { planned: 9 }, finished: { partial: 'interrupted\nby the user' } });

it.each(WHOLE_STREAMS)('%s: the document is well-formed', (_, events) => {
  expect(read(events).name).toBe('testsuites');
});

describe('the document', () => {
  it('has a suite per file in the order of the files, with its counts', () => {
    const suites = elementsOf(read(MIXED), 'testsuite').map(({ attributes }) => attributes);
    const of = (suite: (typeof suites)[number]) =>
      ['name', 'file', 'tests', 'failures', 'errors', 'skipped', 'time'].map((key) => suite[key]);
    expect(suites.map(of)).toEqual([
      ['1 Service', 'suites/1.yaml', '1', '0', '0', '0', '0.004'],
      ['7.3 Member checks', 'suites/7.3-member-checks.yaml', '2', '0', '1', '1', '0.004'],
      ['7.3 Member checks', 'suites/7.yaml', '2', '1', '0', '0', '0.008'],
    ]);
    expect(suites[0]).toMatchObject({ hostname: 'localhost', timestamp: '2026-11-20T10:00:00' });
  });

  it('names facts of the run in each suite', () => {
    const [suite] = elementsOf(read(PARTIAL), 'properties');
    expect(suite?.children.map(({ attributes: { name, value } }) => [name, value])).toEqual([
      ['target', 'https://staging.example.com/base'],
      ['tagproof.version', '0.2.0'],
      ['headline', 'FAILED: 1 cause in 1 case, 1 warning'],
      ['partial', 'interrupted\nby the user'],
    ]);
  });

  it('counts all tests at its root', () => {
    const expected = { name: 'tagproof', tests: '5', failures: '1', errors: '1', time: '1.234' };
    expect(read(MIXED).attributes).toEqual(expected);
  });

  it('leaves out an invalid time', () => {
    const [suite] = elementsOf(read(STREAMS['an invalid time']), 'testsuite');
    expect(suite?.attributes).not.toHaveProperty('timestamp');
  });
});

/** The content of the test case of an id. */
const outcome = (id: string) =>
  elementsOf(read(MIXED), 'testcase').find(({ attributes }) => attributes['name'] === id)?.children[0];

describe('a case', () => {
  it('that failed has its cause in one line and the details in its text', () => {
    expect(outcome('f@group.client')?.attributes).toMatchInlineSnapshot(`
      {
        "message": "answered Ok with 1 tag {"vip": "gold"}, expected InvalidRequestParameters (-5) listing userId as StringMinLength (5) (7.3/string-min-length)",
        "type": "7.3/string-min-length wrong-outcome",
      }
    `);
    expect(outcome('f@group.client')?.text).toMatch(
      /^an id one .*\nsuites\/7.yaml:12\n\n[^]*\ncurl -sS .*\n$/,
    );
  });

  it.each([
    ['that warned passes and contains the warning', 'w@group.client', 'system-out', undefined],
    ['that was skipped says why', 's@group.client', 'skipped', 'needs a token'],
    ['that ended in an error is not a failure', 'e@group.client', 'error', 'timed out'],
    ['that passed is empty', 'p@group.client', undefined, undefined],
  ])('%s', (_, id, name, message) => {
    expect([outcome(id)?.name, outcome(id)?.attributes['message']]).toEqual([name, message]);
    if (name === 'system-out') expect(outcome(id)?.text).toContain('the Content-Type is not JSON');
  });

  it('has a class name with one dot, for readers that split it there', () => {
    const names = elementsOf(read(MIXED), 'testcase').map(({ attributes }) => attributes['classname']);
    expect(new Set(names)).toEqual(new Set(['tagproof.1 Service', 'tagproof.7-3 Member checks']));
  });
});

describe('an incomplete run', () => {
  const suite = elementsOf(read(PARTIAL), 'testsuite').at(-1);

  it('has an additional test with an error that says why', () => {
    expect(suite?.attributes).toMatchObject({ name: 'run', tests: '1', errors: '1', failures: '0' });
    const [, test] = suite?.children ?? [];
    expect(test?.attributes).toMatchObject({ classname: 'tagproof.run', name: 'run/complete' });
    expect(test?.children[0]).toMatchObject({
      name: 'error',
      attributes: { type: 'not judged', message: '5 of 9 cases ran: interrupted' },
      text: 'the run comes to its end\n\n  5 of 9 cases ran: interrupted\n  by the user\n',
    });
  });

  it('counts that test and changes no other suite', () => {
    expect(read(PARTIAL).attributes).toMatchObject({ tests: '6', failures: '1', errors: '2' });
    expect(elementsOf(read(PARTIAL), 'testsuite')).toHaveLength(4);
  });

  it('is reported even if no case ran', () => {
    const none = read(run([], { started: { planned: 9 }, finished: { partial: 'nothing listens' } }));
    expect(none.attributes).toMatchObject({ tests: '1', errors: '1' });
    expect(elementsOf(none, 'error')[0]?.attributes['message']).toBe('0 of 9 cases ran: nothing listens');
  });
});
