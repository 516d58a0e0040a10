/** A run of the fuzzer: trials are sent until their share of the budget is spent, then every failure is confirmed and shrunk. */
import { plural } from '../base/text/quantities.ts';
import type { EndpointId } from '../spec/endpoints.ts';
import { goneTarget } from '../run/send/outage.ts';
import { whyAborted } from '../run/send/deadline.ts';
import { preflight } from '../run/send/preflight.ts';
import { targetOf, type Target } from '../run/send/target.ts';
import { FuzzBudget } from './campaign/budget.ts';
import { isPlainStep, PlainState } from './campaign/plain-state.ts';
import { Schedule } from './campaign/schedule.ts';
import { FailureBuckets, propertyIn, type Failure } from './failures/failure-buckets.ts';
import { confirmAndShrinkAll } from './failures/shrink.ts';
import type { FuzzOptions, FuzzOutcome, Progress, Suspect } from './fuzz-options.ts';
import { read } from './trials/compare-replies.ts';
import type { TrialFinding } from './trials/judge-trial.ts';
import { canShow, type Property } from './trials/properties.ts';
import type { Trial } from './trials/relations.ts';
import { performTrial, planTrial, type Tried } from './trials/send-trial.ts';

export type { FuzzOptions, FuzzOutcome } from './fuzz-options.ts';

/** The most reasons that are counted separately. */
const MAX_REASONS = 20;
/** A shorter wait for a reply, when the time is over, is not told. */
const LONG_MS = 1000;

class Run {
  readonly #options: FuzzOptions;
  readonly #schedule: Schedule;
  readonly #budget: FuzzBudget;
  readonly #to: Target;
  readonly #state: PlainState;
  readonly #buckets = new FailureBuckets();
  readonly #ending = new AbortController();
  readonly #succeeded = new Set<EndpointId>();
  readonly #tested = new Set<Property>();
  readonly #notJudged = new Map<string, number>();
  readonly #leftOut = new Map<string, number>();
  /** The number of the next trial, and how many requests those before it have. */
  #next = 0;
  #planned = 0;
  #partial = '';
  #isEnded = false;
  #stoppedAnswering = false;
  /** The target changes its state; and the causes that were found before. */
  #changed: { readonly cause: Failure; readonly sound: ReadonlySet<string> } | undefined;
  #sound: ReadonlySet<string> = new Set();
  /** A trial that may have changed the state, or whose requests the target mixes up with others under way: no further one begins until it is known. */
  #doubt: { readonly tried: Tried; readonly number: number; readonly sound: ReadonlySet<string> } | undefined;
  #isMixingUp = false;
  #cutShort = { trials: 0, longestMs: 0, nothingAnswered: false };
  #answeredAt = 0;

  constructor(options: FuzzOptions) {
    const { seed, inputs, properties, transport, rate, signal, mask } = options;
    this.#options = options;
    this.#schedule = new Schedule(seed, inputs, properties);
    this.#budget = new FuzzBudget(options);
    const to = targetOf({
      transport: this.#budget.metered(transport),
      dialect: inputs.facts.dialect,
      mask,
      rate,
      signal: AbortSignal.any([signal, this.#ending.signal]),
      concurrency: options.concurrency,
    });
    this.#to = { ...to, pace: options.earlier?.pace ?? to.pace, tally: options.earlier?.tally ?? to.tally };
    this.#state = new PlainState((trial, number) => this.#perform(trial, number, ' health'));
  }

  async run(): Promise<FuzzOutcome> {
    const { transport, target, signal } = this.#options;
    await preflight({ ...this.#to, transport }, target);
    const began = performance.now();
    const stopClock = this.#budget.start(() => this.#ending.abort());
    try {
      await this.#tryAll();
      if (signal.aborted) this.#end(whyAborted(signal));
      else if (!this.#isCut) await this.#endIfGone(1);
      const failures = await this.#confirmedFailures();
      if (!this.#stoppedAnswering) await this.#to.tally.settled(signal);
      return {
        failures,
        succeeded: this.#succeeded,
        requests: this.#budget.sent,
        pace: this.#to.pace.learned,
        tally: this.#to.tally,
        ms: Math.round(performance.now() - began),
        notJudged: this.#notJudged,
        leftOut: this.#leftOut,
        tested: this.#tested,
        partial: this.#partial,
        stoppedAnswering: this.#stoppedAnswering,
        suspects: this.#stoppedAnswering ? this.#suspects() : [],
        cutShort: this.#cutShort,
      };
    } finally {
      stopClock();
    }
  }

  /** Trials in each share of the requests in turn, until one has found something. */
  async #tryAll(): Promise<void> {
    for (const share of this.#budget.shares) {
      // One after the other: plain requests show what the target serves before anything odd is sent.
      await this.#tryUntil(this.#schedule.plain, share);
      do {
        const workers = Array.from({ length: this.#options.concurrency }, () =>
          this.#tryUntil(Infinity, share),
        );
        await Promise.all(workers);
      } while (await this.#isCleared());
      if (this.#isOver || this.#buckets.size > 0) return;
      // Repeats and checks were not planned, but sent.
      this.#planned = Math.max(this.#planned, this.#budget.sent);
    }
  }

  /** Tries the next trials that the share covers, up to this number. */
  async #tryUntil(end: number, share: number): Promise<void> {
    while (!this.#isOver && this.#doubt === undefined) {
      const number = this.#schedule.wantedFrom(this.#next);
      if (number === undefined || number >= end) return;
      const planned = this.#planned + this.#schedule.at(number).steps.length;
      if (planned > share) return;
      [this.#next, this.#planned] = [number + 1, planned];
      await this.#try(number);
    }
  }

  /** Sends a trial, and adds what it shows. */
  async #try(number: number): Promise<void> {
    const trial = this.#schedule.at(number);
    const began = performance.now();
    const tried = this.#wanted(await this.#perform(trial, number));
    if (tried.leftOut !== undefined || this.#options.signal.aborted) return;
    if (tried.notJudgedBecause !== undefined && this.#isCut) return this.#noteCut(began);
    this.#state.note(tried);
    for (const each of tried.judged)
      if (read(each) !== undefined) this.#succeeded.add(each.planned.step.endpoint);
    for (const property of this.#options.properties)
      if (canShow(property, tried.trial)) this.#tested.add(property);
    if (this.#buckets.add(tried, number)) await this.#checkState(tried, number);
    const goesOn = this.#options.watch?.(this.#progress(this.#schedule.phaseOf(number), tried.found));
    if (goesOn === false) this.#end('enough was found');
  }

  /** Sends the requests of a trial, and notes whether they were answered. */
  async #perform(trial: Trial, number: number, what = ''): Promise<Tried> {
    const tried = await performTrial(
      trial,
      `fuzz ${number}${what}`,
      this.#to,
      this.#options.inputs,
      String(number),
    );
    const { leftOut, notJudgedBecause: why } = tried;
    if (leftOut !== undefined) countReason(this.#leftOut, leftOut);
    if (why === undefined) this.#answeredAt = performance.now();
    else if (!this.#isCut) {
      countReason(this.#notJudged, why);
      await this.#endIfGone();
    }
    return tried;
  }

  /** What the user selected: by the property that a single request breaks, or the one that several break. */
  #wanted(tried: Tried): Tried {
    return {
      ...tried,
      found: tried.found.filter((each) => this.#isWanted(each.property, propertyIn(each, tried.trial))),
    };
  }

  #isWanted(...properties: readonly (Property | undefined)[]): boolean {
    return this.#options.properties.some((property) => properties.includes(property));
  }

  #end(why: string): void {
    if (this.#partial === '') this.#partial = why;
    this.#isEnded = true;
  }

  /** Whether no trial may be begun any more. */
  get #isOver(): boolean {
    const { aborted } = this.#options.signal;
    return this.#isEnded || aborted || this.#budget.isTryingOver(this.#buckets.size > 0);
  }

  /** Whether a trial may have been ended before its reply, and not by the target. */
  get #isCut(): boolean {
    return this.#to.signal.aborted || this.#budget.isRefused;
  }

  /** Ends the run where nothing more is sent, or where so many requests in a row got no reply and a plain one gets none either. */
  async #endIfGone(inARow?: number): Promise<void> {
    const { pace } = this.#to;
    if (pace.gaveUp !== undefined) return this.#end(pace.gaveUp);
    const why = await goneTarget(this.#to, inARow);
    if (why === undefined || this.#isCut) return;
    this.#stoppedAnswering = true;
    this.#end(why);
  }

  /** The trials that were under way, plain ones last: they are less likely to be the cause. */
  #suspects(): readonly Suspect[] {
    const names = [...this.#to.tally.suspects].map(({ name }) => name);
    const numbers = new Set(names.filter((name) => name !== '').map(Number));
    const isPlain = (number: number): boolean => this.#schedule.at(number).steps.every(isPlainStep);
    return [...numbers]
      .toSorted((a, b) => Number(isPlain(a)) - Number(isPlain(b)))
      .map((number) => {
        const trial = this.#schedule.at(number);
        return { number, trial, requests: planTrial(trial, this.#options.inputs, `fuzz ${number}`) };
      });
  }

  #noteCut(began: number): void {
    const now = performance.now();
    const waited = Math.round(now - began);
    if (waited < LONG_MS) return;
    const { trials, longestMs } = this.#cutShort;
    this.#cutShort = {
      trials: trials + 1,
      longestMs: Math.max(longestMs, waited),
      nothingAnswered: now - this.#answeredAt >= LONG_MS,
    };
  }

  /** After a new cause: whether a plain request that was served is answered differently now. */
  async #checkState(tried: Tried, number: number): Promise<void> {
    const sound = this.#sound;
    const found = new Set(this.#buckets.all.map(({ key }) => key));
    const cause = this.#isMixingUp ? undefined : await this.#state.changedBy(tried, number);
    if (cause !== undefined && !this.#isCut) this.#doubt ??= { tried, number, sound };
    else if (this.#doubt === undefined) this.#sound = found;
  }

  /**
   * Asks the plain request again when nothing else is under way: if it is answered differently then, too, all that was found since may
   * be its consequence, and the run ends. If not, the target only mixes up requests, and the trials go on.
   */
  async #isCleared(): Promise<boolean> {
    const doubt = this.#doubt;
    if (doubt === undefined || this.#isCut) return false;
    const { tried, number, sound } = doubt;
    const cause = await this.#state.changedBy(tried, number);
    if (this.#isCut) return false;
    this.#doubt = undefined;
    this.#isMixingUp = cause === undefined;
    if (cause === undefined) return true;
    const between = [...this.#schedule.before(number), tried.trial];
    this.#changed = { cause: { ...cause, between }, sound };
    this.#end('the backend changes its state: the same request was answered differently');
    return false;
  }

  #progress(phase: Progress['phase'], last: readonly TrialFinding[]): Progress {
    const { sent: requests, elapsed } = this.#budget;
    return { phase, requests, buckets: this.#buckets.size, elapsed, last };
  }

  /** The failures, confirmed and shrunk, in the order in which they were first seen. */
  async #confirmedFailures(): Promise<readonly Failure[]> {
    const { inputs } = this.#options;
    const { all } = this.#buckets;
    const sound = this.#changed?.sound;
    const own = sound === undefined ? all : all.filter(({ key }) => sound.has(key));
    if (own.length < all.length)
      this.#partial += `; ${plural(all.length - own.length, 'cause')} found since then may be consequences`;
    const failures = await confirmAndShrinkAll(own, {
      inputs,
      again: (trial, { number }) => {
        this.#options.watch?.(this.#progress('shrinking', []));
        return this.#perform(trial, number, ' again');
      },
      stop: () => this.#isCut || this.#stoppedAnswering || this.#changed !== undefined || this.#budget.isOver,
      before: (number) => this.#schedule.before(number),
      allowanceFor: (left) => this.#budget.allowanceFor(left),
    });
    // A failure that one request shows alone does not break a property of several.
    const wanted = failures.filter(({ property, tried }) =>
      this.#isWanted(property, tried.found[0]?.property),
    );
    return this.#changed === undefined ? wanted : [this.#changed.cause, ...wanted];
  }
}

/** Counts one more, in the order of the latest. */
function countReason(reasons: Map<string, number>, why: string): void {
  const before = reasons.get(why);
  if (before === undefined && reasons.size >= MAX_REASONS) return;
  reasons.delete(why);
  reasons.set(why, (before ?? 0) + 1);
}

/** Fuzzes a target. Rejects with TagproofError where nothing like the service answers; never for what a target does. */
export function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  return new Run(options).run();
}
