/** A run of the fuzzer: workers take blocks of trials until their share of the budget is spent, then every failure is confirmed and shrunk. */
import { preflight } from '../engine/preflight.ts';
import { answersControl, type Sender } from '../engine/send.ts';
import { OddRequests, untilBreakdown } from './outage/breakdown.ts';
import { Budget } from './execute/budget.ts';
import type { Found } from './execute/compare.ts';
import type { FuzzOptions, FuzzOutcome, Progress } from './execute/fuzz-options.ts';
import { FailureBuckets, type FailureBucket, type Position } from './shrink/failure-buckets.ts';
import { Hanging } from './execute/hanging.ts';
import { LivenessChecks } from './execute/liveness-checks.ts';
import { plainStep } from './generate/material.ts';
import { metered } from './execute/metered.ts';
import { perform, performTrial, type Tried } from './execute/perform.ts';
import type { Phase } from './generate/phases.ts';
import { pathOf, Schedule, type BlockPlace } from './generate/schedule.ts';
import { canShow, type Property } from './execute/properties.ts';
import { senderOf } from './execute/sender-of.ts';
import { propertyIn, confirmAndShrinkAll, type Failure } from './shrink/confirm-and-shrink.ts';
import type { Retrying } from './shrink/retrying.ts';
import { planTrial, type TrialRequest } from './generate/plan-trial.ts';
import { OutageWatch } from './outage/outage-watch.ts';
import { RunStatistics } from './execute/run-statistics.ts';
import { single, type Trial } from './generate/trial.ts';

export type { FuzzOptions, FuzzOutcome, Progress } from './execute/fuzz-options.ts';

/** Trials of a block, from a place on. */
interface Part {
  readonly trials: readonly Trial[];
  readonly place: BlockPlace;
  readonly from: number;
}

/** A trial that is ready to be sent. */
interface Prepared {
  readonly trial: Trial;
  readonly path: string;
  readonly phase: Phase;
  readonly shots: readonly TrialRequest[];
}

class Run {
  readonly #options: FuzzOptions;
  readonly #schedule: Schedule;
  readonly #budget: Budget;
  readonly #sender: Sender;
  readonly #began = performance.now();
  readonly #wanted: ReadonlySet<Property>;
  readonly #buckets = new FailureBuckets();
  readonly #statistics = new RunStatistics();
  readonly #odd = new OddRequests();
  readonly #health = new LivenessChecks();
  readonly #trials = new Map<Property, number>();
  // Where nothing may be sent any more, it can't be known.
  readonly #outage = new OutageWatch(async () => (await answersControl(this.#sender)) || this.#isCut);
  readonly #ending = new AbortController();
  readonly #hanging = new Hanging();
  /** The rest of the block that the share of a round was not enough for. */
  #rest: Part | undefined;
  /** Endpoints that answered a plain request rightly. */
  readonly #healthy = new Set<string>();
  /** Blocks that no worker waits for. */
  readonly #slow = new Set<Promise<void>>();
  #partial = '';
  #stopped = false;
  #brokenDown = false;

  constructor(options: FuzzOptions) {
    const { seed, material, phases, properties, transport, rate, signal, mask } = options;
    this.#options = options;
    this.#schedule = new Schedule(seed, material, phases, properties);
    this.#wanted = new Set(properties);
    this.#budget = new Budget(options);
    this.#sender = senderOf({
      transport: metered(transport, this.#budget),
      dialect: material.facts.dialect,
      mask,
      rate,
      signal: AbortSignal.any([signal, this.#ending.signal]),
      pace: options.pace,
    });
  }

  async run(): Promise<FuzzOutcome> {
    const { transport, target, signal } = this.#options;
    await preflight(this.#sender.pace, transport, target, signal);
    const stopClock = this.#budget.start(() => this.#ending.abort());
    try {
      await this.#generate();
      if (signal.aborted) this.#end('interrupted');
      else if (!this.#isCut) await this.#outage.ask();
      this.#endIfOutage();
      return this.#outcome(await this.#settled());
    } finally {
      stopClock();
    }
  }

  #outcome(failures: readonly Failure[]): FuzzOutcome {
    const { isTotal, reasons } = this.#outage;
    return {
      failures,
      statistics: this.#statistics,
      requests: this.#budget.sent,
      pace: this.#sender.pace.learned(),
      ms: Math.round(performance.now() - this.#began),
      troubles: reasons,
      trials: this.#trials,
      partial: this.#partial,
      stoppedAnswering: isTotal,
      suspects: isTotal ? this.#outage.suspects() : [],
      unfinished: this.#hanging.unfinished,
    };
  }

  /** Rounds of trials, each with its share of the requests, until one has found something. */
  async #generate(): Promise<void> {
    do {
      // The smoke alone: what a plain request gets is known before anything odd is sent. So is the rest of a round's last block.
      await this.#nextBlock();
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#worker()));
    } while (!this.#isOver() && this.#buckets.size === 0 && this.#budget.nextRound());
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
    return this.#sender.signal.aborted || this.#budget.isRefused;
  }

  async #worker(): Promise<void> {
    while (await this.#nextBlock());
    await Promise.all(this.#slow);
  }

  /** False: there is none, or no time for it. */
  async #nextBlock(): Promise<boolean> {
    const next = this.#isOver() || this.#budget.isShareSpent ? undefined : this.#nextPart();
    if (next === undefined) return false;
    const { trials, place, from } = next;
    const taken = this.#budget.take(trials);
    if (taken.length < trials.length)
      this.#rest = { trials: trials.slice(taken.length), place, from: from + taken.length };
    const part = { trials: taken, place, from };
    if (place.phase === 'wire') await this.#aside(part);
    else await this.#block(part);
    return true;
  }

  #nextPart(): Part | undefined {
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest !== undefined) return rest;
    const place = this.#schedule.next();
    return place === undefined ? undefined : { trials: this.#schedule.trialsOf(place), place, from: 0 };
  }

  async #block({ trials, place, from }: Part): Promise<void> {
    const prepared = (at: number): Prepared | undefined => this.#prepared(trials[at], place, from + at);
    let next = prepared(0);
    for (let at = 0; next !== undefined && !this.#isOver(); at += 1) {
      const under = this.#try(next);
      // Made while the replies are on their way.
      next = prepared(at + 1);
      await under;
    }
  }

  #prepared(trial: Trial | undefined, place: BlockPlace, at: number): Prepared | undefined {
    if (trial === undefined) return undefined;
    const path = pathOf(place, at);
    return {
      trial,
      path,
      phase: place.phase,
      shots: planTrial(trial, this.#options.material, `fuzz ${path}`),
    };
  }

  /** What takes its time has connections of its own: the worker goes on meanwhile, unless there is too much of it. */
  async #aside(part: Part): Promise<void> {
    while (this.#slow.size >= this.#options.concurrency) await Promise.race(this.#slow);
    const work = this.#block(part).finally(() => this.#slow.delete(work));
    this.#slow.add(work);
  }

  async #try({ trial, path, phase, shots }: Prepared): Promise<void> {
    const { material } = this.#options;
    const [first] = trial.steps;
    if (trial.relation === 'next-works' && first !== undefined) this.#odd.note(first, this.#budget.sent);
    const began = performance.now();
    const tried = await perform(trial, shots, this.#sender, material);
    if (this.#options.signal.aborted) return;
    if (this.#isEndedEarly(tried)) return this.#hanging.ended(began);
    if (tried.trouble === undefined) this.#hanging.answered();
    const at: Position = { path, requests: this.#budget.sent };
    const found = tried.found.filter((each) => this.#isWanted(each.property, propertyIn(each, trial)));
    this.#note(tried, found, phase);
    await this.#noteOutage(tried, at, began);
    this.#buckets.add(tried, found, at);
    if (this.#health.isDue(this.#buckets.failing)) await this.#checkHealth();
    const { watch } = this.#options;
    if (watch !== undefined && !watch(this.#progress(phase, found))) this.#end('enough was found');
  }

  /** Whether it was asked for, as one request or several show it. */
  #isWanted(...properties: readonly Property[]): boolean {
    return properties.some((property) => this.#wanted.has(property));
  }

  #note(tried: Tried, found: readonly Found[], phase: Phase): void {
    for (const judged of tried.judged) this.#statistics.add(judged);
    for (const property of this.#wanted)
      if (canShow(property, tried.trial)) this.#trials.set(property, (this.#trials.get(property) ?? 0) + 1);
    const [only, ...others] = tried.trial.steps;
    if (phase === 'smoke' && only !== undefined && others.length === 0 && found.length === 0)
      this.#healthy.add(only.endpoint);
  }

  /** Whether the budget ended a trial, and not the target. */
  #isEndedEarly({ trouble }: Tried): boolean {
    return trouble !== undefined && this.#isCut;
  }

  async #noteOutage(tried: Tried, at: Position, began: number): Promise<void> {
    if (this.#isEndedEarly(tried)) return;
    // What a firewall refuses has an answer, though none of the backend's.
    const isAnswered = tried.judged.every(
      ({ trouble, firewalled }) => trouble === undefined || firewalled === true,
    );
    if (isAnswered) return this.#outage.broken();
    await this.#outage.note({ tried, at, began, ended: performance.now() });
    this.#endIfOutage();
  }

  #endIfOutage(): void {
    const givenUp = this.#sender.pace.givenUp();
    if (givenUp !== undefined) this.#end(givenUp);
    if (this.#outage.isTotal) this.#end(`the target stopped answering: ${this.#outage.why}`);
  }

  #progress(phase: Progress['phase'], last: readonly Found[]): Progress {
    return {
      phase,
      requests: this.#budget.sent,
      buckets: this.#buckets.size,
      elapsed: performance.now() - this.#began,
      last,
    };
  }

  /** Whether a plain request that was served at the start is still served; if not, all that follows is a consequence. */
  async #checkHealth(): Promise<void> {
    const [id] = this.#healthy;
    const stage = this.#options.material.stages.find(({ endpoint }) => endpoint.id === id);
    if (stage === undefined) return;
    const { found } = await performTrial(
      single(plainStep(stage)),
      'fuzz health',
      this.#sender,
      this.#options.material,
    );
    if (!found.some(({ finding }) => finding.level === 'must')) return;
    this.#brokenDown = true;
    this.#end(
      `the target no longer serves even a plain request to ${stage.endpoint.id}, which it served at the start`,
    );
  }

  /** Confirmed and small, in the order in which they were first seen. */
  async #settled(): Promise<readonly Failure[]> {
    const buckets = this.#buckets.all.toSorted((a, b) => a.first.requests - b.first.requests);
    const failures = await confirmAndShrinkAll(this.#brokenDown ? this.#beforeBreakdown(buckets) : buckets, {
      retryingOf: (bucket) => this.#retrying(bucket),
      contextOf: (bucket) => this.#before(bucket),
      allowanceFor: (count) => this.#budget.allowanceFor(count),
    });
    // What one request shows alone is no property of several.
    return failures.filter(({ property, bucket }) => this.#isWanted(property, bucket.property));
  }

  #retrying({ at }: FailureBucket): Retrying {
    this.#options.watch?.(this.#progress('shrinking', []));
    return {
      sender: this.#sender,
      material: this.#options.material,
      name: `fuzz ${at.path} shrinking`,
      noted: (tried) => this.#noteOutage(tried, at, performance.now()),
      stop: () => this.#isCut || this.#brokenDown || this.#outage.isTotal || this.#budget.isOver,
    };
  }

  #beforeBreakdown(buckets: readonly FailureBucket[]): readonly FailureBucket[] {
    const { kept, note } = untilBreakdown(buckets, this.#odd, this.#options.concurrency);
    this.#partial += note;
    return kept;
  }

  /** The trials of the block before the one that showed it. */
  #before({ at: { path } }: FailureBucket): readonly Trial[] {
    const [phase = '', block, at] = path.split(':');
    return this.#schedule.trialsOf({ phase: phase as Phase, block: Number(block) }).slice(0, Number(at));
  }
}

/** Fuzzes a target. Rejects with TagproofError where nothing like the service answers; never for what a target does. */
export function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  return new Run(options).run();
}
