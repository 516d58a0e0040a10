/** A map that can be forked in one step: both forks share the entries until one of them is written to. */
export class CopyOnWriteMap<K, V> {
  #map: Map<K, V>;
  /** Whether another fork may hold the same entries. */
  #shared = false;

  constructor(entries: Iterable<readonly [K, V]> = []) {
    this.#map = new Map(entries);
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  keys(): IterableIterator<K> {
    return this.#map.keys();
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }

  set(key: K, value: V): void {
    this.#owned().set(key, value);
  }

  delete(key: K): boolean {
    return this.#map.has(key) && this.#owned().delete(key);
  }

  /** A map with the same entries. The first write to either copies them. */
  fork(): CopyOnWriteMap<K, V> {
    const fork = new CopyOnWriteMap<K, V>();
    fork.#map = this.#map;
    fork.#shared = true;
    this.#shared = true;
    return fork;
  }

  #owned(): Map<K, V> {
    if (this.#shared) {
      this.#map = new Map(this.#map);
      this.#shared = false;
    }
    return this.#map;
  }
}
