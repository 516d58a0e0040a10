/** A run of the fuzzer: workers take blocks of trials until their share of the budget is spent, then every failure is confirmed and shrunk. */
import { preflight } from '../engine/preflight.ts';
import type { Sender } from '../engine/send.ts';
import { whyAborted } from '../engine/deadline.ts';
import { BehaviourTally } from './campaign/behaviour-tally.ts';
import { BlockQueue, placedIn, type BlockPart, type Placed } from './campaign/block-queue.ts';
import { FuzzBudget, metered } from './campaign/budget.ts';
import { factsShownBy, inThisThread, triedOf, type HelpedTrial, type Helper } from './campaign/helper.ts';
import { sizeOf, type Trial } from './trials/relations.ts';
import type { TrialFinding } from './trials/judge-trial.ts';
import type { FuzzOptions, FuzzOutcome, Progress } from './fuzz-options.ts';
import { Hanging, FuzzStatistics } from './campaign/health-checks.ts';
import { perform, planTrial, senderOf, type Tried } from './trials/send-trial.ts';
import { canShow, type Property } from './trials/properties.ts';
import { factsOf, type Phase } from './campaign/phases.ts';
import type { TrialRequest } from './trials/step-request.ts';
import { Schedule } from './campaign/schedule.ts';
import { TargetHealth } from './campaign/target-health.ts';
import type { Retrying } from './failures/confirm.ts';
import { confirmAndShrinkAll } from './failures/shrink.ts';
import { FailureBuckets, propertyIn, type Failure, type Position } from './failures/failure-buckets.ts';

export type { FuzzOptions, FuzzOutcome, Progress } from './fuzz-options.ts';

class Run {
  readonly #options: FuzzOptions;
  readonly #schedule: Schedule;
  readonly #budget: FuzzBudget;
  readonly #sender: Sender;
  readonly #began = performance.now();
  readonly #wanted: ReadonlySet<Property>;
  readonly #buckets = new FailureBuckets();
  readonly #statistics = new FuzzStatistics();
  readonly #tally = new BehaviourTally();
  readonly #queue: BlockQueue;
  readonly #health: TargetHealth;
  readonly #trials = new Map<Property, number>();
  readonly #ending = new AbortController();
  /** Stops the helpers; what is sent in this thread may go on to shrink what was found. */
  readonly #over = new AbortController();
  readonly #hanging = new Hanging();
  /** Blocks that no worker waits for. */
  readonly #slow = new Set<Promise<void>>();
  #partial = '';
  #stopped = false;

  constructor(options: FuzzOptions) {
    const { seed, inputs, phases, properties, transport, rate, signal, mask } = options;
    this.#options = options;
    this.#schedule = new Schedule(seed, inputs, phases, properties, this.#tally, options.corpus?.trials);
    this.#wanted = new Set(properties);
    this.#budget = new FuzzBudget(options);
    this.#queue = new BlockQueue(this.#schedule, this.#budget, this.#tally, options.until);
    this.#sender = senderOf({
      transport: metered(transport, this.#budget),
      dialect: inputs.facts.dialect,
      mask,
      rate,
      signal: AbortSignal.any([signal, this.#ending.signal]),
      pace: options.pace,
    });
    this.#health = new TargetHealth({
      sender: this.#sender,
      inputs,
      concurrency: options.concurrency,
      isCut: () => this.#isCut,
      end: (why) => this.#end(why),
    });
  }

  async run(): Promise<FuzzOutcome> {
    const { transport, target, signal } = this.#options;
    await preflight(this.#sender.pace, transport, target, signal);
    const stopClock = this.#budget.start(() => this.#ending.abort());
    try {
      await this.#generate();
      if (signal.aborted) this.#end(whyAborted(signal));
      else if (!this.#isCut) await this.#health.outage.ask();
      this.#health.endIfOutage();
      const failures = await this.#confirmedFailures();
      if (!this.#health.outage.isTotal) await this.#sender.pace.answers.settled(signal);
      return this.#outcome(failures);
    } finally {
      stopClock();
    }
  }

  #outcome(failures: readonly Failure[]): FuzzOutcome {
    const { outage } = this.#health;
    const { isTotal, reasons } = outage;
    this.#queue.countAll();
    return {
      failures,
      statistics: this.#statistics,
      requests: this.#budget.sent,
      pace: this.#sender.pace.learned(),
      answers: this.#sender.pace.answers,
      ms: Math.round(performance.now() - this.#began),
      notJudged: reasons,
      trials: this.#trials,
      partial: this.#partial,
      behaviours: this.#tally.figures,
      ended: this.#queue.end ?? (this.#budget.isTimeOver ? 'time' : 'runs'),
      stoppedAnswering: isTotal,
      suspects: isTotal ? outage.suspects() : [],
      unfinished: this.#hanging.unfinished,
    };
  }

  /** Rounds of trials, each with its share of the requests, until one has found something. */
  async #generate(): Promise<void> {
    do {
      // One block alone: the smoke trials show what a plain request gets before anything odd is sent. Later rounds finish a cut block first.
      await this.#nextBlock();
      const { concurrency, helpers = [] } = this.#options;
      const hands = [undefined, ...helpers];
      await Promise.all(
        Array.from({ length: concurrency }, (_, at) => this.#worker(hands[at % hands.length])),
      );
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

  async #worker(helper: Helper | undefined): Promise<void> {
    await helper?.ready;
    while (await this.#nextBlock(helper));
    await Promise.all(this.#slow);
  }

  /** Runs the next block; false if there is none, or no time for it. */
  async #nextBlock(helper?: Helper): Promise<boolean> {
    const part = await this.#queue.next(() => this.#isOver());
    if (part === undefined) return false;
    if (part.place.phase === 'wire') await this.#aside(part);
    else await this.#block(part, factsOf(part.place.phase).inThread === true ? helper : undefined);
    return true;
  }

  /** Sends what a helper is to send and has answered; the rest, or all of it, is sent here. */
  async #block(part: BlockPart, helper?: Helper): Promise<void> {
    const prepared = (at: number) => {
      const placed = placedIn(part, at);
      return placed && { placed, requests: this.#planned(placed) };
    };
    const isHelped = helper !== undefined && this.#sender.pace.isFree;
    const from = isHelped ? await this.#helped(part, helper) : 0;
    let next = prepared(from);
    for (let at = from; next !== undefined && !this.#isOver(); at += 1) {
      const { placed, requests } = next;
      const send = (): Promise<Tried> => perform(placed.trial, requests, this.#sender, this.#options.inputs);
      const under = this.#try(placed, send);
      // Prepare the next trial while this one waits for its replies.
      next = prepared(at + 1);
      await under;
    }
    this.#queue.done(part);
  }

  #planned({ trial, path }: Placed): readonly TrialRequest[] {
    return planTrial(trial, this.#options.inputs, `fuzz ${path}`);
  }

  /** Has a helper send the trials of a part, and adds what it gives back; returns how many are done. */
  async #helped(part: BlockPart, helper: Helper): Promise<number> {
    let done = 0;
    const ending = { cut: this.#sender.signal, over: this.#over.signal };
    const back = await helper.run(part, ending, async ({ trials, sent }) => {
      this.#budget.spend(sent);
      for (const each of trials) {
        const placed = placedIn(part, done);
        done += 1;
        if (placed === undefined) return;
        this.#sender.pace.answers.count(each.owed);
        await this.#try(placed, () => triedOf(placed.trial, each, () => this.#planned(placed)), each);
      }
      if (this.#isOver()) this.#over.abort();
    });
    const placed = placedIn(part, done);
    if (back === undefined || placed === undefined) return done;
    this.#budget.spendAside(back.sent);
    for (const exchange of back.missed) this.#sender.pace.answers.begin(true)(exchange);
    if (this.#isCut) this.#hanging.ended(inThisThread(back.began));
    const at: Position = { path: placed.path, requests: this.#budget.sent, order: placed.order };
    this.#health.noteGivenBack(back, at, () => this.#planned(placed));
    return done;
  }

  /** Runs a slow part on connections of its own while the worker goes on; waits first if too many are under way. */
  async #aside(part: BlockPart): Promise<void> {
    while (this.#slow.size >= this.#options.concurrency) await Promise.race(this.#slow);
    const work = this.#block(part).finally(() => this.#slow.delete(work));
    this.#slow.add(work);
  }

  /** Adds what a trial shows once it is tried; `helped`: what is known of it already. */
  async #try(placed: Placed, trying: () => Promise<Tried> | Tried, helped?: HelpedTrial): Promise<void> {
    const { trial, path, place, order } = placed;
    this.#health.sending(trial, this.#budget.sent);
    const began = performance.now();
    const tried = await trying();
    if (this.#options.signal.aborted) return;
    if (tried.notJudgedBecause === undefined) this.#hanging.answered();
    // The budget ended it, not the target.
    else if (this.#isCut) return this.#hanging.ended(began);
    const at: Position = { path, requests: this.#budget.sent, order };
    const found = tried.found.filter((each) => this.#isWanted(each.property, propertyIn(each, trial)));
    this.#note(tried, helped ?? factsShownBy(tried, this.#options.inputs), placed, found);
    await this.#health.noteAnswered(tried, at, began, helped);
    this.#buckets.add(tried, found, at);
    this.#health.endIfOutage();
    await this.#health.check(this.#buckets.failing);
    if (this.#options.watch?.(this.#progress(place.phase, found)) === false) this.#end('enough was found');
  }

  /** Whether the user selected any of these properties: the one that a single request breaks, or the one that several break. */
  #isWanted(...properties: readonly Property[]): boolean {
    return properties.some((property) => this.#wanted.has(property));
  }

  #note(
    tried: Tried,
    { codes, shown }: Pick<HelpedTrial, 'codes' | 'shown'>,
    { trial, place, at }: Placed,
    found: readonly TrialFinding[],
  ): void {
    for (const [index, each] of tried.trial.steps.entries()) this.#statistics.add(each, codes[index] ?? {});
    for (const property of this.#wanted)
      if (canShow(property, tried.trial)) this.#trials.set(property, (this.#trials.get(property) ?? 0) + 1);
    this.#health.judged(tried, found.length === 0, place.phase);
    if (tried.notJudgedBecause === undefined) this.#options.corpus?.add(trial, shown);
    const behaviours = [...new Set(shown.flatMap((each) => each.behaviours))];
    this.#queue.observe(place, at, {
      phase: place.phase,
      requests: sizeOf(tried.trial),
      behaviours,
    });
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
      contextOf: (failure) => this.#before(failure),
      allowanceFor: (count) => this.#budget.allowanceFor(count),
    });
    // A failure that one request shows alone does not break a property of several.
    return failures.filter(({ property, ofReply }) => this.#isWanted(property, ofReply));
  }

  #retrying({ at }: Failure): Retrying {
    this.#options.watch?.(this.#progress('shrinking', []));
    return {
      sender: this.#sender,
      inputs: this.#options.inputs,
      name: `fuzz ${at.path} shrinking`,
      noted: (tried) => this.#health.noteAnswered(tried, at, performance.now()),
      stop: () =>
        this.#isCut || this.#health.isBrokenDown || this.#health.outage.isTotal || this.#budget.isOver,
    };
  }

  /** The trials of the block before the one that showed it. */
  #before({ at: { path } }: Failure): readonly Trial[] {
    const [phase = '', block, at] = path.split(':');
    return this.#schedule.trialsOf({ phase: phase as Phase, block: Number(block) }).slice(0, Number(at));
  }
}

/** Fuzzes a target. Rejects with TagproofError where nothing like the service answers; never for what a target does. */
export function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  return new Run(options).run();
}
