/** Shrinks failures: keeps every simplification after which the cause still shows. All are confirmed before any is shrunk. */
import { bucketKey, type Finding } from '../../judge/finding.ts';
import type { Trial } from '../trials/relations.ts';
import type { Tried } from '../trials/send-trial.ts';
import { causeFirst, confirm, confirmInContext, showsAlone, tryOnce, type Retrying } from './confirm.ts';
import { firstFindings, keepable, propertyIn, type ShrinkEnding, type Failure } from './failure-buckets.ts';
import { shrinkCandidates } from './shrink-candidates.ts';

/** What shrinking one failure may spend. */
export interface Allowance {
  readonly requests: number;
  /** By performance.now(). */
  readonly until: number;
}

/** The most requests that shrinking one failure may send. */
const MAX_REQUESTS = 1500;
export const ENOUGH: Allowance = { requests: MAX_REQUESTS, until: Number.POSITIVE_INFINITY };
/** How often a simplification of a flaky failure is tried before it is given up. */
const MAX_TRIES_OF_FLAKY = 3;

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
  /** What it shows: of another clause than at first where the alteration that the clause is about was not needed. */
  cause: Finding;
  /** The first trial with fewer parts than the best that shows the same under the name of another clause. */
  #renamed: { readonly change: string; readonly tried: Tried; readonly cause: Finding } | undefined;

  constructor(retrying: Retrying, { finding, repeats, tried }: Failure, { requests, until }: Allowance) {
    this.#retrying = retrying;
    this.cause = finding;
    this.best = tried;
    this.#tries = repeats.failed < repeats.of ? MAX_TRIES_OF_FLAKY : 1;
    this.#left = Math.min(MAX_REQUESTS, requests);
    this.#until = until;
  }

  /** Takes the first simplification that keeps the cause and starts again from the simpler trial, until none does. */
  async run(): Promise<ShrinkEnding> {
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
    for (const { change, to } of shrinkCandidates(this.best.trial, this.#retrying.inputs)) {
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
    // What the best trial shows: the first one may have got other tags.
    const { kind, level, actual } = causeFirst(this.best, bucketKey(this.cause))?.[0]?.finding ?? this.cause;
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

/** Shrinks a failure that showed again, within this allowance. */
export async function shrink(
  failure: Failure,
  retrying: Retrying,
  allowance: Allowance = ENOUGH,
): Promise<Failure> {
  if (failure.repeats.failed === 0) return described(failure);
  const shrinker = new Shrinker(retrying, failure, allowance);
  const ended = await shrinker.run();
  const { best, cause: finding, changes } = shrinker;
  const key = bucketKey(finding);
  const renamed = key === failure.key ? failure : { ...failure, key, finding };
  return described({ ...renamed, tried: best, changes, ended });
}

/** The failure as it is reported: the cause first among what was found, and the property that its trial shows broken. */
function described(failure: Failure): Failure {
  const { tried, key, property } = failure;
  const found = causeFirst(tried, key) ?? [];
  const [cause] = found;
  return {
    ...failure,
    property: cause === undefined ? property : propertyIn(cause, tried.trial),
    tried: keepable({ ...tried, found }),
  };
}

/** How a run confirms and shrinks its failures. */
interface RetryingAll {
  readonly retryingOf: (failure: Failure) => Retrying;
  /** The trials of the block before the one that showed the failure. */
  readonly contextOf: (failure: Failure) => readonly Trial[];
  /** The budget for shrinking one of this many failures. */
  readonly allowanceFor: (failures: number) => Allowance;
}

/**
 * Confirms all failures before shrinking any, so that a budget that is too small leaves out what matters least.
 * A failure with the cause of another one is left out.
 */
export async function confirmAndShrinkAll(
  failures: readonly Failure[],
  { retryingOf, contextOf, allowanceFor }: RetryingAll,
): Promise<readonly Failure[]> {
  const shown: Failure[] = [];
  for (const failure of failures) {
    const retrying = retryingOf(failure);
    if (!retrying.stop() && (await showsAlone(failure, retrying))) continue;
    shown.push(await confirm(failure, retrying));
  }
  const confirmed: Failure[] = [];
  for (const each of shown) confirmed.push(await confirmInContext(each, contextOf(each), retryingOf(each)));
  const shrunk: Failure[] = [];
  for (const [at, each] of confirmed.entries())
    shrunk.push(await shrink(each, retryingOf(each), allowanceFor(confirmed.length - at)));
  // What got the clause of another failure while it was shrunk is that failure.
  const own = shrunk.filter(({ key }, at) => key === confirmed[at]?.key);
  const first = new Map([...shrunk.toReversed(), ...own].map((each) => [each.key, each]));
  return shrunk.filter((each) => first.get(each.key) === each);
}
