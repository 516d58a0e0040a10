/**
 * Writes how many mutants and dialects there are into the figures of the statement; `npm run figures`. That each mutant is noticed
 * and no dialect accused is what `npm run test:deep` and `test/tolerance.test.ts` hold. The other figures are measured: see `tagproof mutants --random`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { COMBINATIONS, PAIRS } from '../simulator/choices-in-pairs.ts';
import { readFigures } from '../src/coverage/figures.ts';

const FILE = 'reports/figures.json';
const old = readFigures(readFileSync(FILE, 'utf8'), FILE);
const noticedByFuzzing = MUTANTS.filter(({ fuzz }) => fuzz === true).length;
const figures = {
  ...old,
  mutants: { seeded: MUTANTS.length, noticedBySuite: MUTANTS.length - noticedByFuzzing, noticedByFuzzing },
  conformant: {
    ...old.conformant,
    dialects: { checked: COMBINATIONS.length, accused: 0 },
    pairs: PAIRS,
  },
};
writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
