/** Confirms failures and shrinks them: keeps every simplification after which the cause still shows. All are confirmed before any is shrunk. */
import { bucketKey, type Finding } from '../../judge/finding.ts';
import type { Allowance } from '../campaign/budget.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { sequence, single, type Trial } from '../trials/relations.ts';
import type { Tried } from '../trials/send-trial.ts';
import {
  firstFindings,
  keepable,
  causeKeyOf,
  propertyIn,
  type Failure,
  type ShrinkEnding,
} from './failure-buckets.ts';
import { simplerTrials } from './simpler-trials.ts';

/** How failures are confirmed and shrunk. */
export interface Retrying {
  readonly inputs: FuzzInputs;
  /** Sends a trial for the sake of a failure. */
  readonly again: (trial: Trial, failure: Failure) => Promise<Tried>;
  /** Whether to stop: the user does not want to wait, the budget is spent, or the target serves no more. */
  readonly stop: () => boolean;
  /** The trials before the one of this number. */
  readonly before: (number: number) => readonly Trial[];
  /** The budget for shrinking one of this many failures. */
  readonly allowanceFor: (failures: number) => Allowance;
}

/** How often each failure is repeated. */
export const REPEATS = 4;
/** The most requests that shrinking one failure may send. */
const MAX_REQUESTS = 1500;
/** How often a simplification of a flaky failure is tried before it is given up. */
const MAX_TRIES_OF_FLAKY = 3;

/** What was found, the cause of this key first; undefined: the trial did not show it. */
function causeFirst({ found }: Tried, key: string): readonly TrialFinding[] | undefined {
  const cause = found.find((each) => causeKeyOf(each) === key);
  return cause === undefined ? undefined : [cause, ...found.filter((each) => each !== cause)];
}

async function repeated(failure: Failure, trial: Trial, { again, stop }: Retrying): Promise<Failure> {
  let failed = 0;
  let of = 0;
  let last = failure.tried;
  for (let attempt = 0; attempt < REPEATS && !stop(); attempt += 1) {
    const tried = await again(trial, failure);
    const shows = causeFirst(tried, failure.key) !== undefined;
    // A trial without an answer does not show whether the failure is flaky.
    if (shows || tried.notJudgedBecause === undefined) of += 1;
    if (!shows) continue;
    failed += 1;
    last = tried;
  }
  return { ...failure, repeats: { failed, of }, tried: last };
}

/** Whether the request after an odd one shows the same by itself: that is a cause of its own, and not the odd one. */
async function showsAlone(failure: Failure, { again }: Retrying): Promise<boolean> {
  const { key, finding, tried } = failure;
  const [, next] = tried.trial.steps;
  if (tried.trial.relation !== 'next-works' || next === undefined) return false;
  const { found } = await again(single(next), failure);
  return found.some((each) => each.finding.kind === finding.kind && causeKeyOf(each) !== key);
}

/** Repeats a failure that did not show by itself, this time after the trials before it. */
async function confirmedInContext(failure: Failure, retrying: Retrying): Promise<Failure> {
  const { repeats, tried, number } = failure;
  const before = retrying.before(number);
  if (repeats.failed > 0 || repeats.of === 0 || before.length === 0) return failure;
  const steps = [...before, tried.trial].flatMap((each) => each.steps);
  const again = await repeated(failure, sequence(steps), retrying);
  return again.repeats.failed > 0 ? again : failure;
}

/** How many values a trial is made of, those within others included. */
function parts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + parts(each), 1);
}

class Shrinker {
  readonly #retrying: Retrying;
  readonly #failure: Failure;
  readonly #tries: number;
  readonly #until: number;
  #left: number;
  #best: Tried;
  /** What it shows: of another clause than at first where the alteration that the clause is about was not needed. */
  #cause: Finding;
  /** The first trial with fewer parts than the best that shows the same under the name of another clause. */
  #renamed: { readonly tried: Tried; readonly cause: Finding } | undefined;

  constructor(failure: Failure, retrying: Retrying, { requests, until }: Allowance) {
    const { finding, repeats, tried } = failure;
    this.#retrying = retrying;
    this.#failure = failure;
    this.#cause = finding;
    this.#best = tried;
    this.#tries = repeats.failed < repeats.of ? MAX_TRIES_OF_FLAKY : 1;
    this.#left = Math.min(MAX_REQUESTS, requests);
    this.#until = until;
  }

  /** Takes the first simplification that keeps the cause and starts again from the simpler trial, until none does. */
  async run(): Promise<Failure> {
    for (let shrunk = 0; ; shrunk += 1) {
      const next = await this.#simpler();
      if (typeof next === 'string')
        return {
          ...this.#failure,
          key: bucketKey(this.#cause),
          finding: this.#cause,
          tried: this.#best,
          shrunk,
          ended: next,
        };
      this.#best = next;
    }
  }

  async #simpler(): Promise<Tried | ShrinkEnding> {
    const { inputs, stop } = this.#retrying;
    this.#renamed = undefined;
    for (const trial of simplerTrials(this.#best.trial, inputs)) {
      if (this.#left <= 0 || performance.now() > this.#until || stop()) return 'budget';
      const tried = await this.#showing(trial);
      if (tried !== undefined) return tried;
    }
    // The last trial may have been cut short.
    if (stop()) return 'budget';
    return (await this.#underItsOwnName()) ?? 'smallest';
  }

  /** Once each part is needed for the clause: whether fewer parts show the same, so that the clause was of one that plays no part. */
  async #underItsOwnName(): Promise<Tried | undefined> {
    if (this.#renamed === undefined) return undefined;
    const { tried, cause } = this.#renamed;
    const first = this.#cause;
    this.#cause = cause;
    if (this.#shows(await this.#send(tried.trial))) return tried;
    this.#cause = first;
    return undefined;
  }

  #noteRenamed(tried: Tried): void {
    // What the best trial shows: the first one may have got other tags.
    const { kind, level, actual } =
      causeFirst(this.#best, bucketKey(this.#cause))?.[0]?.finding ?? this.#cause;
    const alike = firstFindings(tried.found).find(
      ({ finding: other }) => other.kind === kind && other.level === level && other.actual === actual,
    );
    if (alike !== undefined && this.#tries === 1 && parts(tried.trial.steps) < parts(this.#best.trial.steps))
      this.#renamed ??= { tried, cause: alike.finding };
  }

  /** The trial as it shows the cause, twice in a row: if it passes the second time, its failure depended on the previous trial. */
  async #showing(trial: Trial): Promise<Tried | undefined> {
    for (let attempt = 0; attempt < this.#tries; attempt += 1) {
      const tried = await this.#send(trial);
      if (this.#shows(tried))
        return this.#tries > 1 || this.#shows(await this.#send(trial)) ? tried : undefined;
      this.#noteRenamed(tried);
    }
    return undefined;
  }

  #send(trial: Trial): Promise<Tried> {
    this.#left -= trial.steps.length;
    return this.#retrying.again(trial, this.#failure);
  }

  #shows(tried: Tried): boolean {
    return causeFirst(tried, bucketKey(this.#cause)) !== undefined;
  }
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

/** Confirms and shrinks failures; a budget that is too small leaves out what matters least. A failure with the cause of another one is left out. */
export async function confirmAndShrinkAll(
  failures: readonly Failure[],
  retrying: Retrying,
): Promise<readonly Failure[]> {
  const shown: Failure[] = [];
  for (const each of failures)
    if (retrying.stop() || !(await showsAlone(each, retrying)))
      shown.push(await repeated(each, each.tried.trial, retrying));
  const confirmed: Failure[] = [];
  for (const each of shown) confirmed.push(await confirmedInContext(each, retrying));
  const shrunk: Failure[] = [];
  for (const [at, each] of confirmed.entries()) {
    const allowance = retrying.allowanceFor(confirmed.length - at);
    shrunk.push(
      described(each.repeats.failed === 0 ? each : await new Shrinker(each, retrying, allowance).run()),
    );
  }
  // What got the clause of another failure while it was shrunk is that failure.
  const own = shrunk.filter(({ key }, at) => key === confirmed[at]?.key);
  const first = new Map([...shrunk.toReversed(), ...own].map((each) => [each.key, each]));
  return shrunk.filter((each) => first.get(each.key) === each);
}
