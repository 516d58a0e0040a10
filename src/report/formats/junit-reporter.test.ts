import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { junitReporter } from './junit-reporter.ts';
import { foldAll } from '../record/reporter.ts';
import { STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, errored, failed, run, skipped, warned } from '../test-helpers/streams.ts';
import { readJunit } from '../test-helpers/junit-results.ts';

const read = (events: readonly RunEvent[]) => readJunit(foldAll(junitReporter(), events));
const suitesOf = async (events: readonly RunEvent[]) => (await read(events)).testsuite ?? [];
const casesOf = async (events: readonly RunEvent[]) =>
  (await suitesOf(events)).flatMap(({ testcase = [] }) => testcase);

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

describe('the document', () => {
  it('names facts of the run in each suite', async () => {
    const [suite] = await suitesOf(PARTIAL);
    expect(suite?.properties?.map(({ name, value }) => [name, value])).toEqual([
      ['target', 'https://staging.example.com/base'],
      ['tagproof.version', '0.2.0'],
      ['headline', 'FAILED: 1 cause in 1 case, 1 warning'],
      ['partial', 'interrupted\nby the user'],
    ]);
  });

  it('leaves out an invalid time', async () => {
    const [suite] = await suitesOf(STREAMS['an invalid time']);
    expect(suite).toMatchObject({ hostname: 'localhost' });
    expect(suite).not.toHaveProperty('timestamp');
  });
});

/** What the test case of an id holds besides its name, its class and its time. */
async function outcome(id: string): Promise<object> {
  const found = (await casesOf(MIXED)).find(({ name }) => name === id);
  const { name: _, classname: __, time: ___, ...rest } = { time: '', ...found };
  return rest;
}

describe('a case', () => {
  it.each([
    [
      'that warned passes and contains the warning',
      'w@group.client',
      { 'system-out': [expect.stringContaining('the Content-Type is not JSON')] },
    ],
    ['that was skipped says why', 's@group.client', { skipped: [{ message: 'needs a token' }] }],
    [
      'that ended in an error is not a failure',
      'e@group.client',
      { error: [expect.objectContaining({ message: 'timed out' })] },
    ],
    ['that passed is empty', 'p@group.client', {}],
  ])('%s', async (_, id, holds) => {
    expect(await outcome(id)).toEqual(holds);
  });

  it('has a class name with one dot, for readers that split it there', async () => {
    const names = (await casesOf(MIXED)).map(({ classname }) => classname);
    expect(new Set(names)).toEqual(new Set(['tagproof.1 Service', 'tagproof.7-3 Member checks']));
  });
});

describe('an incomplete run', () => {
  it('has an additional test with an error that says why, and changes no other suite', async () => {
    const suites = await suitesOf(PARTIAL);
    expect(suites).toHaveLength(4);
    expect(suites.at(-1)).toMatchObject({
      name: 'run',
      tests: '1',
      errors: '1',
      failures: '0',
      testcase: [
        {
          classname: 'tagproof.run',
          name: 'run/complete',
          error: [
            {
              type: 'not judged',
              message: '5 of 9 cases ran: interrupted',
              inner: 'the run comes to its end\n\n  5 of 9 cases ran: interrupted\n  by the user\n',
            },
          ],
        },
      ],
    });
    expect(await read(PARTIAL)).toMatchObject({ tests: '6', failures: '1', errors: '2' });
  });

  it('is reported even if no case ran', async () => {
    const none = run([], { started: { planned: 9 }, finished: { partial: 'nothing listens' } });
    expect(await read(none)).toMatchObject({ tests: '1', errors: '1' });
    expect(await casesOf(none)).toMatchObject([
      { error: [{ message: '0 of 9 cases ran: nothing listens' }] },
    ]);
  });
});
