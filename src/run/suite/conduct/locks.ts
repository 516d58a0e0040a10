/** Which requests may be sent at the same time. */
import type { Places } from '../../send/concurrency.ts';

/** When a case may send. Its calls are not to be nested. */
export interface Permit {
  /** Sends once it is this case's turn: beside others, or when no other sends; then none does until this case rests or sends alongside. */
  send<T>(work: () => Promise<T>): Promise<T>;
  /** Waits in a way in which requests of others, about other keys, do no harm. */
  rest(wait: () => Promise<void>): Promise<void>;
  /** Sends what can stand such requests just as well. */
  alongside<T>(work: () => Promise<T>): Promise<T>;
}

/** That of a case which has the target for itself all the time. */
export const ANY_TIME: Permit = {
  send: (work) => work(),
  rest: (wait) => wait(),
  alongside: (work) => work(),
};

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

/** How many requests a case sends at once, and how many may go at once with those of others that need the target for themselves, too. */
interface Burst {
  readonly size: number;
  readonly most: () => number;
}

/** Goes beside nothing else. */
const ALL: Burst = { size: Number.POSITIVE_INFINITY, most: () => 0 };

/** As many places as are asked for. */
const ANY_PLACE: Pick<Places, 'during'> = { during: (work) => work() };

/** Whose turn it is to send: cases that may send side by side, and those that need the target for themselves. */
export class Turns {
  /** How many send side by side. */
  #inside = 0;
  /** How many have the target for themselves, or wait for that: meanwhile no other begins. */
  #exclusive = 0;
  /** Those that have the target for themselves just now. */
  readonly #holding = new Set<Burst>();
  /** How often anything began to send. */
  #begun = 0;
  readonly #waiting = new Set<() => void>();
  readonly #keys = new Locks();
  /** That of cases which send side by side: each waits between two requests while another case has the target for itself. */
  readonly sideBySide: Permit = {
    send: (work) => this.shared(work),
    rest: (wait) => wait(),
    alongside: (work) => this.shared(work),
  };

  /** Does work side by side with other work. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#exclusive > 0) await this.#change();
    this.#inside += 1;
    this.#begun += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#emit();
    }
  }

  /** Does work when no other is under way. Not to be called from within `shared`. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const give = await this.#hold(ALL);
    try {
      return await work();
    } finally {
      give();
    }
  }

  /**
   * Does the work of a case that draws on the limits of these keys when no other one about them is under way. While it rests, or asks whether
   * a limit is over (in a place among those who send side by side), others about other keys may send; and those whose `burst`
   * allows it send beside each other. Where others sent and the result is not `good`, it is done again with the target
   * for itself all the time, once nothing else is under way: company never decides.
   */
  async ofKeys<T>(
    keys: readonly string[],
    work: (permit: Permit) => Promise<T>,
    isGood: (result: T) => boolean,
    places = ANY_PLACE,
    burst = ALL,
  ): Promise<T> {
    const giveKeys = await this.#keys.take(keys);
    try {
      const { result, hadCompany } = await this.#inCompany(work, places, burst);
      if (!hadCompany || isGood(result)) return result;
      await this.#lull();
      return await this.alone(() => work(ANY_TIME));
    } finally {
      giveKeys();
    }
  }

  async #inCompany<T>(
    work: (permit: Permit) => Promise<T>,
    places: Pick<Places, 'during'>,
    burst: Burst,
  ): Promise<{ readonly result: T; readonly hadCompany: boolean }> {
    let give: (() => void) | undefined;
    const stepBack = (): void => {
      give?.();
      give = undefined;
    };
    let own = 0;
    const before = this.#begun - this.#inside - this.#holding.size;
    const permit: Permit = {
      send: async (sending) => {
        if (give === undefined) {
          give = await this.#hold(burst);
          own += 1;
        }
        return sending();
      },
      rest: (wait) => {
        stepBack();
        return wait();
      },
      alongside: (sending) => {
        stepBack();
        own += 1;
        // First the place: who has one may wait for a turn.
        return places.during(() => this.shared(sending));
      },
    };
    try {
      const result = await work(permit);
      return { result, hadCompany: this.#begun > before + own };
    } finally {
      stepBack();
    }
  }

  /** Waits until nothing is sent side by side; unlike `#hold` it lets others begin. */
  async #lull(): Promise<void> {
    while (this.#inside > 0) await this.#change();
  }

  async #hold(burst: Burst): Promise<() => void> {
    this.#exclusive += 1;
    while (this.#inside > 0 || !this.#goesBeside(burst)) await this.#change();
    const held = { ...burst };
    this.#holding.add(held);
    this.#begun += 1;
    return () => {
      this.#holding.delete(held);
      this.#exclusive -= 1;
      this.#emit();
    };
  }

  /** Whether it may send beside those that have the target for themselves just now. */
  #goesBeside({ size, most }: Burst): boolean {
    if (this.#holding.size === 0) return true;
    return [...this.#holding].reduce((sum, held) => sum + held.size, size) <= most();
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
