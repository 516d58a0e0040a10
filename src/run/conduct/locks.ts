/**
 * Cases that need the target for themselves: one sends at a time. While one lets its key rest, or waits for its limit, others about
 * other keys may send.
 */
import type { Planned } from '../../suite/plan/plan.ts';

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

/** When a case may send. */
export interface Turn {
  /** Waits in a way in which requests of others, about other keys, do no harm. */
  rest(wait: () => Promise<void>): Promise<void>;
}

/** The turn of a case that may run concurrently anyway. */
export const ANY_TURN: Turn = { rest: (wait) => wait() };

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

/** The names of the keys on whose limits a case draws. */
function keysOf({ steps }: Planned): readonly string[] {
  const names = steps.flatMap(({ requests }) => requests.flatMap(({ who }) => who.key?.name ?? []));
  return [...new Set(names)];
}

interface Work<T> {
  (turn: Turn): Promise<T>;
}

export class Turns {
  readonly #locks = new Locks();
  /** How often a case began to send: if it has changed, another case sent meanwhile. */
  #begun = 0;

  /**
   * Does the work of a case when no other case sends, and no other one about the same keys is under way. Where others sent while
   * it rested and the result is not `good`, does it again with the target for itself all the time: company never decides.
   */
  async run<T>(plan: Planned, work: Work<T>, isGood: (result: T) => boolean): Promise<T> {
    const giveKeys = await this.#locks.take(keysOf(plan));
    try {
      const { result, hadCompany } = await this.#resting(work);
      return hadCompany && !isGood(result) ? await this.strictly(() => work(ANY_TURN)) : result;
    } finally {
      giveKeys();
    }
  }

  /** Does something while no case sends. */
  async strictly<T>(work: () => Promise<T>): Promise<T> {
    const give = await this.#begin();
    try {
      return await work();
    } finally {
      give();
    }
  }

  async #resting<T>(work: Work<T>): Promise<{ readonly result: T; readonly hadCompany: boolean }> {
    let give = await this.#begin();
    let hadCompany = false;
    const rest = async (wait: () => Promise<void>): Promise<void> => {
      const before = this.#begun;
      give();
      await wait();
      give = await this.#begin();
      hadCompany ||= this.#begun > before + 1;
    };
    try {
      return { result: await work({ rest }), hadCompany };
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
