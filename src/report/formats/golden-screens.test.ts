/** What the console prints at the ends of five runs, on terminals of 120, 80 and 40 columns, as committed texts to be read. */
import { expect, test } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll } from '../record/reporter.ts';
import { caseOf, errored, failed, needing, run, throughout } from '../test-helpers/streams.ts';
import { consoleReporter } from './console-reporter.ts';

const CELLS = { whole: true, mustCells: 541, verified: 306, failed: 0, notVerified: 235 };
const FILE = { worldFile: 'my-target.yaml', runWords: 'my-target.yaml' };
const NEEDS = [
  'a Player key with every rule of its role',
  'a character player with several tags',
  'a token that has expired',
].flatMap((need, at) => [at, at + 10].map((index) => needing(`needs/case-${index}@group.client`, need)));
const OUTAGE =
  'the target stopped answering: 4 requests in a row got no reply (connect ECONNREFUSED 127.0.0.1:8080), and neither did a plain one\nunder way were: id/long@group.admin POST /api/rJson/group/admin/getTag';

const RUNS: Readonly<Record<string, readonly RunEvent[]>> = {
  passed: run([caseOf(), caseOf({ case: { id: 'id/empty@group.admin' } })], {
    started: FILE,
    finished: { cells: { ...CELLS, verified: 541, notVerified: 0 } },
  }),
  failed: run([failed('id/one-short@gamePlayer.client'), failed('id/one-short@group.admin'), throughout(2)], {
    started: FILE,
    finished: { cells: { ...CELLS, failed: 2, notVerified: 233 } },
  }),
  'with a baseline': run([caseOf(), failed('id/one-short@group.admin', { known: 'known.yaml' })], {
    started: FILE,
    finished: {
      cells: { ...CELLS, failed: 1 },
      gate: { green: true, lines: ['baseline: 1 entry occurred, nothing new'] },
    },
  }),
  'skipped needs': run([caseOf(), ...NEEDS], { started: FILE, finished: { cells: CELLS } }),
  'an outage': run(
    [
      caseOf(),
      ...['id/empty@group.admin', 'id/odd@group.admin'].map((id) => errored(id, 'connection refused')),
    ],
    {
      started: { ...FILE, planned: 3623 },
      finished: { partial: OUTAGE, stoppedAnswering: true, cells: CELLS },
    },
  ),
};

test.each(Object.entries(RUNS))('%s', async (name, events) => {
  const screens = [120, 80, 40].map((columns) => {
    const text = foldAll(consoleReporter({ colour: false, mode: 'causes', columns }), events);
    return `${'='.repeat(columns)}\n${text}`;
  });
  await expect(screens.join('\n')).toMatchFileSnapshot(`__screens__/${name.replaceAll(' ', '-')}.txt`);
});
