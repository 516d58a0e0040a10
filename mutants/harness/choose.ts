/** Choosing mutants by globs over their names and clauses. */
import { MUTANTS } from '../defects/mutants.ts';
import type { Mutant } from '../defects/mutant.ts';
import { TagproofError } from '../../src/base/errors.ts';
import { globToPattern } from '../../src/cases/format/select.ts';
import { didYouMean } from '../../src/base/text/nearest.ts';

function matching(glob: string): readonly Mutant[] {
  const pattern = globToPattern(glob);
  const found = MUTANTS.filter(({ name, clause }) => pattern.test(name) || pattern.test(clause));
  if (found.length > 0) return found;
  const words = MUTANTS.flatMap(({ name, clause }) => [name, clause]);
  const hint = didYouMean(glob.replaceAll('*', ''), words);
  const lines = [
    `--only ${glob} matches no mutant and no clause of one`,
    ...(hint === undefined ? [] : [hint]),
  ];
  throw new TagproofError('nothing-selected', lines.join('\n'));
}

/** The mutants that are wanted; all where nothing is said. A glob that matches nothing is an error. */
export function chooseMutants(only: readonly string[]): readonly Mutant[] {
  if (only.length === 0) return MUTANTS;
  const wanted = new Set(only.flatMap(matching));
  return MUTANTS.filter((mutant) => wanted.has(mutant));
}
