/** Running a suite against a target: cases that decide questions first; those about limits send alone, and what they wait for goes on while all others run. */
import { setMaxListeners } from 'node:events';
import { learn, type Answer } from '../../spec/dialect/dialect.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { planCase, requestLabels, type Plan } from '../../cases/plan/plan-case.ts';
import { RefusedLists } from './conduct/split-by-key.ts';
import { caseFinished, caseSkipped, identityOf } from './verdict/case-event.ts';
import type { AnswersTally, CaseFinished, RunEvent, RunFinished } from '../../report/record/events.ts';
import { CONTROL, preflight, waitForStart } from '../send/preflight.ts';
import { inPlanOrder } from '../send/in-plan-order.ts';
import { whyAborted, withDeadline } from '../send/deadline.ts';
import { Concurrency, Places } from '../send/concurrency.ts';
import { KeyRest } from '../send/key-rest.ts';
import type { KnownFacts } from './setup/facts.ts';
import { countMustCells } from '../../report/record/case-evidence.ts';
import { plainSender } from './setup/send-plain.ts';
import { checkSetup, setupError, type SetupCheck } from './setup/setup-check.ts';
import { OutageWatch } from '../send/outage.ts';
import { Pace } from '../send/pace.ts';
import { hidden, redactExchange } from '../../report/record/redact.ts';
import { Conduct } from './conduct/conduct.ts';
import type { CaseContext } from './conduct/send-case.ts';
import type { CaseAttempt } from './verdict/case-records.ts';
import type { RunOptions, RunOutcome } from './run-options.ts';
import { RunInProgress } from './run-record.ts';
import { agreed, isAlone, wavesOf } from './wave-order.ts';

export type { RunOptions, RunOutcome } from './run-options.ts';

/** How many cases may be begun from the one that is reported next on: a slow one holds back no other, and the results of few wait. */
const MAX_AHEAD = 1000;

interface Reported {
  readonly event: CaseFinished;
  readonly evidence: readonly Answer[];
  readonly attempts: readonly CaseAttempt[];
}

/** One run, from its first event to its last. */
class Run {
  readonly #options: RunOptions;
  readonly #ending = new AbortController();
  readonly #deadline: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #record: RunInProgress;
  readonly #began = performance.now();
  #phase = 'looking whether anything answers';
  readonly #evidence: Answer[] = [];
  readonly #keyRest: KeyRest;
  readonly #pace: Pace;
  readonly #refusedLists = new RefusedLists();
  #requests = 0;
  /** How many cases are done, those among them that wait to be reported in their place. */
  #done = 0;
  readonly #watch: OutageWatch;
  readonly #conduct: Conduct;
  #stoppedAnswering = false;
  #partial = '';

  constructor(options: RunOptions) {
    this.#options = options;
    this.#conduct = new Conduct(options);
    this.#record = new RunInProgress(options);
    this.#keyRest = new KeyRest(options.fresh);
    this.#deadline = withDeadline(options.signal, options.maxTimeMs);
    this.#signal = AbortSignal.any([this.#deadline, this.#ending.signal]);
    // Every request under way listens to it, so Node's warning of a leak would be wrong.
    setMaxListeners(0, this.#signal);
    this.#pace = new Pace(
      options.rate,
      this.#signal,
      () => options.transport.closeIdle?.(),
      new Concurrency(options.concurrency),
    );
    this.#watch = new OutageWatch(() => this.#control(), this.#signal);
  }

  #end(why: string): void {
    if (this.#partial === '') this.#partial = why;
  }

  #context(facts: KnownFacts): CaseContext {
    const { transport, redaction } = this.#options;
    const count = (): void => void (this.#requests += 1);
    return {
      transport,
      pace: this.#pace,
      signal: this.#signal,
      dialect: facts.dialect,
      facts,
      control: CONTROL,
      keyRest: this.#keyRest,
      mask: redaction.mask,
      secretIn: redaction.secretIn,
      refusedLists: this.#refusedLists,
      count,
    };
  }

  /** Runs a case; undefined if the run ended before or during it. */
  async #work(plan: Plan, context: CaseContext): Promise<Reported | undefined> {
    if (this.#stoppedAnswering) return undefined;
    if (plan.kind === 'skip') return { event: caseSkipped(plan), evidence: [], attempts: [] };
    const transport = this.#watch.over(plan.instance.id, requestLabels(plan), context.transport);
    const { result, ms } = await this.#conduct.run(plan, { ...context, transport });
    const givenUp = this.#pace.givenUp();
    if (result.verdict === 'error' || givenUp !== undefined) {
      const why = givenUp ?? (await this.#outage());
      if (this.#signal.aborted) return undefined;
      if (why !== undefined) this.#endBy(why);
    }
    const { evidence, attempts } = result;
    return { event: caseFinished(plan, result, ms, this.#options.redaction), evidence, attempts };
  }

  /** Why no further request is answered; undefined: others are. */
  async #outage(): Promise<string | undefined> {
    if (this.#signal.aborted) return undefined;
    return (await this.#watch.isOutage()) ? this.#watch.describe(this.#options.redaction.mask) : undefined;
  }

  async #control(): Promise<Exchange> {
    await this.#pace.turn();
    return this.#options.transport.send(CONTROL, this.#signal);
  }

  /** Ends the run at once. The case that met the outage is reported, the others under way are named in `partial`. */
  #endBy(outage: string): void {
    this.#stoppedAnswering = true;
    this.#end(outage);
    this.#ending.abort();
  }

  /** Counts and emits; false: the run ends here. After an outage, what ended before it is still reported. */
  #emit(reported: Reported | undefined): boolean {
    if (reported === undefined) return this.#stoppedAnswering;
    const { event, evidence, attempts } = reported;
    this.#evidence.push(...evidence);
    this.#record.addCase(event, attempts);
    if (this.#options.failFast && event.verdict === 'fail') this.#end('--fail-fast: a case failed');
    return this.#stoppedAnswering || (this.#partial === '' && !this.#signal.aborted);
  }

  async #wave(
    cases: readonly Instance[],
    facts: KnownFacts,
    places: Places,
    emit = (reported: Reported | undefined): boolean => this.#emit(reported),
  ): Promise<void> {
    if (this.#partial !== '' || this.#signal.aborted || cases.length === 0) return;
    const { concurrency } = this.#pace;
    const context = { ...this.#context(facts), places };
    await inPlanOrder({
      items: cases,
      concurrency: concurrency.mostCases,
      ...(!this.#options.failFast && { ahead: MAX_AHEAD }),
      work: async (instance) => {
        const work = (): Promise<Reported | undefined> => this.#work(planCase(instance, facts), context);
        const reported = await (isAlone(instance) ? work() : places.during(work));
        this.#done += 1;
        return reported;
      },
      emit,
    });
  }

  /** What is known about the target from its file, and from a set-up check. Throws where the file does not fit. */
  async #checkSetup(
    preflightReplies: readonly Exchange[],
  ): Promise<{ readonly facts: KnownFacts; readonly check?: SetupCheck }> {
    const { facts, known, setup = 'check', head, placeOf = () => undefined } = this.#options;
    this.#phase = 'set-up check';
    const declared: KnownFacts = { ...facts, declared: facts.world, learned: [] };
    if (known !== undefined) return { facts: known };
    if (setup === 'trust') return { facts: declared };
    try {
      const note = (progress: string): void => void (this.#phase = progress);
      const send = plainSender(this.#context(declared));
      const check = await checkSetup(facts.world, send, preflightReplies, note);
      const { faults, world, facts: learned } = check;
      if (setup === 'check' && faults.length > 0 && !this.#signal.aborted)
        throw setupError(head.target, faults, placeOf);
      return { facts: { ...facts, world, declared: facts.world, learned }, check };
    } catch (error) {
      if (!(error instanceof TagproofError) || error.code !== 'unreachable') throw error;
      this.#endBy(error.message);
      return { facts: declared };
    }
  }

  /** Checks the set-up and begins the run. */
  async #begin(preflightReplies: readonly Exchange[]): Promise<KnownFacts> {
    const { facts, check } = await this.#checkSetup(preflightReplies);
    this.#record.start(this.#options.instances.length, check);
    return facts;
  }

  async #waves(facts: KnownFacts): Promise<void> {
    const { first, others, alone } = wavesOf(this.#options.instances, facts.dialect);
    const places = new Places(() => this.#pace.concurrency.cases);
    await this.#wave(first, facts, places);
    const refined = { ...facts, dialect: learn(facts.dialect, agreed(this.#evidence)) };
    // What these wait for goes on while the others run; they are reported last.
    const results: (Reported | undefined)[] = [];
    await Promise.all([
      this.#wave(alone, refined, places, (result) => results.push(result) > 0),
      this.#wave(others, refined, places).finally(() => this.#endWaits()),
    ]);
    if (this.#partial === '' || this.#stoppedAnswering) results.every((result) => this.#emit(result));
  }

  /** Ends what still waits where the run ends early. */
  #endWaits(): void {
    if (this.#partial !== '') this.#ending.abort();
  }

  /** What the run is at just now, for a user who waits. */
  #describe(): string {
    const phase =
      this.#phase === 'cases'
        ? `${this.#done} of ${this.#options.instances.length} cases are done`
        : this.#phase;
    return [phase, ...this.#pace.waiting()].join('; ');
  }

  /** Which requests were not answered at once, when it is known which replies only came late. */
  async #answers(): Promise<AnswersTally | undefined> {
    const { redaction } = this.#options;
    this.#phase = 'listening for late replies';
    if (!this.#stoppedAnswering) await this.#pace.answers.settled(this.#deadline);
    return this.#pace.answers.tally((exchange) => redactExchange({ label: '', exchange }, redaction), {
      ended: this.#stoppedAnswering,
    });
  }

  /** Runs all of it. Whatever takes long ends with --max-time. */
  async run(): Promise<RunOutcome> {
    const { activity } = this.#options;
    if (activity !== undefined) activity.describe = () => this.#describe();
    const { emit, head, transport, waitForStartMs } = this.#options;
    const signal = this.#signal;
    if (waitForStartMs !== undefined) {
      this.#phase = 'waiting for the target to start';
      this.#requests += await waitForStart({
        transport,
        target: head.target,
        limitMs: waitForStartMs,
        signal,
      });
    }
    const preflightReplies = await preflight(this.#pace, transport, head.target, signal);
    const facts = await this.#begin(preflightReplies);
    this.#phase = 'cases';
    await this.#waves(facts);
    if (this.#deadline.aborted) this.#end(whyAborted(this.#deadline));
    const answers = await this.#answers();
    this.#record.addRunWide(answers);
    const { totals, cases } = this.#record;
    const pace = this.#pace.learned();
    const cells = countMustCells(
      cases,
      this.#options.whole === true ? undefined : this.#options.instances.map(identityOf),
    );
    const finished: RunFinished = {
      kind: 'run-finished',
      totals,
      ms: Math.round(performance.now() - this.#began),
      requests: this.#requests,
      ...(this.#pace.concurrency.hasChanged && { atOnce: this.#pace.concurrency.atOnce }),
      partial: this.#partial,
      ...(this.#stoppedAnswering && { stoppedAnswering: true }),
      ...(answers !== undefined && { answers }),
      ...(pace !== undefined && { pace }),
      cells,
    };
    emit(finished);
    const stoppedAnswering = this.#stoppedAnswering;
    return { totals, partial: this.#partial, stoppedAnswering, cells, learned: facts.learned, known: facts };
  }
}

/** Runs the cases and emits every event. Rejects with TagproofError where nothing like the service answers. */
export async function run({ emit, redaction, ...options }: RunOptions): Promise<RunOutcome> {
  try {
    const shown = (event: RunEvent): void => emit(hidden(event, redaction));
    return await new Run({ ...options, redaction, emit: shown }).run();
  } catch (error) {
    throw TagproofError.changed(error, redaction.hide);
  }
}
