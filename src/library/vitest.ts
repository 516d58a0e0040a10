/** `tagproof/vitest`: every case of the conformance suite as a vitest test. */
import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest';
import { z } from 'zod';
import { TagproofError } from '../base/errors.ts';
import { oneLine } from '../base/text/visible.ts';
import { caseError, describeCase } from './assert-conformant.ts';
import { check, functionOf, objectOf, type OptionsOf, TEXT } from './options.ts';
import { instancesOf, runInstances, SUITE_OPTIONS, type SuiteResult } from './run-suite.ts';
import type { RunningSimulator } from './running-simulator.ts';
import { startSimulator, type StartOptions } from './start-simulator.ts';
import { TARGET_OPTIONS, type TargetInput } from './target-input.ts';
import type { CaseFinished } from '../report/record/events.ts';

const { signal: _signal, onEvent: _onEvent, ...CASE_OPTIONS } = SUITE_OPTIONS;
const CONFORMANCE_OPTIONS = {
  ...CASE_OPTIONS,
  /** The backend, or a function that starts it and names it. One of `target` and `simulator` is given. */
  target: z.union([TARGET_OPTIONS.target, functionOf<() => TargetInput | Promise<TargetInput>>()]).optional(),
  /** Starts a simulator for these tests; `{}` for the world that comes with tagproof. */
  simulator: objectOf<StartOptions>().optional(),
  /** The name of the block of tests; `getTag conformance` where it is left out. */
  name: TEXT,
};
export type ConformanceOptions = OptionsOf<typeof CONFORMANCE_OPTIONS>;

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

const fail = (event: CaseFinished): never => {
  throw caseError(event);
};

/** What a verdict means for a test. */
const OUTCOMES = {
  pass: () => {},
  warn: (event, { annotate }) => annotate?.(describeCase(event), 'warning'),
  skip: ({ reason }, { skip }) => skip(reason),
  fail,
  error: fail,
} as const satisfies Record<CaseFinished['verdict'], (event: CaseFinished, context: TestContext) => unknown>;

const notRun = (result: SuiteResult | undefined): Error =>
  new Error(`not run: ${oneLine(result?.partial ?? 'the run ended early')}`);

const NO_TIMEOUT = { timeout: 0 };

/**
 * Registers a block of tests: one for each case, in blocks by the chapters of the document, and one that fails where the
 * run was cut short or verified nothing. Only the cases that vitest is asked for (`-t`) are sent. Throws TagproofError
 * for faulty input; what is wrong with the target fails the block once, before its tests.
 */
export function describeConformance(given: ConformanceOptions): void {
  check('describeConformance', CONFORMANCE_OPTIONS, given);
  const { target, simulator, name = 'getTag conformance', ...options } = given;
  if ((target === undefined) === (simulator === undefined))
    throw new TagproofError(
      'usage',
      'describeConformance takes a target or a simulator: give one of the two',
    );
  const instances = instancesOf(options);
  let started: RunningSimulator | undefined;
  let result: SuiteResult | undefined;

  /** vitest hands over the block as the last argument, in 3 and in 4. */
  async function run(...all: readonly unknown[]): Promise<void> {
    const wanted = new Set(namesToRun(all.at(-1) as TaskLike));
    started = simulator && (await startSimulator(simulator));
    const named = started ?? (typeof target === 'function' ? await target() : target) ?? '';
    result = await runInstances(
      instances.filter(({ id }) => wanted.has(id)),
      { ...options, target: named },
    );
  }

  describe(name, () => {
    // Bound, so that vitest sees no parameters: it would read names of fixtures from them.
    beforeAll(run.bind(undefined), NO_TIMEOUT.timeout);
    afterAll(() => started?.close(), NO_TIMEOUT.timeout);
    for (const chapter of new Set(instances.map(({ from }) => from.chapter)))
      describe(chapter, () => {
        for (const { id } of instances.filter(({ from }) => from.chapter === chapter))
          test(id, NO_TIMEOUT, (context) => {
            const event = result?.cases.find((each) => each.case.id === id);
            if (event === undefined) throw notRun(result);
            return OUTCOMES[event.verdict](event, context);
          });
      });
    test('every planned case had a result', NO_TIMEOUT, async ({ annotate }) => {
      if (result === undefined || result.verdict === 'incomplete') throw notRun(result);
      if (result.verdict === 'nothing-verified')
        throw new TagproofError('nothing-selected', 'nothing was verified: every case was skipped');
      const beside = result.cases.filter(({ verdict, case: { file } }) => verdict === 'warn' && file === '');
      for (const event of beside) await annotate?.(describeCase(event), 'warning');
    });
  });
}
