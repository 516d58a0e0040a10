/** Schedules work that may run concurrently and work that must run alone: the latter waits for running work and holds back new work. */
export class Company {
  #inside = 0;
  /** Work that wants to be alone, waiting or under way. */
  #alone = 0;
  #isAlone = false;
  readonly #waiting = new Set<() => void>();

  /** Does work concurrently with other work. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone > 0) await this.#change();
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#emit();
    }
  }

  /** Does work when no other is under way. Not to be called from within `together`. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#alone += 1;
    while (this.#inside > 0 || this.#isAlone) await this.#change();
    this.#isAlone = true;
    try {
      return await work();
    } finally {
      this.#isAlone = false;
      this.#alone -= 1;
      this.#emit();
    }
  }

  #change(): Promise<void> {
    return new Promise((go) => this.#waiting.add(go));
  }

  #emit(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
  }
}
