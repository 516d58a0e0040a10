/** A backend team's pipeline from its first day to a release that would break its clients, by the command line alone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import { folder, tagproof } from '../src/cli/test-helpers/captured.ts';
import { serving, WORLD } from '../src/cli/test-helpers/serving.ts';

/** A release with some of the seeded defects, and perhaps names for its codes. */
function release(defects: readonly string[], codes: 'number' | 'name' = 'number'): Promise<string> {
  const alters = MUTANTS.filter(({ name }) => defects.includes(name)).map(({ alter }) => alter);
  expect(alters).toHaveLength(defects.length);
  const dialect = completeDialect([{ question: 'codes.returnCode', at: '', option: codes }]);
  return serving({ dialect, alter: (stages) => alters.reduce((all, alter) => alter(all), stages) });
}

const dir = folder();
const [baseline, lock, events] = ['baseline.yaml', 'tagproof.lock', 'events.ndjson'].map((name) =>
  join(dir, name),
);
const SUITE = `--world ${WORLD} --only reply/success --only id/one-short --only id/one-long --only tags/* --concurrency 8`;

/** What the pipeline runs at each commit. */
const pipeline = (url: string) =>
  tagproof(
    `run --target ${url} ${SUITE} --baseline ${baseline} --dialect-lock ${lock} --reporter ndjson=${events}`,
  );

describe.sequential('a pipeline', () => {
  test('begins: the defects that are there become the baseline, the answers the lock', async () => {
    const url = await release(['short-ids-not-refused']);
    const first = await tagproof(
      `run --target ${url} ${SUITE} --dialect-lock ${lock} --update-lock --reporter ndjson=${events}`,
    );
    expect(first.exit).toBe(1);
    const written = await tagproof([
      'baseline',
      'write',
      `${baseline}`,
      '--from',
      `${events}`,
      '--reason',
      'GAME-12',
    ]);
    expect([written.exit, written.out]).toEqual([0, `${baseline}: 9 added, 0 kept\n`]);
  });

  test('is green for what is known', async () => {
    const { exit, err } = await pipeline(await release(['short-ids-not-refused']));
    expect([exit, err]).toEqual([0, '9 of the baseline: it was found again\n']);
  });

  test('is red when the defect is mended, since the baseline is stale', async () => {
    const { exit, err } = await pipeline(await release([]));
    expect(exit).toBe(1);
    expect(err).toContain('9 of the baseline: it no longer occurs; prune takes it out:\n');
    expect(err).not.toContain('new finding');
  });

  test('is green again when the baseline is pruned', async () => {
    const pruned = await tagproof(`baseline prune ${baseline} --from ${events}`);
    expect(pruned.out).toContain('9 taken out, 0 kept\n');
    const { exit, err } = await pipeline(await release([]));
    expect([exit, err]).toEqual([0, '']);
  });

  test('is red for a release that is conformant and writes codes as names, with the sentence for client authors', async () => {
    const { exit, out, err } = await pipeline(await release([], 'name'));
    expect(out).toMatch(/\n\d+ passed, 0 failed, 0 warned, 0 skipped, 0 errored\n$/);
    expect(exit).toBe(1);
    expect(err).toContain('breaking drift: codes.returnCode: number -> name (form)\n');
    expect(err).toContain('  a client that compares returnCode with numbers, or with names, breaks\n');
  });

  test('is green when the drift is approved with a reason', async () => {
    const approval =
      '{ drift: "codes.returnCode: number -> name", reason: "all clients read both since 3.2" }';
    writeFileSync(`${lock}`, `${readFileSync(`${lock}`, 'utf8')}approved:\n  - ${approval}\n`);
    const { exit, err } = await pipeline(await release([], 'name'));
    expect([exit, err]).toEqual([
      0,
      'approved drift: codes.returnCode: number -> name: all clients read both since 3.2\n',
    ]);
  });
});
