/** Mutants that no request can show, or that answer as the document permits: found by their code, never by line numbers. */
import type { RandomMutant } from './random-mutant.ts';

export interface Equivalent {
  readonly file: string;
  /** The source line on which the replaced code begins, without the blanks around it. */
  readonly context: string;
  /** The replaced code and its replacement, with single blanks; left out: whatever on this line is mutated. */
  readonly original?: string;
  readonly replacement?: string;
  readonly because: string;
}

const fits = (row: Equivalent, mutant: RandomMutant): boolean =>
  row.file === mutant.file &&
  row.context === mutant.context &&
  (row.original === undefined || row.original === mutant.original) &&
  (row.replacement === undefined || row.replacement === mutant.replacement);

/** The row of a mutant; undefined where its survival is a gap. */
export function equivalentIn(table: readonly Equivalent[], mutant: RandomMutant): Equivalent | undefined {
  return table.find((row) => fits(row, mutant));
}

/** Rows that no mutant of the sources fits any more. */
export function staleIn(
  table: readonly Equivalent[],
  mutants: readonly RandomMutant[],
): readonly Equivalent[] {
  return table.filter((row) => !mutants.some((mutant) => fits(row, mutant)));
}
