/** A mutant that no person wrote: one place of the simulator's source, replaced by an ordinary mutation operator. */

export interface RandomMutant {
  /** The name of its switch in the instrumented source; it changes with the source. */
  readonly id: string;
  /** Relative to the package: `simulator/pipeline/decide/decide.ts`. */
  readonly file: string;
  readonly line: number;
  /** `ConditionalExpression`, as the instrumenter names its operators. */
  readonly operator: string;
  /** The code that is replaced, and what replaces it; runs of white space are one blank. */
  readonly original: string;
  readonly replacement: string;
  /** The source line on which the replaced code begins, without the blanks around it. */
  readonly context: string;
}

/** `simulator/pipeline/decide/decide.ts:42`. */
export const placeOf = ({ file, line }: RandomMutant): string => `${file}:${line}`;
