/** How properties are run, and how they fail: with what went wrong, not with everything that was tried. */
import fc, { type IAsyncProperty, type IProperty, type RunDetails } from 'fast-check';

function verdict<T>({ failed, seed, counterexamplePath, errorInstance }: RunDetails<T>): void {
  if (!failed) return;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`${why}\nSEED=${seed}, path ${counterexamplePath ?? ''}`);
}

/** Tries a property on `numRuns` values, and shrinks what fails. */
export function holds<T>(property: IProperty<T>, numRuns: number): void {
  verdict(fc.check(property, { numRuns }));
}

/** The same for a property that waits. */
export async function eventuallyHolds<T>(property: IAsyncProperty<T>, numRuns: number): Promise<void> {
  verdict(await fc.check(property, { numRuns }));
}

/** Fails with what was found; the first few are enough. */
export function none(found: readonly string[]): void {
  if (found.length > 0)
    throw new Error(`${found.length} found, for instance:\n${found.slice(0, 3).join('\n')}`);
}
