/** How properties are run, and how they fail: with what went wrong, not with everything that was tried. */
import fc, { type IAsyncProperty, type IProperty, type RunDetails } from 'fast-check';

/** The same values in every run, so that what is red stays red; PROPERTY_SEED=$RANDOM looks for other ones. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_120);

function verdict<T>({ failed, seed, counterexamplePath, errorInstance }: RunDetails<T>): void {
  if (!failed) return;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`${why}\nPROPERTY_SEED=${seed}, path ${counterexamplePath ?? ''}`);
}

/** Tries a property on `numRuns` values, and shrinks what fails. */
export function holds<T>(property: IProperty<T>, numRuns: number): void {
  verdict(fc.check(property, { seed: SEED, numRuns }));
}

/** The same for a property that waits. */
export async function eventuallyHolds<T>(property: IAsyncProperty<T>, numRuns: number): Promise<void> {
  verdict(await fc.check(property, { seed: SEED, numRuns }));
}

/** Fails with what was found; the first few are enough. */
export function none(found: readonly string[]): void {
  if (found.length > 0)
    throw new Error(`${found.length} found, for instance:\n${found.slice(0, 3).join('\n')}`);
}
