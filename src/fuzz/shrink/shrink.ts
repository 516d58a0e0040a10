/** Shrinks one failure: keeps every simplification after which the cause still shows. */
import type { Allowance } from '../execute/budget.ts';
import { bucketKey, type Finding } from '../../judge/compare/finding.ts';
import type { Confirmed } from './confirm.ts';
import { firstFindings } from './failure-buckets.ts';
import type { Tried } from '../execute/perform.ts';
import { causeFirst, tryOnce, type Retrying } from './retrying.ts';
import { shrinkCandidates } from './shrink-candidates.ts';
import type { Trial } from '../generate/trial.ts';

/** `smallest`: no single simplification keeps it; `budget`: there was no time or no request left to try more. */
export type Ending = 'smallest' | 'budget' | 'not shrunk';

export interface Shrunk {
  readonly best: Tried;
  /** What it shows: of another clause than at first where the alteration that the clause is about was not needed. */
  readonly cause: Finding;
  /** The names of the simplifications that were kept. */
  readonly changes: readonly string[];
  readonly ended: Ending;
}

/** The most requests that shrinking one failure may send. */
const MOST_REQUESTS = 1500;
export const ENOUGH: Allowance = { requests: MOST_REQUESTS, until: Number.POSITIVE_INFINITY };
/** How often a simplification of a flaky failure is tried before it is given up. */
const TRIES_OF_FLAKY = 3;

/** How many values a trial is made of, those within others included. */
function parts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + parts(each), 1);
}

class Shrinker {
  readonly #retrying: Retrying;
  readonly #tries: number;
  readonly #until: number;
  readonly changes: string[] = [];
  #left: number;
  best: Tried;
  cause: Finding;
  /** The first trial with fewer parts than the best that shows the same under the name of another clause. */
  #renamed: { readonly change: string; readonly tried: Tried; readonly cause: Finding } | undefined;

  constructor(retrying: Retrying, { bucket, repeats, last }: Confirmed, { requests, until }: Allowance) {
    this.#retrying = retrying;
    this.cause = bucket.finding;
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
    this.#renamed = undefined;
    for (const { change, to } of shrinkCandidates(this.best.trial, this.#retrying.material)) {
      if (this.#isOver) return 'over';
      const tried = await this.#showing(to, change);
      if (tried === undefined) continue;
      this.best = tried;
      this.changes.push(change);
      return 'taken';
    }
    // The last trial may have been cut short.
    if (this.#retrying.stop()) return 'over';
    return (await this.#takesRenamed()) ? 'taken' : 'none';
  }

  /** Once each part is needed for the clause: whether fewer parts show the same, so that the clause was of one that plays no part. */
  async #takesRenamed(): Promise<boolean> {
    if (this.#renamed === undefined) return false;
    const { change, tried, cause } = this.#renamed;
    const first = this.cause;
    this.cause = cause;
    if (await this.#showsAgain(tried.trial)) {
      this.best = tried;
      this.changes.push(change);
      return true;
    }
    this.cause = first;
    return false;
  }

  #noteRenamed(change: string, tried: Tried): void {
    const { kind, level, actual } = this.cause;
    const alike = firstFindings(tried.found).find(
      ({ finding: other }) => other.kind === kind && other.level === level && other.actual === actual,
    );
    if (alike !== undefined && this.#tries === 1 && parts(tried.trial.steps) < parts(this.best.trial.steps))
      this.#renamed ??= { change, tried, cause: alike.finding };
  }

  async #showing(trial: Trial, change: string): Promise<Tried | undefined> {
    for (let attempt = 0; attempt < this.#tries; attempt += 1) {
      this.#left -= trial.steps.length;
      const tried = await tryOnce(trial, this.#retrying);
      if (!this.#shows(tried)) {
        this.#noteRenamed(change, tried);
        continue;
      }
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
    return causeFirst(tried, bucketKey(this.cause)) !== undefined;
  }
}

/** Shrinks what showed again, within this allowance. */
export async function shrink(
  confirmed: Confirmed,
  retrying: Retrying,
  allowance: Allowance = ENOUGH,
): Promise<Shrunk> {
  if (confirmed.repeats.failed === 0)
    return { best: confirmed.last, cause: confirmed.bucket.finding, changes: [], ended: 'not shrunk' };
  const shrinker = new Shrinker(retrying, confirmed, allowance);
  const ended = await shrinker.run();
  const { best, cause, changes } = shrinker;
  return { best, cause, changes, ended };
}
