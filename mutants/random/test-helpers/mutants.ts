/** Random mutants on paper. */
import type { RandomMutant } from '../random-mutant.ts';

export function mutantOf(given: Partial<RandomMutant> = {}): RandomMutant {
  return {
    id: '7',
    file: 'simulator/pipeline/decide/decide.ts',
    line: 42,
    operator: 'EqualityOperator',
    original: 'a < b',
    replacement: 'a <= b',
    context: 'if (a < b) return c;',
    ...given,
  };
}
