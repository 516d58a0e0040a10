/** Which cases may send at the same time. */

/** Lets work run concurrently, and other work alone: the latter waits for running work and holds back new work. */
export class SharedExclusiveLock {
  #inside = 0;
  /** Work that is to run alone, waiting or under way. */
  #exclusive = 0;
  #isHeld = false;
  readonly #waiting = new Set<() => void>();

  /** Does work concurrently with other work. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#exclusive > 0) await this.#change();
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#emit();
    }
  }

  /** Does work when no other is under way. Not to be called from within `shared`. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#exclusive += 1;
    while (this.#inside > 0 || this.#isHeld) await this.#change();
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
      this.#exclusive -= 1;
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

/** The right of a case to send. */
export interface Permit {
  /** Waits in a way in which requests of others, about other keys, do no harm. */
  rest(wait: () => Promise<void>): Promise<void>;
  /** Sends, one at a time, what can stand such requests just as well. */
  alongside<T>(work: () => Promise<T>): Promise<T>;
}

/** That of a case which may run concurrently anyway. */
export const ANY_TIME: Permit = { rest: (wait) => wait(), alongside: (work) => work() };

/** Locks by name, granted in the order in which they were asked for. */
class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Waits until all of these are free and takes them; the result gives them back. */
  async take(names: readonly string[]): Promise<() => void> {
    let give!: () => void;
    const given = new Promise<void>((resolve) => (give = resolve));
    const before = names.map((name) => this.#tails.get(name));
    for (const name of names) this.#tails.set(name, given);
    await Promise.all(before);
    return () => {
      give();
      for (const name of names) if (this.#tails.get(name) === given) this.#tails.delete(name);
    };
  }
}

/** The right to send; no key has this name. */
const TARGET = ' target';

interface Work<T> {
  (permit: Permit): Promise<T>;
}

/**
 * Cases that need the target for themselves: one sends at a time. While one lets its key rest, or asks whether its limit is over, others
 * about other keys may send.
 */
export class ExclusiveQueue {
  readonly #locks = new Locks();
  /** How often a case began to send: if it has changed, another case sent meanwhile. */
  #begun = 0;
  /** What is sent alongside. */
  readonly #alongside = new Set<Promise<unknown>>();

  /**
   * Does the work of a case, which draws on the limits of these keys, when no other case sends, and no other one about the same keys is under way. Where others sent
   * meanwhile and the result is not `good`, does it again with the target for itself all the time: company never decides.
   */
  async run<T>(keys: readonly string[], work: Work<T>, isGood: (result: T) => boolean): Promise<T> {
    const giveKeys = await this.#locks.take(keys);
    try {
      const { result, hadCompany } = await this.#inCompany(work);
      return hadCompany && !isGood(result) ? await this.exclusively(() => work(ANY_TIME)) : result;
    } finally {
      giveKeys();
    }
  }

  /** Does something while no case sends. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const give = await this.#begin();
    try {
      await Promise.allSettled(this.#alongside);
      return await work();
    } finally {
      give();
    }
  }

  async #inCompany<T>(work: Work<T>): Promise<{ readonly result: T; readonly hadCompany: boolean }> {
    let give = await this.#begin();
    let hadCompany = this.#alongside.size > 0;
    /** Lets others send until the end of `during`. */
    const stepBack = async <R>(during: Promise<R>): Promise<R> => {
      const before = this.#begun;
      give();
      try {
        return await during;
      } finally {
        give = await this.#begin();
        hadCompany ||= this.#begun > before + 1 || this.#alongside.size > 0;
      }
    };
    const alongside = async <R>(sending: () => Promise<R>): Promise<R> => {
      const under = sending();
      this.#alongside.add(under);
      return stepBack(under.finally(() => this.#alongside.delete(under)));
    };
    try {
      return { result: await work({ rest: (wait) => stepBack(wait()), alongside }), hadCompany };
    } finally {
      give();
    }
  }

  async #begin(): Promise<() => void> {
    const give = await this.#locks.take([TARGET]);
    this.#begun += 1;
    return give;
  }
}
