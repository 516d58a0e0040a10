/** Hunts a sample of random mutants with as many threads as there are processors. */
import { availableParallelism } from 'node:os';
import { TagproofError } from '../../../errors.ts';
import { equivalentIn, type Equivalent } from './equivalent.ts';
import type { Kill, RandomFate } from './fate.ts';
import { Hunter } from './hunter.ts';
import { FUZZ, type Baseline, type FuzzBounds } from './hunt-random.ts';
import { needsSocket } from './mutable-files.ts';
import type { RandomMutant } from './random-mutant.ts';
import { OTHERS, PLAIN, SOCKET } from './settings.ts';
import type { Task, ThreadData } from './thread-words.ts';

export interface RandomHunt {
  readonly data: ThreadData;
  readonly sample: readonly RandomMutant[];
  /** How many settings there are. */
  readonly settings: number;
  readonly bounds: FuzzBounds;
  readonly table: readonly Equivalent[];
  readonly signal: AbortSignal;
  /** Called when the simulator without a mutant has been checked in so many settings. */
  readonly checked: (settings: number) => void;
  readonly tell: (fate: RandomFate) => void;
}

/** As many hunters as there are processors. */
class Crew {
  readonly #hunters: readonly Hunter[];

  constructor(data: ThreadData) {
    this.#hunters = Array.from({ length: availableParallelism() }, () => new Hunter(data));
  }

  /** Works on all items; a hunter that is done takes the next one. Fewer results, in their order, where the signal ends it. */
  async each<T, R>(
    items: readonly T[],
    signal: AbortSignal,
    work: (hunter: Hunter, item: T) => Promise<R>,
  ): Promise<readonly R[]> {
    const results = new Map<number, R>();
    const queue = [...items.entries()];
    const toil = async (hunter: Hunter): Promise<void> => {
      for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
        const [index, item] = next;
        const result = await work(hunter, item);
        if (!signal.aborted) results.set(index, result);
      }
    };
    await Promise.all(this.#hunters.map(toil));
    return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
  }

  async close(): Promise<void> {
    await Promise.all(this.#hunters.map((hunter) => hunter.close()));
  }
}

/** Which mutants a setting reaches: while requests are answered, and while the simulator is loaded. */
interface Reach {
  readonly setting: number;
  readonly places: ReadonlySet<string>;
  /** Cases that show nothing here. */
  readonly known: readonly string[];
}

function reachOf({ setting, reached, accusing }: Baseline): Reach {
  const [first] = accusing;
  if (first !== undefined && setting < OTHERS)
    throw new TagproofError(
      'usage',
      `mutants --random: the simulator without a mutant does not pass the suite: ${first}`,
    );
  const { answering, loading } = reached;
  return { setting, known: accusing, places: new Set([...answering, ...loading]) };
}

/** The settings that a mutant is tried in, the plain one first: those in which its place is passed at all. */
function reachesOf({ id, file }: RandomMutant, reaches: readonly Reach[]): readonly Reach[] {
  const socket = needsSocket(file);
  return reaches.filter(({ setting, places }) => (setting === SOCKET) === socket && places.has(id));
}

async function killOf(
  hunter: Hunter,
  { id, file }: RandomMutant,
  reaches: readonly Reach[],
  fuzzed: ReadonlySet<string>,
  { bounds, signal }: RandomHunt,
): Promise<Kill | undefined> {
  for (const { setting, known } of reaches) {
    if (signal.aborted) return undefined;
    const kill = await hunter.hunt({ kind: 'run', setting, mutant: id, known });
    if (kill !== undefined) return kill;
  }
  const socket = needsSocket(file);
  // The same seeds send the same requests: a place that they did not pass, they do not pass now.
  if (signal.aborted || !(socket || fuzzed.has(id))) return undefined;
  return hunter.hunt({ kind: 'fuzz', setting: socket ? SOCKET : PLAIN, mutant: id, bounds });
}

/** The settings that are checked without a mutant: the one on a socket only where the sample wants it. */
function neededFor({ sample, settings }: RandomHunt): readonly number[] {
  const all = Array.from({ length: settings }, (_, index) => index);
  return all.filter((setting) => setting !== SOCKET || sample.some(({ file }) => needsSocket(file)));
}

/** The fates of the sample, in its order but told as they come; fewer where the signal ended the work. */
export async function huntAllRandom(hunt: RandomHunt): Promise<readonly RandomFate[]> {
  const { data, sample, bounds, table, signal } = hunt;
  const crew = new Crew(data);
  try {
    const fuzzing = bounds.seeds.map((seed): Task => ({ kind: 'reach', seed, runs: bounds.runs }));
    const running = neededFor(hunt).map((setting): Task => ({ kind: 'baseline', setting }));
    const baselines = await crew.each([...fuzzing, ...running], signal, (hunter, task) =>
      hunter.baseline(task),
    );
    const reaches = baselines.flatMap((baseline) => (baseline.setting === FUZZ ? [] : [reachOf(baseline)]));
    const fuzzed = new Set(
      baselines.flatMap(({ setting, reached }) =>
        setting === FUZZ ? [...reached.answering, ...reached.loading] : [],
      ),
    );
    if (!signal.aborted) hunt.checked(reaches.length);
    return await crew.each(sample, signal, async (hunter, mutant) => {
      const began = performance.now();
      const kill = await killOf(hunter, mutant, reachesOf(mutant, reaches), fuzzed, hunt);
      const reached = fuzzed.has(mutant.id) || reaches.some(({ places }) => places.has(mutant.id));
      const equivalent = equivalentIn(table, mutant);
      const fate = { mutant, kill, equivalent, reached, ms: performance.now() - began };
      if (!signal.aborted) hunt.tell(fate);
      return fate;
    });
  } finally {
    await crew.close();
  }
}
