import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { figuresBeside, NOT_MEASURED, readFigures, type Figures } from './figures.ts';

const path = mkdtempSync(join(tmpdir(), 'tagproof-test-'));
afterAll(() => rmSync(path, { recursive: true }));

const FIGURES: Figures = {
  mutants: { seeded: 60, noticedBySuite: 58, noticedByFuzzing: 2 },
  conformant: { dialects: { checked: 40, accused: 0 }, pairs: 4000, independent: null },
};

test('figures are read back as written', () => {
  expect(readFigures(JSON.stringify(FIGURES), 'figures.json')).toEqual(FIGURES);
});

test('figures that are not measured are null, not left out', () => {
  expect(readFigures(JSON.stringify(NOT_MEASURED), 'figures.json')).toEqual(NOT_MEASURED);
});

test.each([
  ['no JSON', 'figures.json: no figures'],
  [
    JSON.stringify({ ...FIGURES, mutants: { seeded: -1, noticedBySuite: 1, noticedByFuzzing: 0 } }),
    'figures.json: no figures: mutants.seeded',
  ],
  [JSON.stringify({ conformant: FIGURES.conformant }), 'figures.json: no figures: mutants'],
])('anything else is rejected with its place (%#)', (text, message) => {
  expect(() => readFigures(text, 'figures.json')).toThrow(message);
});

test('figures are read from the folder of the statement; without a file nothing counts as measured', () => {
  expect(figuresBeside(join(path, 'statement.md'))).toEqual(NOT_MEASURED);
  writeFileSync(join(path, 'figures.json'), JSON.stringify(FIGURES));
  expect(figuresBeside(join(path, 'statement.md'))).toEqual(FIGURES);
});
