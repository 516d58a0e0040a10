/** Mutants that change nothing, for tests of what is said of them. */
import type { RegisteredClause } from '../../../src/spec/clause-register.ts';
import type { Mutant } from '../../defects/mutant.ts';

export const madeMutant = (name: string, clause: RegisteredClause = '1/json', fuzz?: true): Mutant => ({
  name,
  clause,
  description: `does ${name}`,
  alter: (stages) => stages,
  ...(fuzz === true && { fuzz }),
});
