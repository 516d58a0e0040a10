/** Hunts a sample of random mutants with as many threads as there are processors. */
import { availableParallelism } from 'node:os';
import { TagproofError } from '../../src/errors.ts';
import { equivalentIn, type Equivalent } from './equivalent.ts';
import type { Kill, RandomMutantOutcome } from './random-mutant-outcome.ts';
import { MutantWorker } from './mutant-worker.ts';
import type { Baseline } from './run-random.ts';
import { needsSocket } from './mutable-files.ts';
import type { RandomMutant } from './random-mutant.ts';
import { OTHERS, PLAIN, SOCKET } from './settings.ts';
import type { MutantTask, Task, ThreadData } from './thread-words.ts';

export interface FuzzBounds {
  readonly seeds: readonly number[];
  /** Requests with each seed. */
  readonly runs: number;
}

export interface RandomMutantRun {
  readonly data: ThreadData;
  readonly sample: readonly RandomMutant[];
  /** How many settings there are. */
  readonly settings: number;
  readonly bounds: FuzzBounds;
  readonly table: readonly Equivalent[];
  readonly signal: AbortSignal;
  readonly emit: (mutantOutcome: RandomMutantOutcome) => void;
  /** Called at the beginning of each pass, with what it does and how many mutants are left to it. */
  readonly begin: (pass: string, left: number) => void;
}

/** As many workers as there are processors. */
class WorkerPool {
  readonly #mutantWorkers: readonly MutantWorker[];

  constructor(data: ThreadData) {
    this.#mutantWorkers = Array.from({ length: availableParallelism() }, () => new MutantWorker(data));
  }

  /** Works on all items; a worker that is done takes the next one. Fewer results, in their order, where the signal ends it. */
  async each<T, R>(
    items: readonly T[],
    signal: AbortSignal,
    work: (mutantWorker: MutantWorker, item: T) => Promise<R>,
  ): Promise<readonly R[]> {
    const results = new Map<number, R>();
    const queue = [...items.entries()];
    const runQueue = async (mutantWorker: MutantWorker): Promise<void> => {
      for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
        const [index, item] = next;
        const result = await work(mutantWorker, item);
        if (!signal.aborted) results.set(index, result);
      }
    };
    await Promise.all(this.#mutantWorkers.map(runQueue));
    return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
  }

  async close(): Promise<void> {
    await Promise.all(this.#mutantWorkers.map((mutantWorker) => mutantWorker.close()));
  }
}

/** Which mutants a setting reaches. */
interface Reach {
  readonly setting: number;
  /** Reached while the simulator is loaded, or by a request that names no case: run the whole suite for them. */
  readonly anywhere: ReadonlySet<string>;
  /** By the id of a mutant, the cases whose requests reach it. */
  readonly cases: ReadonlyMap<string, readonly string[]>;
  /** Of generated requests: their seed. */
  readonly seed: number | undefined;
  /** What the simulator without a mutant shows here, too. */
  readonly known: readonly string[];
}

function reachOf({ setting, seed, reached, known }: Baseline): Reach {
  const [first] = known;
  if (first !== undefined && setting < OTHERS)
    throw new TagproofError(
      'usage',
      `mutants --random: the simulator without a mutant does not pass the suite: ${first}`,
    );
  const { answering, loading, byCase } = reached;
  const cases = new Map<string, string[]>();
  for (const [caseId, mutants] of byCase)
    for (const mutant of mutants) {
      const others = cases.get(mutant);
      if (others === undefined) cases.set(mutant, [caseId]);
      else others.push(caseId);
    }
  return { setting, seed, known, anywhere: new Set([...answering, ...loading]), cases };
}

const isReached = ({ anywhere, cases }: Reach, mutant: string): boolean =>
  anywhere.has(mutant) || cases.has(mutant);

/** A mutant on its way: what killed it so far, whether its place was passed, and how long that took. */
interface MutantRun {
  readonly mutant: RandomMutant;
  readonly kill: Kill | undefined;
  readonly reached: boolean;
  /** Whether a pass tried it. */
  readonly tried: boolean;
  readonly ms: number;
}

/** Runs the passes, and holds what they share. */
class Passes {
  readonly #pool: WorkerPool;
  readonly #runMutant: RandomMutantRun;

  constructor(pool: WorkerPool, runMutant: RandomMutantRun) {
    this.#pool = pool;
    this.#runMutant = runMutant;
  }

  /** Learns without a mutant which places are passed. */
  async #baselines(tasks: readonly Task[]): Promise<readonly Reach[]> {
    const { signal } = this.#runMutant;
    const baselines = await this.#pool.each(tasks, signal, (mutantWorker, task) =>
      mutantWorker.baseline(task),
    );
    return baselines.map(reachOf);
  }

  /** Tries what still lives with all that reaches it; the kill reports the outcome. */
  async #try(
    all: readonly MutantRun[],
    reaches: readonly Reach[],
    taskOf: (reach: Reach, mutant: RandomMutant) => MutantTask,
  ): Promise<readonly MutantRun[]> {
    const { signal } = this.#runMutant;
    return this.#pool.each(all, signal, async (mutantWorker, hunted): Promise<MutantRun> => {
      const { mutant } = hunted;
      if (!this.#isLeft(hunted)) return hunted;
      const mine = reaches.filter((reach) => isReached(reach, mutant.id));
      const began = performance.now();
      let kill: Kill | undefined;
      for (const reach of mine)
        if (kill === undefined && !signal.aborted) kill = await mutantWorker.runMutant(taskOf(reach, mutant));
      const ms = hunted.ms + performance.now() - began;
      const after = { mutant, kill, reached: hunted.reached || mine.length > 0, tried: true, ms };
      if (kill !== undefined && !signal.aborted) this.#runMutant.emit(this.mutantOutcomeOf(after));
      return after;
    });
  }

  mutantOutcomeOf({ mutant, kill, reached, ms }: MutantRun): RandomMutantOutcome {
    return { mutant, kill, reached, ms, equivalent: equivalentIn(this.#runMutant.table, mutant) };
  }

  #begin(pass: string, all: readonly MutantRun[]): void {
    this.#runMutant.begin(pass, all.filter((hunted) => this.#isLeft(hunted)).length);
  }

  /** Whether to try it again. A mutant in the table of equivalents is tried in the first pass only. */
  #isLeft({ mutant, kill, tried }: MutantRun): boolean {
    return kill === undefined && (!tried || equivalentIn(this.#runMutant.table, mutant) === undefined);
  }

  /** The suite against the simulator in these settings. */
  async run(
    pass: string,
    all: readonly MutantRun[],
    settings: readonly number[],
  ): Promise<readonly MutantRun[]> {
    this.#begin(pass, all);
    const reaches = await this.#baselines(settings.map((setting) => ({ kind: 'baseline', setting })));
    return this.#try(all, reaches, ({ setting, known, anywhere, cases }, { id }) => ({
      kind: 'run',
      setting,
      mutant: id,
      known,
      cases: anywhere.has(id) ? undefined : cases.get(id),
    }));
  }

  /** Generated requests: the same seeds send the same ones, so a place that they do not pass, they never pass. */
  async fuzz(all: readonly MutantRun[], setting: number): Promise<readonly MutantRun[]> {
    const { seeds, runs } = this.#runMutant.bounds;
    this.#begin(`${seeds.length} times ${runs} generated requests`, all);
    const reaches = await this.#baselines(seeds.map((seed) => ({ kind: 'reach', setting, seed, runs })));
    return this.#try(all, reaches, ({ seed = 0 }, { id }) => ({
      kind: 'fuzz',
      setting,
      mutant: id,
      seed,
      runs,
    }));
  }
}

const livesOn = (all: readonly MutantRun[]): boolean => all.some(({ kill }) => kill === undefined);

/** The cheapest way to kill a mutant comes first; the next is only prepared where one still lives. */
async function passed(
  sample: readonly RandomMutant[],
  socket: boolean,
  passes: Passes,
  settings: number,
): Promise<readonly MutantRun[]> {
  const usual = socket ? SOCKET : PLAIN;
  const others = Array.from({ length: settings - OTHERS }, (_, index) => OTHERS + index);
  let all: readonly MutantRun[] = sample.map((mutant) => ({
    mutant,
    kill: undefined,
    reached: false,
    tried: false,
    ms: 0,
  }));
  if (livesOn(all)) all = await passes.run(socket ? 'the suite on a socket' : 'the suite', all, [usual]);
  if (livesOn(all) && !socket) all = await passes.run('the suite with other choices', all, others);
  return livesOn(all) ? passes.fuzz(all, usual) : all;
}

/** The outcomes of the sample: the killed ones are reported at once, the others at the end. Fewer where the signal ended the work. */
export async function runAllRandomMutants(
  runMutant: RandomMutantRun,
): Promise<readonly RandomMutantOutcome[]> {
  const { data, sample, settings, signal, emit } = runMutant;
  const pool = new WorkerPool(data);
  const passes = new Passes(pool, runMutant);
  try {
    const plain = await passed(
      sample.filter(({ file }) => !needsSocket(file)),
      false,
      passes,
      settings,
    );
    const onSocket = await passed(
      sample.filter(({ file }) => needsSocket(file)),
      true,
      passes,
      settings,
    );
    const mutantOutcomes = [...plain, ...onSocket].map((hunted) => passes.mutantOutcomeOf(hunted));
    if (!signal.aborted)
      for (const mutantOutcome of mutantOutcomes) if (mutantOutcome.kill === undefined) emit(mutantOutcome);
    return mutantOutcomes;
  } finally {
    await pool.close();
  }
}
