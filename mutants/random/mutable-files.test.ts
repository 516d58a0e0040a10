import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutableAmong, NOT_MUTATED } from './mutable-files.ts';

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
