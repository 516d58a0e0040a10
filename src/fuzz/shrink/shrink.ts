/** Shrinks one failure: keeps every simplification after which the cause still shows. */
import type { Allowance } from '../execute/budget.ts';
import type { Confirmed } from './confirm.ts';
import type { Tried } from '../execute/perform.ts';
import { causeFirst, tryOnce, type Retrying } from './retrying.ts';
import { shrinkCandidates } from './shrink-candidates.ts';
import type { Trial } from '../generate/trial.ts';

/** `smallest`: no single simplification keeps it; `budget`: there was no time or no request left to try more. */
export type Ending = 'smallest' | 'budget' | 'not shrunk';

export interface Shrunk {
  readonly best: Tried;
  /** The names of the simplifications that were kept. */
  readonly changes: readonly string[];
  readonly ended: Ending;
}

/** The most requests that shrinking one failure may send. */
const MOST_REQUESTS = 1500;
export const ENOUGH: Allowance = { requests: MOST_REQUESTS, until: Number.POSITIVE_INFINITY };
/** How often a simplification of a flaky failure is tried before it is given up. */
const TRIES_OF_FLAKY = 3;

class Shrinker {
  readonly #retrying: Retrying;
  readonly #key: string;
  readonly #tries: number;
  readonly #until: number;
  readonly changes: string[] = [];
  #left: number;
  best: Tried;

  constructor(retrying: Retrying, { bucket, repeats, last }: Confirmed, { requests, until }: Allowance) {
    this.#retrying = retrying;
    this.#key = bucket.key;
    this.best = last;
    this.#tries = repeats.failed < repeats.of ? TRIES_OF_FLAKY : 1;
    this.#left = Math.min(MOST_REQUESTS, requests);
    this.#until = until;
  }

  /** Takes the first simplification that keeps the cause and starts again from the simpler trial, until none does. */
  async run(): Promise<Ending> {
    for (;;) {
      const taken = await this.#change();
      if (taken === 'none') return 'smallest';
      if (taken === 'over') return 'budget';
    }
  }

  get #isOver(): boolean {
    return this.#left <= 0 || performance.now() > this.#until || this.#retrying.stop();
  }

  async #change(): Promise<'taken' | 'none' | 'over'> {
    for (const { change, to } of shrinkCandidates(this.best.trial, this.#retrying.material)) {
      if (this.#isOver) return 'over';
      const tried = await this.#showing(to);
      if (tried === undefined) continue;
      this.best = tried;
      this.changes.push(change);
      return 'taken';
    }
    // The last trial may have been cut short.
    return this.#retrying.stop() ? 'over' : 'none';
  }

  async #showing(trial: Trial): Promise<Tried | undefined> {
    for (let attempt = 0; attempt < this.#tries; attempt += 1) {
      this.#left -= trial.steps.length;
      const tried = await tryOnce(trial, this.#retrying);
      if (!this.#shows(tried)) continue;
      return this.#tries > 1 || (await this.#showsAgain(trial)) ? tried : undefined;
    }
    return undefined;
  }

  /** Sends the trial twice in a row: if it passes the second time, its failure depended on the previous trial. */
  async #showsAgain(trial: Trial): Promise<boolean> {
    this.#left -= trial.steps.length;
    return this.#shows(await tryOnce(trial, this.#retrying));
  }

  #shows(tried: Tried): boolean {
    return causeFirst(tried, this.#key) !== undefined;
  }
}

/** Shrinks what showed again, within this allowance. */
export async function shrink(
  confirmed: Confirmed,
  retrying: Retrying,
  allowance: Allowance = ENOUGH,
): Promise<Shrunk> {
  if (confirmed.repeats.failed === 0) return { best: confirmed.last, changes: [], ended: 'not shrunk' };
  const shrinker = new Shrinker(retrying, confirmed, allowance);
  const ended = await shrinker.run();
  return { best: shrinker.best, changes: shrinker.changes, ended };
}
