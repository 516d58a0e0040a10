/** Does several things at once, and reports them in their order. */

interface InOrder<T, R> {
  readonly items: readonly T[];
  readonly concurrency: number;
  /** How many items may be begun from the one that is reported next on, so that a slow one does not hold back the others; left out: as many as `concurrency`. */
  readonly ahead?: number;
  readonly work: (item: T) => Promise<R>;
  /** Called in the order of the items; false ends the work: nothing more is begun or reported. */
  readonly emit: (result: R, item: T) => boolean;
}

/**
 * Works on at most `concurrency` items at once. An item is begun only when it is less than `ahead` places ahead of the one that
 * is reported next, so no more results than that are held. Resolves when all begun work has ended.
 */
export async function inPlanOrder<T, R>(job: InOrder<T, R>): Promise<void> {
  const { items, concurrency, ahead = concurrency, work, emit } = job;
  const done = new Map<number, { readonly result: R }>();
  let [begun, reported, isGoing] = [0, 0, true];
  const waiting: (() => void)[] = [];
  async function worker(): Promise<void> {
    while (isGoing && begun < items.length) {
      if (begun >= reported + ahead) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      const index = begun;
      begun += 1;
      done.set(index, { result: await work(items[index] as T) });
      for (let next = done.get(reported); isGoing && next !== undefined; next = done.get(reported)) {
        done.delete(reported);
        reported += 1;
        isGoing = emit(next.result, items[reported - 1] as T);
      }
      for (const wake of waiting.splice(0)) wake();
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
