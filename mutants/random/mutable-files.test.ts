import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instrumentSimulator } from './instrument.ts';
import { mutableAmong, NOT_MUTATED } from './mutable-files.ts';
import { toolsFrom } from './tools.ts';

test('tables, tests, seeded mutants and what is left out by name are not mutated', () => {
  const files = [
    'src/rules/ruling.ts',
    'simulator/pipeline/decide/decide.ts',
    'simulator/pipeline/decide/explain.ts',
    'mutants/defects/mutants.ts',
    'src/contract/codes.ts',
    'src/dialect/questions.ts',
    'node_modules/yaml/dist/index.js',
  ];
  expect(mutableAmong(files)).toEqual(['simulator/pipeline/decide/decide.ts', 'src/rules/ruling.ts']);
});

test('what is left out is there', () => {
  expect([...NOT_MUTATED.keys()].filter((file) => !existsSync(file))).toEqual([]);
});

test('the rules and the stages are mutated, by many operators', { timeout: 60_000 }, async () => {
  const { mutants, bundles } = await instrumentSimulator(await toolsFrom());
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
