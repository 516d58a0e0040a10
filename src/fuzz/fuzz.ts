/** A run of the fuzzer: workers take blocks of trials until the budget is spent, then every failure is confirmed and made small. */
import type { Transport } from '../exchange/exchange.ts';
import type { LearnedPace } from '../run/events.ts';
import { greet } from '../run/greet.ts';
import type { Mask } from '../run/judge-masked.ts';
import type { Pace } from '../run/pace.ts';
import { answersControl, type Sender } from '../run/send.ts';
import { OddRequests, untilBreakdown } from './breakdown.ts';
import { Budget } from './budget.ts';
import type { Found } from './compare.ts';
import { Groups, type Group, type Seen } from './groups.ts';
import { plainRecipe, type Material } from './material.ts';
import { perform, performTrial, type Tried } from './perform.ts';
import type { Phase } from './phases.ts';
import { pathOf, Schedule, type BlockPlace } from './schedule.ts';
import type { Property } from './properties.ts';
import { senderOf } from './sender-of.ts';
import { propertyIn, settle, showsAlone, type Failure } from './settle.ts';
import { shotsOf, type Shot } from './shots.ts';
import { Silence } from './suspects.ts';
import { Tally } from './tally.ts';
import type { Trial } from './trial.ts';

export interface FuzzOptions {
  readonly material: Material;
  readonly transport: Transport;
  readonly mask: Mask;
  /** How the target is called in reports. */
  readonly target: string;
  readonly seed: number;
  readonly phases: readonly Phase[];
  readonly properties: readonly Property[];
  readonly concurrency: number;
  /** Requests that are planned at most; undefined: no bound. */
  readonly runs: number | undefined;
  /** Milliseconds after which no trial is begun; undefined: no bound. */
  readonly timeMs: number | undefined;
  /** Requests per second; undefined: as fast as they come. */
  readonly rate: number | undefined;
  /** The pace of requests that were sent before; a new one where it is left out. */
  readonly pace?: Pace | undefined;
  /** Ends the run when it is aborted; what was found is told, but not made smaller. */
  readonly signal: AbortSignal;
  /** Told after every trial. False ends the run. */
  readonly watch?: (progress: Progress) => boolean;
}

export interface Progress {
  readonly phase: Phase | 'shrinking';
  readonly requests: number;
  readonly causes: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  readonly last: readonly Found[];
}

export interface FuzzOutcome {
  readonly failures: readonly Failure[];
  readonly tally: Tally;
  readonly requests: number;
  /** What was learned of the target's limits; undefined: it set none. */
  readonly pace?: LearnedPace | undefined;
  readonly ms: number;
  /** Why there was nothing to judge, and how often. */
  readonly troubles: ReadonlyMap<string, number>;
  /** How many trials of each kind were judged. */
  readonly trials: ReadonlyMap<Trial['kind'], number>;
  /** Why the run ended before its budget was spent; empty: it did not. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  /** What was on its way when the target stopped answering. */
  readonly suspects: readonly Failure[];
}

/** At so many failing trials it is asked whether the target still serves anybody. */
const CHECKS_AT: ReadonlySet<number> = new Set([20, 60, 200, 600, 2000]);

/** A trial that is ready to be sent. */
interface Prepared {
  readonly trial: Trial;
  readonly path: string;
  readonly phase: Phase;
  readonly shots: readonly Shot[];
}

class Run {
  readonly #options: FuzzOptions;
  readonly #schedule: Schedule;
  readonly #budget: Budget;
  readonly #sender: Sender;
  readonly #began = performance.now();
  readonly #wanted: ReadonlySet<Property>;
  readonly #groups = new Groups();
  readonly #tally = new Tally();
  readonly #odd = new OddRequests();
  readonly #trials = new Map<Trial['kind'], number>();
  readonly #silence = new Silence(() => answersControl(this.#sender));
  /** Endpoints that answered a plain request rightly. */
  readonly #healthy = new Set<string>();
  /** Blocks that no worker waits for. */
  readonly #slow = new Set<Promise<void>>();
  #requests = 0;
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
      transport,
      dialect: material.facts.dialect,
      mask,
      rate,
      signal,
      pace: options.pace,
      count: () => void (this.#requests += 1),
    });
  }

  async run(): Promise<FuzzOutcome> {
    const { transport, target, signal, concurrency } = this.#options;
    await greet(this.#sender.pace, transport, target, signal);
    // The smoke alone: what a plain request gets is known before anything odd is sent.
    await this.#nextBlock();
    await Promise.all(Array.from({ length: concurrency }, () => this.#worker()));
    if (signal.aborted) this.#end('interrupted');
    else await this.#silence.ask();
    this.#endIfSilent();
    const failures = await this.#settled();
    return {
      failures,
      tally: this.#tally,
      requests: this.#requests,
      pace: this.#sender.pace.learned(),
      ms: Math.round(performance.now() - this.#began),
      troubles: this.#silence.reasons,
      trials: this.#trials,
      partial: this.#partial,
      stoppedAnswering: this.#silence.isTotal,
      suspects: this.#silence.isTotal ? this.#silence.suspects() : [],
    };
  }

  #end(why: string): void {
    if (this.#partial === '') this.#partial = why;
    this.#stopped = true;
  }

  #isOver(): boolean {
    return this.#stopped || this.#options.signal.aborted || this.#budget.isOver;
  }

  async #worker(): Promise<void> {
    while (await this.#nextBlock());
    await Promise.all(this.#slow);
  }

  /** False: there is none, or no time for it. */
  async #nextBlock(): Promise<boolean> {
    const place = this.#isOver() || this.#budget.isSpent ? undefined : this.#schedule.next();
    if (place === undefined) return false;
    const trials = this.#budget.take(this.#schedule.trialsOf(place));
    if (place.phase === 'wire') await this.#aside(trials, place);
    else await this.#block(trials, place);
    return true;
  }

  async #block(trials: readonly Trial[], place: BlockPlace): Promise<void> {
    let next = this.#prepared(trials, place, 0);
    for (let at = 0; next !== undefined && !this.#isOver(); at += 1) {
      const under = this.#try(next);
      // Made while the replies are on their way.
      next = this.#prepared(trials, place, at + 1);
      await under;
    }
  }

  #prepared(trials: readonly Trial[], place: BlockPlace, at: number): Prepared | undefined {
    const trial = trials[at];
    if (trial === undefined) return undefined;
    const path = pathOf(place, at);
    return { trial, path, phase: place.phase, shots: shotsOf(trial, this.#options.material, `fuzz ${path}`) };
  }

  /** What takes its time has connections of its own: the worker goes on meanwhile, unless there is too much of it. */
  async #aside(trials: readonly Trial[], place: BlockPlace): Promise<void> {
    while (this.#slow.size >= this.#options.concurrency) await Promise.race(this.#slow);
    const work = this.#block(trials, place).finally(() => this.#slow.delete(work));
    this.#slow.add(work);
  }

  async #try({ trial, path, phase, shots }: Prepared): Promise<void> {
    const { material } = this.#options;
    if (trial.kind === 'after-odd') this.#odd.note(trial.odd, this.#requests);
    const began = performance.now();
    const tried = await perform(trial, shots, this.#sender, material);
    if (this.#options.signal.aborted) return;
    const at: Seen = { path, requests: this.#requests };
    const found = tried.found.filter((each) => this.#isWanted(each.property, propertyIn(each, trial)));
    this.#note(tried, found, phase);
    await this.#noteSilence(tried, at, began);
    this.#groups.add(tried, found, at);
    if (CHECKS_AT.has(this.#groups.failing)) await this.#checkHealth();
    const { watch } = this.#options;
    if (watch !== undefined && !watch(this.#progress(phase, found))) this.#end('enough was found');
  }

  /** Whether it was asked for, as one request or several show it. */
  #isWanted(...properties: readonly Property[]): boolean {
    return properties.some((property) => this.#wanted.has(property));
  }

  #note(tried: Tried, found: readonly Found[], phase: Phase): void {
    for (const judged of tried.judged) this.#tally.add(judged);
    this.#trials.set(tried.trial.kind, (this.#trials.get(tried.trial.kind) ?? 0) + 1);
    if (phase === 'smoke' && tried.trial.kind === 'single' && found.length === 0)
      this.#healthy.add(tried.trial.recipe.endpoint);
  }

  async #noteSilence(tried: Tried, at: Seen, began: number): Promise<void> {
    // What a firewall refuses has an answer, though none of the backend's.
    const isAnswered = tried.judged.every(
      ({ trouble, firewalled }) => trouble === undefined || firewalled === true,
    );
    if (isAnswered) return this.#silence.broken();
    await this.#silence.note({ tried, at, began, ended: performance.now() });
    this.#endIfSilent();
  }

  #endIfSilent(): void {
    if (this.#silence.isTotal) this.#end(`the target stopped answering: ${this.#silence.why}`);
  }

  #progress(phase: Progress['phase'], last: readonly Found[]): Progress {
    return {
      phase,
      requests: this.#requests,
      causes: this.#groups.size,
      elapsed: performance.now() - this.#began,
      last,
    };
  }

  /** Whether a plain request that was served at the start is still served; if not, all that follows is a consequence. */
  async #checkHealth(): Promise<void> {
    const [id] = this.#healthy;
    const stage = this.#options.material.stages.find(({ endpoint }) => endpoint.id === id);
    if (stage === undefined) return;
    const plain: Trial = { kind: 'single', recipe: plainRecipe(stage) };
    const { found } = await performTrial(plain, 'fuzz health', this.#sender, this.#options.material);
    if (!found.some(({ finding }) => finding.level === 'must')) return;
    this.#brokenDown = true;
    this.#end(
      `the target no longer serves even a plain request to ${stage.endpoint.id}, which it served at the start`,
    );
  }

  /** Confirmed and small, in the order in which they were first seen. */
  async #settled(): Promise<readonly Failure[]> {
    const failures: Failure[] = [];
    const groups = this.#groups.all.toSorted((a, b) => a.first.requests - b.first.requests);
    for (const group of this.#brokenDown ? this.#beforeBreakdown(groups) : groups) {
      const failure = await this.#settle(group);
      if (failure !== undefined) failures.push(failure);
    }
    // What one request shows alone is no property of several.
    return failures.filter(({ property, group }) => this.#isWanted(property, group.property));
  }

  /** Undefined: its cause is another group's. */
  async #settle(group: Group): Promise<Failure | undefined> {
    const stop = (): boolean => this.#options.signal.aborted || this.#brokenDown || this.#silence.isTotal;
    const { watch, material } = this.#options;
    watch?.(this.#progress('shrinking', []));
    const settling = {
      sender: this.#sender,
      material,
      name: `fuzz ${group.at.path} shrinking`,
      noted: (tried: Tried) => this.#noteSilence(tried, group.at, performance.now()),
      stop,
    };
    if (!stop() && (await showsAlone(group, settling))) return undefined;
    return settle(group, this.#before(group), settling);
  }

  #beforeBreakdown(groups: readonly Group[]): readonly Group[] {
    const { kept, note } = untilBreakdown(groups, this.#odd, this.#options.concurrency);
    this.#partial += note;
    return kept;
  }

  /** The trials of the block before the one that showed it. */
  #before({ at: { path } }: Group): readonly Trial[] {
    const [phase = '', block, at] = path.split(':');
    return this.#schedule.trialsOf({ phase: phase as Phase, block: Number(block) }).slice(0, Number(at));
  }
}

/** Fuzzes a target. Rejects with TagproofError where nothing like the service answers; never for what a target does. */
export function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  return new Run(options).run();
}
