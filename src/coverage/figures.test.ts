import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/test-helpers/temp-folder.ts';
import { figuresBeside, NOT_MEASURED, readFigures, type Figures } from './figures.ts';

const FIGURES: Figures = {
  mutants: { seeded: 60, noticedBySuite: 58, noticedByFuzzing: 2 },
  conformant: { dialects: { checked: 40, accused: 0 }, pairs: 4000, independent: null },
};

test.each([FIGURES, NOT_MEASURED])(
  'figures are read back as written, also where nothing is measured',
  (figures) => {
    expect(readFigures(JSON.stringify(figures), 'figures.json')).toEqual(figures);
  },
);

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
  const path = tempFolder();
  expect(figuresBeside(join(path, 'statement.md'))).toEqual(NOT_MEASURED);
  writeFileSync(join(path, 'figures.json'), JSON.stringify(FIGURES));
  expect(figuresBeside(join(path, 'statement.md'))).toEqual(FIGURES);
});
