/** Mutants that no request can show, or that answer as the document permits: found by their code, never by line numbers. */
import type { RandomMutant } from './random-mutant.ts';

/** A literal text, or a pattern that matches it. */
export type Wanted = string | RegExp;

export interface Equivalent {
  readonly file: Wanted;
  /** The source line on which the replaced code begins, without the blanks around it; left out: any line. */
  readonly context?: Wanted;
  /** The replaced code and its replacement, with single blanks; left out: any mutation there. */
  readonly original?: Wanted;
  readonly replacement?: Wanted;
  /** The name of the mutation operator; left out: any. */
  readonly operator?: Wanted;
  readonly because: string;
}

const is = (wanted: Wanted | undefined, text: string): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? wanted === text : wanted.test(text));

const fits = (
  { file, context, original, replacement, operator }: Equivalent,
  mutant: RandomMutant,
): boolean =>
  is(file, mutant.file) &&
  is(context, mutant.context) &&
  is(original, mutant.original) &&
  is(replacement, mutant.replacement) &&
  is(operator, mutant.operator);

/** The row of a mutant; undefined where its survival is a gap. */
export function equivalentIn(table: readonly Equivalent[], mutant: RandomMutant): Equivalent | undefined {
  return table.find((row) => fits(row, mutant));
}
