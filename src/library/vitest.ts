/** `tagproof/vitest`: every case of the conformance suite as a vitest test. */
import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest';
import { TagproofError } from '../base/errors.ts';
import { caseError, notRunError } from './conformance-error.ts';
import { describeCase, instancesOf } from './suite-instances.ts';
import { checkOptions, type Kind, OBJECT, READ_LATER, TEXT } from './options.ts';
import { runInstances, SUITE_KINDS, type SuiteOptions } from './run-suite.ts';
import { startSimulator, type StartOptions } from './start-simulator.ts';
import type { SuiteResult } from './suite-result.ts';
import type { TargetInput } from './target-input.ts';
import type { CaseFinished, RunEvent } from '../report/record/events.ts';
import type { Instance } from '../cases/format/instance.ts';

interface Awaited {
  readonly promise: Promise<CaseFinished | undefined>;
  readonly settle: (event: CaseFinished | undefined) => void;
}

const unset = (): void => {};

function awaited(): Awaited {
  let settle: Awaited['settle'] = unset;
  const promise = new Promise<CaseFinished | undefined>((settled) => (settle = settled));
  return { promise, settle };
}

/** The results of a run that is under way, each to be waited for by the id of its case. */
class CaseResults {
  readonly #cases = new Map<string, Awaited>();
  readonly #started = awaited();
  #isOver = false;

  /** Resolves when the run begins its cases. */
  get started(): Promise<unknown> {
    return this.#started.promise;
  }

  readonly on = (event: RunEvent): void => {
    if (event.kind === 'run-started') this.#started.settle(undefined);
    if (event.kind === 'case-finished') this.#slot(event.case.id).settle(event);
  };

  /** The run is over: no other case is to come. */
  end(): void {
    this.#isOver = true;
    for (const { settle } of this.#cases.values()) settle(undefined);
  }

  /** The result of a case; undefined: the run ended without it. */
  of(id: string): Promise<CaseFinished | undefined> {
    const { promise, settle } = this.#slot(id);
    if (this.#isOver) settle(undefined);
    return promise;
  }

  #slot(id: string): Awaited {
    const slot = this.#cases.get(id) ?? awaited();
    this.#cases.set(id, slot);
    return slot;
  }
}

export interface ConformanceOptions extends Omit<SuiteOptions, 'target' | 'signal' | 'onEvent'> {
  /** The backend, or a function that starts it and names it. One of `target` and `simulator` is given. */
  readonly target?: TargetInput | (() => TargetInput | Promise<TargetInput>) | undefined;
  /** Starts a simulator for these tests; `{}` for the world that comes with tagproof. */
  readonly simulator?: StartOptions | undefined;
  /** The name of the block of tests; `getTag conformance` where it is left out. */
  readonly name?: string | undefined;
}

/** What vitest hands to `beforeAll`, as far as it is read here. */
interface TaskLike {
  readonly type: string;
  readonly name: string;
  readonly mode: string;
  readonly tasks?: readonly TaskLike[];
}

/** The names of the tests that vitest is going to run: `-t` and `.only` leave some out. */
function namesToRun({ type, name, mode, tasks = [] }: TaskLike): readonly string[] {
  if (type === 'test') return mode === 'skip' || mode === 'todo' ? [] : [name];
  return tasks.flatMap(namesToRun);
}

const noWarning = (): void => {};

/** What a verdict means for a test. */
const OUTCOMES = {
  pass: () => {},
  warn: (event, { annotate }) => (annotate ?? noWarning)(describeCase(event), 'warning'),
  skip: ({ reason }, { skip }) => skip(reason),
  fail: (event) => {
    throw caseError(event);
  },
  error: (event) => {
    throw caseError(event);
  },
} as const satisfies Record<CaseFinished['verdict'], (event: CaseFinished, context: TestContext) => unknown>;

/** One run of the suite, from the first test that needs it to the last. */
class Conformance {
  readonly results = new CaseResults();
  readonly #options: ConformanceOptions;
  readonly #ending = new AbortController();
  #run: Promise<SuiteResult> | undefined;
  #close: () => Promise<void> = async () => {};

  constructor(options: ConformanceOptions) {
    this.#options = options;
  }

  /** Starts the run of these cases; rejects where the target can't be judged at all. */
  async start(instances: readonly Instance[]): Promise<void> {
    const { target: _, simulator: __, name: ___, ...options } = this.#options;
    const target = await this.#target();
    const all = { ...options, target, signal: this.#ending.signal, onEvent: this.results.on };
    this.#run = runInstances(instances, all).finally(() => this.results.end());
    this.#run.catch(() => {});
    await Promise.race([this.results.started, this.#run]);
  }

  async test(id: string, context: TestContext): Promise<void> {
    const event = await this.results.of(id);
    if (event === undefined) throw notRunError((await this.#run)?.partial);
    await OUTCOMES[event.verdict](event, context);
  }

  /** Fails where a green run would say more than was seen. */
  async testWhole({ annotate = noWarning as never }: TestContext): Promise<void> {
    const result = await this.#run;
    if (result === undefined || result.verdict === 'incomplete') throw notRunError(result?.partial);
    if (result.verdict === 'nothing-verified')
      throw new TagproofError('nothing-selected', 'nothing was verified: every case was skipped');
    const beside = result.cases.filter(({ verdict, case: { file } }) => verdict === 'warn' && file === '');
    for (const event of beside) await annotate(describeCase(event), 'warning');
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#run?.catch(() => {});
    await this.#close();
  }

  async #target(): Promise<TargetInput> {
    const { target, simulator } = this.#options;
    if (simulator !== undefined) {
      const started = await startSimulator(simulator);
      this.#close = () => started.close();
      return started;
    }
    if (target === undefined) throw oneOf();
    return typeof target === 'function' ? target() : target;
  }
}

const { target: _target, signal: _signal, onEvent: _onEvent, ...CASE_KINDS } = SUITE_KINDS;
const KINDS = {
  ...CASE_KINDS,
  target: READ_LATER,
  simulator: OBJECT,
  name: TEXT,
} as const satisfies Record<keyof ConformanceOptions, Kind>;

const oneOf = (): TagproofError =>
  new TagproofError('usage', 'describeConformance takes a target or a simulator: give one of the two');

const NO_TIMEOUT = { timeout: 0 };

/** Sends the cases that vitest is going to test. vitest hands over the block as the last argument, in 3 and in 4. */
function start(
  conformance: Conformance,
  instances: readonly Instance[],
  ...given: readonly unknown[]
): Promise<void> {
  const wanted = new Set(namesToRun(given.at(-1) as TaskLike));
  return conformance.start(instances.filter(({ id }) => wanted.has(id)));
}

/**
 * Registers a block of tests: one for each case, in blocks by the chapters of the document, and one that fails where the
 * run was cut short or verified nothing. Only the cases that vitest is asked for (`-t`) are sent. Throws TagproofError
 * for faulty input; what is wrong with the target fails the block once, before its tests.
 */
export function describeConformance(options: ConformanceOptions): void {
  checkOptions('describeConformance', options, KINDS);
  if ((options.target === undefined) === (options.simulator === undefined)) throw oneOf();
  const instances = instancesOf(options);
  const conformance = new Conformance(options);
  describe(options.name ?? 'getTag conformance', () => {
    // Bound, so that vitest sees no parameters: it would read names of fixtures from them.
    beforeAll(start.bind(undefined, conformance, instances), NO_TIMEOUT.timeout);
    afterAll(() => conformance.end(), NO_TIMEOUT.timeout);
    for (const chapter of new Set(instances.map(({ from }) => from.chapter)))
      describe(chapter, () => {
        for (const { id } of instances.filter(({ from }) => from.chapter === chapter))
          test(id, NO_TIMEOUT, (context) => conformance.test(id, context));
      });
    test('every planned case had a result', NO_TIMEOUT, (context) => conformance.testWhole(context));
  });
}
