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
  const line = new Line(job);
  await Promise.all(Array.from({ length: Math.min(job.concurrency, job.items.length) }, () => line.worker()));
}

class Line<T, R> {
  readonly #job: InOrder<T, R>;
  readonly #done = new Map<number, { readonly result: R }>();
  #begun = 0;
  #reported = 0;
  #going = true;
  #waiting: (() => void)[] = [];

  constructor(job: InOrder<T, R>) {
    this.#job = job;
  }

  async worker(): Promise<void> {
    const { items, concurrency, ahead = concurrency, work } = this.#job;
    while (this.#going && this.#begun < items.length) {
      if (this.#begun >= this.#reported + ahead) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      const index = this.#begun;
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
      const item = this.#job.items[this.#reported] as T;
      this.#done.delete(this.#reported);
      this.#reported += 1;
      this.#going = this.#job.emit(next.result, item);
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
