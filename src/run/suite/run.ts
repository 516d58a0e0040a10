/** Running a suite against a target: cases that decide questions, then all others, then those that need the target for themselves. */
import { learn } from '../../spec/dialect/dialect.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { planCase, type Plan, type Planned } from '../../cases/plan/plan-case.ts';
import type { AnswersTally, CaseFinished, RunFinished } from '../../report/record/events.ts';
import { countMustCells } from '../../report/record/case-evidence.ts';
import { hidden, redactExchange } from '../../report/record/redact.ts';
import { Concurrency } from '../send/concurrency.ts';
import { whyAborted, withDeadline } from '../send/deadline.ts';
import { inPlanOrder } from './in-plan-order.ts';
import { oneAtATime, type Turn } from './one-at-a-time.ts';
import { preflight, waitForStart } from '../send/preflight.ts';
import { targetOf, type Target } from '../send/target.ts';
import { combined, confirmedBy, notConfirmed, type Confirmed } from './repeats.ts';
import { askAgain, overOne, runCase, type KnownTarget } from './run-case.ts';
import type { RunOptions, RunOutcome } from './run-options.ts';
import { OpenRecord, type CaseResult } from './run-record.ts';
import type { KnownFacts } from './setup/facts.ts';
import { checkSetup, plainSender, setupError, type SetupCheck } from './setup/setup-check.ts';
import { caseEvent, caseSkipped, caseIdentity } from './verdict/case-event.ts';
import type { CaseVerdict } from './verdict/case-records.ts';
import { agreed, wavesOf } from './wave-order.ts';

export type { RunOptions, RunOutcome } from './run-options.ts';

/** How many cases may be begun from the one that is reported next on: a slow one holds back no other, and the results of few wait. */
const MAX_AHEAD = 1000;
/** How often a failing case is sent again. */
const CONFIRMATIONS = 2;

/** One run, from its first event to its last. */
class SuiteRun {
  readonly #options: RunOptions;
  readonly #ending = new AbortController();
  readonly #deadline: AbortSignal;
  readonly #target: Target;
  readonly #record: OpenRecord;
  readonly #began = performance.now();
  #phase = 'looking whether anything answers';
  /** How many cases are done, those among them that wait to be reported in their place. */
  #done = 0;
  #stoppedAnswering = false;
  #partial = '';

  constructor(options: RunOptions) {
    const { transport, facts, redaction, rate, fresh, concurrency, signal, maxTimeMs } = options;
    this.#options = options;
    this.#record = new OpenRecord(options);
    this.#deadline = withDeadline(signal, maxTimeMs);
    this.#target = targetOf({
      transport,
      dialect: facts.dialect,
      mask: redaction.mask,
      signal: AbortSignal.any([this.#deadline, this.#ending.signal]),
      rate,
      concurrency: new Concurrency(concurrency ?? 'auto'),
      fresh,
    });
  }

  /** Runs all of it. Whatever takes long ends with --max-time. */
  async run(): Promise<RunOutcome> {
    const { activity, head, instances, waitForStartMs } = this.#options;
    if (activity !== undefined) activity.describe = () => this.#describe();
    if (waitForStartMs !== undefined) {
      this.#phase = 'waiting for the target to start';
      await waitForStart(this.#target, head.target, waitForStartMs);
    }
    const replies = await preflight(this.#target, head.target);
    this.#phase = 'the set-up check';
    const { facts, check } = await this.#checkSetup(replies);
    this.#record.start(instances.length, check);
    this.#phase = 'cases';
    const { deciding, others, alone } = wavesOf(instances, facts.dialect);
    let to = this.#known(facts);
    for (const cases of deciding) {
      await this.#runAll(cases, to);
      to = this.#known({ ...facts, dialect: learn(facts.dialect, agreed(this.#record.evidence)) });
    }
    await this.#runAll(others, to);
    await this.#runAlone(alone, to);
    this.#phase = 'sending failing cases again';
    await this.#record.askAgain((planned) => askAgain(planned, to));
    await this.#record.confirm((plan) => this.#sendAgain(plan, to));
    return this.#finish(facts);
  }

  /** What is known about the target from its file, and from a set-up check. Throws where the file does not fit. */
  async #checkSetup(
    replies: readonly Exchange[],
  ): Promise<{ readonly facts: KnownFacts; readonly check?: SetupCheck }> {
    const { facts, known, setup = 'check', head, placeOf = () => undefined } = this.#options;
    const declared: KnownFacts = { ...facts, declared: facts.world, learned: [] };
    if (known !== undefined) return { facts: known };
    if (setup === 'trust') return { facts: declared };
    try {
      const note = (progress: string): void => void (this.#phase = progress);
      const check = await checkSetup(facts.world, plainSender(this.#target), replies, note);
      const { faults, world, facts: learned } = check;
      if (setup === 'check' && faults.length > 0 && !this.#target.signal.aborted)
        throw setupError(head.target, faults, placeOf);
      return { facts: { ...facts, world, declared: facts.world, learned }, check };
    } catch (error) {
      if (!(error instanceof TagproofError) || error.code !== 'unreachable') throw error;
      this.#endBy(error.message);
      return { facts: declared };
    }
  }

  /** Runs cases side by side, and reports them in the order of the plan. */
  async #runAll(cases: readonly Instance[], to: KnownTarget): Promise<void> {
    const { most } = to.pace.concurrency;
    await inPlanOrder({
      items: cases,
      concurrency: most + Math.floor(most / 2),
      ...(this.#options.failFast !== true && { ahead: MAX_AHEAD }),
      work: (instance) =>
        this.#isOver ? Promise.resolve(undefined) : this.#work(planCase(instance, to.facts), to),
      emit: (result) => this.#report(result),
    });
  }

  /** Runs cases that need the target for themselves: those of one key one after the other; while one waits for a limit to end, others send. */
  async #runAlone(cases: readonly Instance[], to: KnownTarget): Promise<void> {
    const plans = cases.map((instance) => planCase(instance, to.facts));
    const results = new Map<Plan, CaseResult | undefined>();
    const turn = oneAtATime();
    const groups = new Map<string | undefined, Plan[]>();
    for (const plan of plans)
      groups.set(limitedKeyOf(plan), [...(groups.get(limitedKeyOf(plan)) ?? []), plan]);
    const inTurn = async (group: readonly Plan[]): Promise<void> => {
      for (const plan of group) if (!this.#isOver) results.set(plan, await this.#work(plan, to, turn));
    };
    await Promise.all([...groups.values()].map(inTurn));
    for (const plan of plans) this.#report(results.get(plan));
  }

  #known(facts: KnownFacts): KnownTarget {
    return { ...this.#target, dialect: facts.dialect, facts, secretIn: this.#options.redaction.secretIn };
  }

  get #isOver(): boolean {
    return this.#partial !== '' || this.#target.signal.aborted;
  }

  /** Runs a case; undefined if the run ended during it. */
  async #work(plan: Plan, to: KnownTarget, turn?: Turn): Promise<CaseResult | undefined> {
    if (plan.kind === 'skip')
      return { event: caseSkipped(plan), evidence: [], attempts: [], doubts: [], plan: undefined };
    let began = performance.now();
    const results: [CaseVerdict, ...CaseVerdict[]] = [await runCase(plan, to, { turn })];
    while (results.length < (this.#options.repeat ?? 1) && results.at(-1)?.verdict !== 'error') {
      began = performance.now();
      results.push(await runCase(plan, to, { turn }));
    }
    const result = combined(results);
    const ms = performance.now() - began;
    if (result.verdict === 'error' || to.pace.gaveUp !== undefined) {
      const why = to.pace.gaveUp ?? (await to.outage.found());
      if (to.signal.aborted) return undefined;
      if (why !== undefined) this.#endBy(why);
    }
    this.#done += 1;
    const { evidence, attempts } = result;
    const event = caseEvent(plan, result, ms, this.#options.redaction);
    this.#options.done?.(event);
    const doubts = (result.doubts ?? []).map(this.#options.redaction.mask);
    return { event, evidence, attempts, doubts, plan };
  }

  /** Reports a case, if it was run to its end; false: no further one is reported. */
  #report(result: CaseResult | undefined): boolean {
    if (result === undefined) return true;
    this.#record.add(result);
    if (this.#options.failFast !== true || result.event.verdict !== 'fail') return true;
    this.#end('failFast: a case failed');
    return false;
  }

  /** Sends a failing case again, alone and over a connection of its own. */
  async #sendAgain(plan: Planned, to: KnownTarget): Promise<Confirmed> {
    const repeats: CaseVerdict[] = [];
    for (let n = 0; n < CONFIRMATIONS && !to.signal.aborted; n += 1)
      repeats.push(await overOne(to.transport, (over) => runCase(plan, to, { over })));
    return to.signal.aborted ? notConfirmed('the run ended') : confirmedBy(repeats);
  }

  async #finish(facts: KnownFacts): Promise<RunOutcome> {
    if (this.#deadline.aborted) this.#end(whyAborted(this.#deadline));
    const answers = await this.#answers();
    this.#record.addRunWide(answers);
    const { totals, cases } = this.#record;
    const { pace, tally } = this.#target;
    const cells = countMustCells(
      cases,
      this.#options.whole === true ? undefined : this.#options.instances.map(caseIdentity),
    );
    const finished: RunFinished = {
      kind: 'run-finished',
      totals,
      ms: Math.round(performance.now() - this.#began),
      requests: tally.sent,
      ...(pace.concurrency.hasChanged && { atOnce: pace.concurrency.atOnce }),
      partial: this.#partial,
      ...(this.#stoppedAnswering && { stoppedAnswering: true }),
      ...(answers !== undefined && { answers }),
      ...(pace.learned !== undefined && { pace: pace.learned }),
      cells,
    };
    this.#options.emit(finished);
    const stoppedAnswering = this.#stoppedAnswering;
    return { totals, partial: this.#partial, stoppedAnswering, cells, learned: facts.learned, known: facts };
  }

  /** Which requests were not answered at once, when it is known which replies only came late. */
  async #answers(): Promise<AnswersTally | undefined> {
    const { redaction } = this.#options;
    const { tally } = this.#target;
    this.#phase = 'listening for late replies';
    if (!this.#stoppedAnswering) await tally.settled(this.#deadline);
    const shown = (exchange: Exchange) => redactExchange({ label: '', exchange }, redaction);
    return tally.total(shown, this.#stoppedAnswering);
  }

  #end(why: string): void {
    if (this.#partial === '') this.#partial = why;
  }

  /** Ends the run at once. The case that met the outage is reported, the others under way are named in `partial`. */
  #endBy(outage: string): void {
    this.#stoppedAnswering = true;
    this.#end(outage);
    this.#ending.abort();
  }

  /** What the run is at just now, for a user who waits. */
  #describe(): string {
    const phase =
      this.#phase === 'cases'
        ? `${this.#done} of ${this.#options.instances.length} cases are done`
        : this.#phase;
    return [phase, this.#target.pace.waitingFor() ?? []].flat().join('; ');
  }
}

/** The key on whose limits a case draws. */
const limitedKeyOf = (plan: Plan): string | undefined =>
  plan.kind === 'skip' ? undefined : plan.steps[0]?.requests[0]?.who.key?.name;

/** Runs the cases and emits every event. Rejects with TagproofError where nothing like the service answers. */
export async function run({ emit, done, redaction, ...options }: RunOptions): Promise<RunOutcome> {
  try {
    return await new SuiteRun({
      ...options,
      redaction,
      emit: (event) => emit(hidden(event, redaction)),
      ...(done !== undefined && { done: (event: CaseFinished) => done(hidden(event, redaction)) }),
    }).run();
  } catch (error) {
    throw TagproofError.changed(error, redaction.hide);
  }
}
