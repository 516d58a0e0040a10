/** Does several things at once, and reports them in their order. */

export interface InOrder<T, R> {
  readonly items: readonly T[];
  readonly concurrency: number;
  /** How many items may be begun from the one that is reported next on, so that a slow one does not hold back the others; left out: as many as `concurrency`. */
  readonly ahead?: number;
  /** Which items take long: they are begun as if they stood half of `ahead` earlier, so that the last ones are not waited for alone. */
  readonly isLong?: (item: T) => boolean;
  readonly work: (item: T) => Promise<R>;
  /** Called in the order of the items; false ends the work: nothing more is begun or reported. */
  readonly emit: (result: R) => boolean;
}

/**
 * Works on at most `concurrency` items at once. An item is begun only when fewer than `ahead` are begun and not reported,
 * so no more results than that are held. Resolves when all begun work has ended.
 */
export async function inPlanOrder<T, R>(job: InOrder<T, R>): Promise<void> {
  const line = new Line(job);
  await Promise.all(Array.from({ length: Math.min(job.concurrency, job.items.length) }, () => line.worker()));
}

function orderOf<T, R>({ items, ahead = 0, isLong = () => false }: InOrder<T, R>): readonly number[] {
  const turnOf = (place: number): number => place - (isLong(items[place] as T) ? Math.floor(ahead / 2) : 0);
  return [...items.keys()].toSorted((a, b) => turnOf(a) - turnOf(b));
}

class Line<T, R> {
  readonly #job: InOrder<T, R>;
  /** The places of the items in the order in which they are begun. */
  readonly #order: readonly number[];
  readonly #done = new Map<number, { readonly result: R }>();
  #begun = 0;
  #reported = 0;
  #going = true;
  #waiting: (() => void)[] = [];

  constructor(job: InOrder<T, R>) {
    this.#job = job;
    this.#order = orderOf(job);
  }

  async worker(): Promise<void> {
    const { items, concurrency, ahead = concurrency, work } = this.#job;
    while (this.#going && this.#begun < items.length) {
      if (this.#begun >= this.#reported + ahead) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      const index = this.#order[this.#begun] as number;
      this.#begun += 1;
      this.#done.set(index, { result: await work(items[index] as T) });
      this.#emitDone();
    }
  }

  #emitDone(): void {
    for (
      let next = this.#done.get(this.#reported);
      this.#going && next !== undefined;
      next = this.#done.get(this.#reported)
    ) {
      this.#done.delete(this.#reported);
      this.#reported += 1;
      this.#going = this.#job.emit(next.result);
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
