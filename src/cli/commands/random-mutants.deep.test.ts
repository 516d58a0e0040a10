import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFigures } from '../../coverage/figures.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';

test(
  'tagproof mutants --random draws mutants of the source, tests them and writes the figure',
  { timeout: 600_000 },
  async () => {
    const figures = join(folder(), 'figures.json');
    writeFileSync(figures, readFileSync('reports/figures.json'));
    const { exit, out } = await tagproof(`mutants --random 6 --runs 50 --seed 1 --json --figures ${figures}`);
    const { seed, of, counts, mutants } = JSON.parse(out) as {
      readonly seed: number;
      readonly of: number;
      readonly counts: Readonly<Record<string, number>>;
      readonly mutants: readonly { readonly file: string; readonly ending: string }[];
    };
    const killed = (counts['run'] ?? 0) + (counts['fuzz'] ?? 0);
    expect(of).toBeGreaterThan(1000);
    expect(mutants).toHaveLength(6);
    expect(killed).toBeGreaterThan(0);
    expect(exit).toBe(counts['missed'] === 0 ? 0 : 1);
    expect(readFigures(readFileSync(figures, 'utf8'), figures).randomMutants).toEqual({
      seed,
      sampled: 6,
      killed,
      equivalent: counts['equivalent'],
    });
  },
);
