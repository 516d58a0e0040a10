/** A run of the fuzzer: trials are sent until their share of the budget is spent, then every failure is confirmed and shrunk. */
import { preflight } from '../run/send/preflight.ts';
import type { EndpointId } from '../spec/endpoints.ts';
import { Concurrency } from '../run/send/concurrency.ts';
import { targetOf, type Target } from '../run/send/target.ts';
import { whyAborted } from '../run/send/deadline.ts';
import { FuzzBudget, metered } from './campaign/budget.ts';
import { Hanging } from './campaign/hanging.ts';
import { Schedule, type Placed } from './campaign/schedule.ts';
import { read } from './trials/compare-replies.ts';
import type { TrialFinding } from './trials/judge-trial.ts';
import type { FuzzOptions, FuzzOutcome, Progress } from './fuzz-options.ts';
import { performTrial, type Tried } from './trials/send-trial.ts';
import { canShow, type Property } from './trials/properties.ts';
import { TargetHealth } from './campaign/target-health.ts';
import type { Retrying } from './failures/confirm.ts';
import { confirmAndShrinkAll } from './failures/shrink.ts';
import { FailureBuckets, propertyIn, type Failure, type Position } from './failures/failure-buckets.ts';

export type { FuzzOptions, FuzzOutcome, Progress } from './fuzz-options.ts';

class Run {
  readonly #options: FuzzOptions;
  readonly #schedule: Schedule;
  readonly #budget: FuzzBudget;
  readonly #to: Target;
  readonly #began = performance.now();
  readonly #wanted: ReadonlySet<Property>;
  readonly #buckets = new FailureBuckets();
  /** Endpoints on which some request succeeded. */
  readonly #succeeded = new Set<EndpointId>();
  readonly #health: TargetHealth;
  readonly #trials = new Map<Property, number>();
  readonly #ending = new AbortController();
  readonly #hanging = new Hanging();
  /** The next trial, where the share of a round did not cover it. */
  #held: Placed | undefined;
  #partial = '';
  #stopped = false;

  constructor(options: FuzzOptions) {
    const { seed, inputs, properties, transport, rate, signal, mask } = options;
    this.#options = options;
    this.#schedule = new Schedule(seed, inputs, properties);
    this.#wanted = new Set(properties);
    this.#budget = new FuzzBudget(options);
    const to = targetOf({
      transport: metered(transport, this.#budget),
      dialect: inputs.facts.dialect,
      mask,
      rate,
      signal: AbortSignal.any([signal, this.#ending.signal]),
      concurrency: new Concurrency(options.concurrency),
    });
    this.#to = { ...to, pace: options.earlier?.pace ?? to.pace, tally: options.earlier?.tally ?? to.tally };
    this.#health = new TargetHealth({
      sender: this.#to,
      inputs,
      concurrency: options.concurrency,
      isCut: () => this.#isCut,
      end: (why) => this.#end(why),
    });
  }

  async run(): Promise<FuzzOutcome> {
    const { transport, target, signal } = this.#options;
    await preflight({ ...this.#to, transport }, target);
    const stopClock = this.#budget.start(() => this.#ending.abort());
    try {
      await this.#generate();
      if (signal.aborted) this.#end(whyAborted(signal));
      else if (!this.#isCut) await this.#health.outage.ask();
      this.#health.endIfOutage();
      const failures = await this.#confirmedFailures();
      if (!this.#health.outage.isTotal) await this.#to.tally.settled(signal);
      return this.#outcome(failures);
    } finally {
      stopClock();
    }
  }

  #outcome(failures: readonly Failure[]): FuzzOutcome {
    const { outage } = this.#health;
    const { isTotal, reasons } = outage;
    return {
      failures,
      succeeded: this.#succeeded,
      requests: this.#budget.sent,
      pace: this.#to.pace.learned,
      tally: this.#to.tally,
      ms: Math.round(performance.now() - this.#began),
      notJudged: reasons,
      trials: this.#trials,
      partial: this.#partial,
      stoppedAnswering: isTotal,
      suspects: isTotal ? outage.suspects() : [],
      unfinished: this.#hanging.unfinished,
    };
  }

  /** Rounds of trials, each with its share of the requests, until one has found something. */
  async #generate(): Promise<void> {
    // One after the other: plain requests show what the target serves before anything odd is sent.
    for (let placed = this.#next(); placed !== undefined; placed = placed.isPlain ? this.#next() : undefined)
      await this.#try(placed);
    const { concurrency } = this.#options;
    do await Promise.all(Array.from({ length: concurrency }, () => this.#worker()));
    while (!this.#isOver() && this.#buckets.size === 0 && this.#budget.nextRound());
  }

  async #worker(): Promise<void> {
    for (let placed = this.#next(); placed !== undefined; placed = this.#next()) await this.#try(placed);
  }

  /** The next trial that the budget covers; undefined: there is none, or no time for it. */
  #next(): Placed | undefined {
    if (this.#isOver() || this.#budget.isShareSpent) return undefined;
    const placed = this.#held ?? this.#schedule.next();
    this.#held = placed === undefined || this.#budget.takes(placed.trial) ? undefined : placed;
    return this.#held === undefined ? placed : undefined;
  }

  #end(why: string): void {
    if (this.#partial === '') this.#partial = why;
    this.#stopped = true;
  }

  /** Whether no trial may be begun any more. */
  #isOver(): boolean {
    const { aborted } = this.#options.signal;
    return this.#stopped || aborted || this.#budget.isGeneratingOver(this.#buckets.size > 0);
  }

  /** Whether a trial may have been ended before its reply. */
  get #isCut(): boolean {
    return this.#to.signal.aborted || this.#budget.isRefused;
  }

  /** Sends a trial, and adds what it shows. */
  async #try({ trial, path, phase, isPlain, order }: Placed): Promise<void> {
    this.#health.sending(trial, this.#budget.sent);
    const began = performance.now();
    const tried = await performTrial(trial, `fuzz ${path}`, this.#to, this.#options.inputs);
    if (this.#options.signal.aborted) return;
    if (tried.notJudgedBecause === undefined) this.#hanging.answered();
    // The budget ended it, not the target.
    else if (this.#isCut) return this.#hanging.ended(began);
    const at: Position = { path, requests: this.#budget.sent, order };
    const found = tried.found.filter((each) => this.#isWanted(each.property, propertyIn(each, trial)));
    this.#note(tried);
    if (isPlain && found.length === 0) this.#health.served(tried);
    await this.#health.noteAnswered(tried, at, began);
    this.#buckets.add(tried, found, at);
    this.#health.endIfOutage();
    await this.#health.check(this.#buckets.failing);
    if (this.#options.watch?.(this.#progress(phase, found)) === false) this.#end('enough was found');
  }

  /** Whether the user selected any of these properties: the one that a single request breaks, or the one that several break. */
  #isWanted(...properties: readonly Property[]): boolean {
    return properties.some((property) => this.#wanted.has(property));
  }

  #note({ trial, judged }: Tried): void {
    for (const each of judged) if (read(each) !== undefined) this.#succeeded.add(each.planned.step.endpoint);
    for (const property of this.#wanted)
      if (canShow(property, trial)) this.#trials.set(property, (this.#trials.get(property) ?? 0) + 1);
  }

  #progress(phase: Progress['phase'], last: readonly TrialFinding[]): Progress {
    return {
      phase,
      requests: this.#budget.sent,
      buckets: this.#buckets.size,
      elapsed: performance.now() - this.#began,
      last,
    };
  }

  /** The failures, confirmed and shrunk, in the order in which they were first seen. */
  async #confirmedFailures(): Promise<readonly Failure[]> {
    const buckets = this.#buckets.all.toSorted((a, b) => a.first.order - b.first.order);
    const { kept, note } = this.#health.causes(buckets);
    this.#partial += note;
    const failures = await confirmAndShrinkAll(kept, {
      retryingOf: (failure) => this.#retrying(failure),
      contextOf: ({ at }) => this.#schedule.before(at.path),
      allowanceFor: (count) => this.#budget.allowanceFor(count),
    });
    // A failure that one request shows alone does not break a property of several.
    return failures.filter(({ property, ofReply }) => this.#isWanted(property, ofReply));
  }

  #retrying({ at }: Failure): Retrying {
    this.#options.watch?.(this.#progress('shrinking', []));
    return {
      sender: this.#to,
      inputs: this.#options.inputs,
      name: `fuzz ${at.path} shrinking`,
      noted: (tried) => this.#health.noteAnswered(tried, at, performance.now()),
      stop: () =>
        this.#isCut || this.#health.isBrokenDown || this.#health.outage.isTotal || this.#budget.isOver,
    };
  }
}

/** Fuzzes a target. Rejects with TagproofError where nothing like the service answers; never for what a target does. */
export function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  return new Run(options).run();
}
