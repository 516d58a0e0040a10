/** The random mutants that are no defects, each with its reason. A row is added only after a look at the code. */
import type { Equivalent } from './equivalent.ts';

export const EQUIVALENTS: readonly Equivalent[] = [];
