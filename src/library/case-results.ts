/** The results of a run that is under way, each to be waited for by the id of its case. */
import type { CaseFinished, RunEvent } from '../engine/events.ts';

interface Awaited {
  readonly promise: Promise<CaseFinished | undefined>;
  readonly settle: (event: CaseFinished | undefined) => void;
}

const unset = (): void => {};

function awaited(): Awaited {
  let settle: Awaited['settle'] = unset;
  const promise = new Promise<CaseFinished | undefined>((settled) => (settle = settled));
  return { promise, settle };
}

export class CaseResults {
  readonly #cases = new Map<string, Awaited>();
  readonly #started = awaited();
  #isOver = false;

  /** Resolves when the run begins its cases. */
  get started(): Promise<unknown> {
    return this.#started.promise;
  }

  readonly on = (event: RunEvent): void => {
    if (event.kind === 'run-started') this.#started.settle(undefined);
    if (event.kind === 'case-finished') this.#slot(event.case.id).settle(event);
  };

  /** The run is over: no other case is to come. */
  end(): void {
    this.#isOver = true;
    for (const { settle } of this.#cases.values()) settle(undefined);
  }

  /** The result of a case; undefined: the run ended without it. */
  of(id: string): Promise<CaseFinished | undefined> {
    const { promise, settle } = this.#slot(id);
    if (this.#isOver) settle(undefined);
    return promise;
  }

  #slot(id: string): Awaited {
    const slot = this.#cases.get(id) ?? awaited();
    this.#cases.set(id, slot);
    return slot;
  }
}
