/** Doing something with every mutant: several at once, as some have to wait for a limit to forget. */
import type { Mutant } from '../defects/mutant.ts';
import { inPlanOrder } from '../../src/engine/in-plan-order.ts';

const AT_ONCE = 32;

export interface EachMutant<R> {
  readonly mutants: readonly Mutant[];
  readonly work: (mutant: Mutant) => Promise<R>;
  /** Called in the order of the mutants. */
  readonly emit: (result: R) => void;
  readonly signal: AbortSignal;
}

/** The results of all mutants; fewer where the signal ended the work. */
export async function forEachMutant<R>({
  mutants,
  work,
  emit,
  signal,
}: EachMutant<R>): Promise<readonly R[]> {
  const results: R[] = [];
  await inPlanOrder({
    items: mutants,
    concurrency: AT_ONCE,
    work,
    emit: (result) => {
      if (signal.aborted) return false;
      results.push(result);
      emit(result);
      return true;
    },
  });
  return results;
}
