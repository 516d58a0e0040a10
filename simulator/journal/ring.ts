/** The last entries of a journal, within bounds of number and memory. How many were dropped since is always known. */

interface RingEntry {
  /** Counts from 1. */
  readonly id: number;
  /** The bytes that it takes, roughly. */
  readonly weight: number;
}

/** How many entries are kept unless another number is given. */
const DEFAULT_CAPACITY = 1000;
/** The memory that entries may take, roughly: fewer are kept where they are long. */
const MAX_WEIGHT = 67_108_864;

export class Ring<E extends RingEntry> {
  readonly capacity: number;
  /** How many entries there have been. */
  total = 0;
  /** How many were dropped for later ones, or cleared. */
  dropped = 0;
  readonly #entries: (E | undefined)[];
  #weight = 0;

  constructor(capacity: number = DEFAULT_CAPACITY) {
    this.capacity = capacity;
    this.#entries = Array.from({ length: capacity });
  }

  /** Adds an entry, whose id is `total + 1`. */
  add(entry: E): void {
    this.total = entry.id;
    if (this.total - this.dropped > this.capacity) this.#drop();
    this.#entries[entry.id % this.capacity] = entry;
    this.#weight += entry.weight;
    while (this.#weight > MAX_WEIGHT) this.#drop();
  }

  /** An entry by its id; undefined: it was dropped or cleared, or is still to come. */
  entry(id: number): E | undefined {
    const entry = this.#entries[id % this.capacity];
    return entry?.id === id ? entry : undefined;
  }

  /** The entries behind one, the oldest first. */
  *after(id: number): Generator<E> {
    for (let next = Math.max(id, this.dropped) + 1; next <= this.total; next += 1) {
      const entry = this.entry(next);
      if (entry !== undefined) yield entry;
    }
  }

  /** Forgets all entries; returns how many. */
  clear(): number {
    const cleared = this.total - this.dropped;
    while (this.dropped < this.total) this.#drop();
    return cleared;
  }

  #drop(): void {
    this.dropped += 1;
    const entry = this.entry(this.dropped);
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries[this.dropped % this.capacity] = undefined;
  }
}
