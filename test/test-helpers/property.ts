/** How properties are run. */

/** The same values in every run, so that a red gate is red again; PROPERTY_SEED=$RANDOM looks for other ones. */
export const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_120);

/** Settings of a property that is tried on so many values. */
export const runs = (numRuns: number): { readonly numRuns: number; readonly seed: number } => ({
  numRuns,
  seed: SEED,
});
