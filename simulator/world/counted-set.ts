/** A set that remembers how often each of its members was added, so that one can be taken away again. */
export class CountedSet<T> {
  readonly #counts: Map<T, number>;

  constructor(counts: Iterable<readonly [T, number]> = []) {
    this.#counts = new Map(counts);
  }

  has(member: T): boolean {
    return this.#counts.has(member);
  }

  add(member: T): void {
    this.#counts.set(member, (this.#counts.get(member) ?? 0) + 1);
  }

  remove(member: T): void {
    const left = (this.#counts.get(member) ?? 0) - 1;
    if (left > 0) this.#counts.set(member, left);
    else this.#counts.delete(member);
  }

  copy(): CountedSet<T> {
    return new CountedSet(this.#counts);
  }
}
