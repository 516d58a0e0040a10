/** A copy of the simulator with one mutant switched on: evaluated anew for each, so that its tables are built by it, too. */
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { inProcess } from '../../simulator/in-process.ts';
import type { Simulator } from '../../simulator/http/server.ts';
import type { storeOf } from '../../simulator/store.ts';
import type { Bundles } from './instrument.ts';

export interface SimulatorCopy {
  readonly inProcess: typeof inProcess;
  readonly Simulator: typeof Simulator;
  readonly storeOf: typeof storeOf;
}

type Counts = Record<string, number>;

/** What the instrumented code reads and writes: the global `__stryker__`. */
interface Switches {
  activeMutant: string | undefined;
  hitCount: number | undefined;
  hitLimit: number;
  currentTestId: string | undefined;
  mutantCoverage: { static: Counts; perTest: Record<string, Counts> };
}

/** The most passes of a mutated place while one request is answered: a loop without end is cut off. */
const MOST_PASSES = 2_000_000;
/** Counts of what is reached are kept apart by this name once the copy is loaded. */
const ANSWERING = 'answering';

const SWITCHES: Switches = {
  activeMutant: undefined,
  hitCount: undefined,
  hitLimit: MOST_PASSES,
  currentTestId: undefined,
  mutantCoverage: { static: {}, perTest: {} },
};

/** Mutants whose place was passed. */
export interface Reached {
  /** While the copy was loaded, so that they took effect then. */
  readonly loading: readonly string[];
  /** During a request that names no case. */
  readonly answering: readonly string[];
  /** While the requests of a case were answered, by the case's id. */
  readonly byCase: readonly (readonly [caseId: string, mutants: readonly string[]])[];
}

type Evaluate = (require: NodeJS.Require, module: { exports: unknown }) => void;

function compiled(bundle: string): Evaluate {
  const script = new Script(`(function (require, module) { ${bundle}\n})`, {
    filename: 'simulator-copy.cjs',
  });
  return script.runInThisContext() as Evaluate;
}

/** As a name of a property a text is kept once, so that comparing it with a name in the code costs nothing. */
const kept = (text: string): string | undefined => Object.keys({ [text]: 0 })[0];

/** Makes copies from bundles; only the last one made may be used. */
export class CopyMaker {
  readonly #counting: Evaluate;
  readonly #quick: Evaluate;
  readonly #require = createRequire(import.meta.url);

  constructor({ counting, quick }: Bundles) {
    Object.assign(globalThis, { __stryker__: SWITCHES });
    this.#counting = compiled(counting);
    this.#quick = compiled(quick);
  }

  /** A fresh copy; one without a mutant counts what is passed. Throws what a mutant throws while it is loaded. */
  make(mutant: string | undefined): SimulatorCopy {
    SWITCHES.activeMutant = mutant === undefined ? undefined : kept(mutant);
    SWITCHES.hitCount = 0;
    SWITCHES.currentTestId = undefined;
    SWITCHES.mutantCoverage = { static: {}, perTest: {} };
    const module = { exports: {} };
    const evaluate = mutant === undefined ? this.#counting : this.#quick;
    evaluate(this.#require, module);
    SWITCHES.currentTestId = ANSWERING;
    return module.exports as SimulatorCopy;
  }
}

/** Called before each request, so that passes are counted request by request and kept apart case by case. */
export function beginRequest(caseId = ANSWERING): void {
  SWITCHES.hitCount = 0;
  SWITCHES.currentTestId = caseId;
}

/** What was passed since the last copy was made. */
export function reached(): Reached {
  const { static: loading, perTest } = SWITCHES.mutantCoverage;
  const { [ANSWERING]: answering = {}, ...cases } = perTest;
  return {
    loading: Object.keys(loading),
    answering: Object.keys(answering),
    byCase: Object.entries(cases).map(([caseId, counts]) => [caseId, Object.keys(counts)]),
  };
}
