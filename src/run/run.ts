/** Running a suite against a target: cases that decide questions first, cases that want to be alone last. */
import { setMaxListeners } from 'node:events';
import { learn, openQuestions, type Answer, type Dialect } from '../dialect/dialect.ts';
import type { Transport } from '../exchange/exchange.ts';

import type { Instance } from '../suite/instance.ts';
import { planCase, type TargetFacts } from '../suite/plan-case.ts';
import type { Plan } from '../suite/plan.ts';
import { VERSION } from '../version.ts';
import { agreed } from './belief.ts';
import { caseFinished, caseSkipped, identityOf } from './case-event.ts';
import type { CaseFinished, MustCells, RunEvent, RunFinished } from './events.ts';
import { CONTROL, greet } from './greet.ts';
import { inPlanOrder } from './in-plan-order.ts';
import { KeyRest } from './key-rest.ts';
import { countMustCells } from './must-cells.ts';
import { paceOf, type Pace } from './pace.ts';
import { runCase, type CaseResult } from './run-case.ts';
import type { Sight } from './see.ts';
import type { Sender } from './send.ts';
import { noTotals, type Totals } from './verdict.ts';

export interface RunOptions {
  readonly instances: readonly Instance[];
  /** The instances are the whole suite: every must of the document counts, and not only those of the cases. */
  readonly whole?: boolean;
  readonly facts: TargetFacts;
  readonly transport: Transport;
  readonly sight: Sight;
  /** The target has just been started for this run: nobody has used its keys. */
  readonly fresh: boolean;
  /** How the target is called in reports. */
  readonly target: string;
  /** The file that declares the world, as reports name it. */
  readonly worldFile?: string | undefined;
  readonly warnings: readonly string[];
  readonly concurrency: number;
  /** Requests per second; undefined: as fast as they come. */
  readonly rate: number | undefined;
  /** Milliseconds after which no further case is begun. */
  readonly maxTimeMs: number | undefined;
  readonly failFast: boolean;
  /** Ends the run when it is aborted. */
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  readonly at: Date;
}

/** A target that so many cases in a row could not reach has stopped answering. */
const DEAD_AFTER = 5;

export interface RunOutcome {
  readonly totals: Totals;
  /** Empty: every planned case ran. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  readonly cells: MustCells;
}

interface Told {
  readonly event: CaseFinished;
  readonly evidence: readonly Answer[];
  readonly unreached: boolean;
}

/** One run, from its first event to its last. */
class Run {
  readonly #options: RunOptions;
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal;
  readonly #totals = noTotals();
  readonly #cases: CaseFinished[] = [];
  readonly #began = performance.now();
  readonly #evidence: Answer[] = [];
  readonly #keyRest: KeyRest;
  readonly #pace: Pace;
  #requests = 0;
  #unreached = 0;
  #partial = '';

  constructor(options: RunOptions) {
    this.#options = options;
    this.#keyRest = new KeyRest(options.fresh);
    this.#signal = AbortSignal.any([options.signal, this.#ending.signal]);
    // Every request under way listens to it; there is no leak to be warned of.
    setMaxListeners(0, this.#signal);
    this.#pace = paceOf(options.rate, this.#signal);
  }

  #end(why: string): void {
    if (this.#partial === '') this.#partial = why;
  }

  #sender(dialect: Dialect): Sender {
    const { transport } = this.#options;
    const count = (): void => void (this.#requests += 1);
    return {
      transport,
      pace: this.#pace,
      signal: this.#signal,
      dialect,
      control: CONTROL,
      keyRest: this.#keyRest,
      mask: this.#options.sight.mask,
      count,
    };
  }

  async #work(plan: Plan, sender: Sender, facts: TargetFacts): Promise<Told> {
    if (plan.kind === 'skip') return { event: caseSkipped(plan), evidence: [], unreached: false };
    const began = performance.now();
    const result = await runCase(plan, sender, facts);
    const event = caseFinished(plan.instance, result, performance.now() - began, this.#options.sight);
    return {
      event,
      evidence: result.evidence,
      unreached: isUnreached(result) && !(await this.#answersControl()),
    };
  }

  /** A target that lets some requests time out has not stopped answering. */
  async #answersControl(): Promise<boolean> {
    const { outcome } = await this.#options.transport.send(CONTROL, this.#signal);
    return outcome.kind === 'reply';
  }

  /** Counts and emits; false: the run ends here. */
  #tell({ event, evidence, unreached }: Told): boolean {
    if (this.#signal.aborted && event.verdict === 'error') return false;
    this.#totals[event.verdict] += 1;
    this.#cases.push(withoutExchanges(event));
    this.#evidence.push(...evidence);
    this.#unreached = unreached ? this.#unreached + 1 : 0;
    this.#options.emit(event);
    if (this.#unreached >= DEAD_AFTER) this.#end(`the target stopped answering: ${event.reason}`);
    if (this.#options.failFast && event.verdict === 'fail') this.#end('--fail-fast: a case failed');
    const { maxTimeMs } = this.#options;
    if (maxTimeMs !== undefined && performance.now() - this.#began >= maxTimeMs)
      this.#end('--max-time is over');
    return this.#partial === '' && !this.#signal.aborted;
  }

  async #wave(instances: readonly Instance[], facts: TargetFacts, concurrency: number): Promise<void> {
    if (this.#partial !== '' || this.#signal.aborted || instances.length === 0) return;
    const sender = this.#sender(facts.dialect);
    await inPlanOrder({
      items: instances,
      concurrency,
      work: (instance) => this.#work(planCase(instance, facts), sender, facts),
      tell: (told) => this.#tell(told),
    });
  }

  async #waves(): Promise<void> {
    const { instances, facts, concurrency } = this.#options;
    const decides = (instance: Instance): boolean => !isAlone(instance) && isOpen(instance, facts.dialect);
    await this.#wave(instances.filter(decides), facts, concurrency);
    const wiser = { ...facts, dialect: learn(facts.dialect, agreed(this.#evidence)) };
    await this.#wave(
      instances.filter((instance) => !isAlone(instance) && !decides(instance)),
      wiser,
      concurrency,
    );
    await this.#wave(instances.filter(isAlone), wiser, 1);
  }

  async run(): Promise<RunOutcome> {
    const { emit, target, worldFile, instances, warnings, at, maxTimeMs, signal, transport } = this.#options;
    await greet(this.#pace, transport, target, signal);
    emit({
      kind: 'run-started',
      version: VERSION,
      target,
      ...(worldFile !== undefined && { worldFile }),
      at: at.toISOString(),
      planned: instances.length,
      warnings,
    });
    const timer = maxTimeMs === undefined ? undefined : setTimeout(() => this.#overtime(), maxTimeMs);
    await this.#waves();
    clearTimeout(timer);
    if (signal.aborted) this.#end('interrupted');
    const cells = countMustCells(
      this.#cases,
      this.#options.whole === true ? undefined : instances.map(identityOf),
    );
    const finished: RunFinished = {
      kind: 'run-finished',
      totals: this.#totals,
      ms: Math.round(performance.now() - this.#began),
      requests: this.#requests,
      partial: this.#partial,
      cells,
    };
    emit(finished);
    const stoppedAnswering = this.#unreached >= DEAD_AFTER;
    return { totals: this.#totals, partial: this.#partial, stoppedAnswering, cells };
  }

  #overtime(): void {
    this.#end('--max-time is over');
    this.#ending.abort();
  }
}

/** What counting needs of an event: a long run keeps no replies. */
const withoutExchanges = (event: CaseFinished): CaseFinished => ({ ...event, exchanges: [] });

const isAlone = ({ from }: Instance): boolean => from.written.alone === true;

function isUnreached({ verdict, sent }: CaseResult): boolean {
  return (
    verdict === 'error' &&
    sent.some(({ exchange: { outcome } }) => outcome.kind === 'no-reply' && outcome.why !== 'aborted')
  );
}

function isOpen({ from, endpoint }: Instance, dialect: Dialect): boolean {
  return (
    from.written.decides !== undefined && openQuestions(dialect, endpoint.id).includes(from.written.decides)
  );
}

/** Runs the cases and emits every event. Rejects with TagproofError where nothing like the service answers. */
export function run(options: RunOptions): Promise<RunOutcome> {
  return new Run(options).run();
}
