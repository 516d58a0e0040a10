/** The last requests and what became of them: a ring of references, which says how many it has dropped. */
import type { ChosenFault } from '../faults/fault.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Incoming } from '../pipeline/read/incoming.ts';
import type { Delivery, ReadCall } from '../pipeline/stages.ts';
import { bounded, boundedCall, boundedDelivery } from './bounded.ts';
import type { Observe } from './observe.ts';

/** One request, as the pipeline saw it. */
export interface Entry {
  /** Counts from 1 in the order of the answers. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly incoming: Incoming;
  /** Undefined where no operation was reached. */
  readonly call: ReadCall | undefined;
  readonly answer: Answer;
  readonly delivery: Delivery;
  readonly fault: ChosenFault | undefined;
}

/** So many requests are kept unless another number is given. */
export const DEFAULT_CAPACITY = 1000;

export class Journal {
  readonly capacity: number;
  /** How many requests there have been, and how many of them fell out of the ring. */
  total = 0;
  readonly #ring: (Entry | undefined)[];

  constructor(capacity: number = DEFAULT_CAPACITY) {
    this.capacity = capacity;
    this.#ring = Array.from({ length: capacity }, () => undefined);
  }

  readonly observe: Observe = (incoming, call, answer, delivery, fault) => {
    const id = ++this.total;
    this.#ring[id % this.capacity] = {
      id,
      at: Date.now(),
      incoming: bounded(incoming),
      call: boundedCall(call),
      answer,
      delivery: boundedDelivery(delivery),
      fault,
    };
  };

  /** How many requests were overwritten by later ones. */
  get dropped(): number {
    return Math.max(0, this.total - this.capacity);
  }

  /** An entry by its id; undefined: it was dropped or cleared, or is still to come. */
  entry(id: number): Entry | undefined {
    const found = this.#ring[id % this.capacity];
    return found?.id === id ? found : undefined;
  }

  /** The entries behind one, the oldest first. */
  *after(id: number): Generator<Entry> {
    for (let next = Math.max(id, this.dropped) + 1; next <= this.total; next += 1) {
      const entry = this.entry(next);
      if (entry !== undefined) yield entry;
    }
  }

  /** Forgets all entries that fit; how many. */
  clear(fits: (entry: Entry) => boolean = () => true): number {
    let cleared = 0;
    for (const [at, entry] of this.#ring.entries()) {
      if (entry === undefined || !fits(entry)) continue;
      this.#ring[at] = undefined;
      cleared += 1;
    }
    return cleared;
  }
}
