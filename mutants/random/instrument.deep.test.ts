/** The mutants of the sources as they are; made once, since that takes seconds. */
import { beforeAll, expect, test } from 'vitest';
import { equivalentIn } from './equivalent.ts';
import { EQUIVALENTS } from './equivalents-register.ts';
import { instrumentSimulator } from './instrument.ts';
import { NOT_MUTATED } from './mutable-files.ts';
import { toolsFrom } from './tools.ts';

let made: Awaited<ReturnType<typeof instrumentSimulator>>;
beforeAll(async () => {
  made = await instrumentSimulator(await toolsFrom());
});

test('the rules and the stages are mutated, by many operators', () => {
  const { mutants, bundles } = made;
  const files = new Set(mutants.map(({ file }) => file));
  for (const file of [
    'src/rules/id-faults.ts',
    'simulator/pipeline/decide/decide.ts',
    'simulator/http/server.ts',
  ])
    expect(files).toContain(file);
  expect([...files].filter((file) => NOT_MUTATED.has(file))).toEqual([]);
  expect(new Set(mutants.map(({ operator }) => operator)).size).toBeGreaterThan(10);
  expect(bundles.quick.length).toBeLessThan(bundles.counting.length);
});

test('the table of equivalents has no row that the sources have outgrown', () => {
  expect(EQUIVALENTS.filter((row) => !made.mutants.some((each) => equivalentIn([row], each)))).toEqual([]);
});
