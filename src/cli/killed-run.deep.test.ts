/** A process that is killed loses nothing that was done: the failures that wait to be sent again are in its record, too. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { BIN, buildWhereStale } from '../../test/test-helpers/built.ts';
import { processOf } from '../../test/test-helpers/processes.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';
import { servingMutant, WORLD } from './test-helpers/serving.ts';

beforeAll(buildWhereStale);

const verdictsIn = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/"verdict":"(\w+)"/g)].map(([, verdict = '']) => verdict);

test('kill -9', async () => {
  const place = folder();
  const lastRecord = join(place, '.tagproof/last.ndjson');
  const url = await servingMutant('short-ids-not-refused');
  const words = ['run', url, '--world', resolve(WORLD), '--rate', '60', '--only', 'id/*@group.*'];
  const { child, end } = processOf(process.execPath, [BIN, ...words], place);
  await expect
    .poll(() => statSync(lastRecord, { throwIfNoEntry: false }) !== undefined && verdictsIn(lastRecord))
    .toContain('fail');
  child.kill('SIGKILL');
  expect(await end).toBe('SIGKILL');
  expect(filesIn(place)).toEqual(['.tagproof']);

  const verdicts = verdictsIn(lastRecord);
  const report = await tagproof('report', { lastRecord });
  expect(report.exit).toBe(0);
  expect(report.out).toMatch(/^FAILED: /m);
  expect(report.out).toMatch(/^partial: \d+ of \d+ cases ran: the run was killed, or is still going on$/m);
  expect(report.out).toContain(`: requests not counted\n`);
  const count = (verdict: string): number => verdicts.filter((each) => each === verdict).length;
  expect(report.out).toContain(`\n${count('pass')} passed, ${count('fail')} failed, `);

  const again = await tagproof('run --last-failed', { lastRecord });
  expect([again.exit, again.out]).toEqual([1, expect.stringContaining(`, ${count('fail')} failed, `)]);
});
