/** Hunts a sample of random mutants with as many threads as there are processors. */
import { availableParallelism } from 'node:os';
import { TagproofError } from '../../../errors.ts';
import { inPlanOrder } from '../../../run/in-plan-order.ts';
import { equivalentIn, type Equivalent } from './equivalent.ts';
import type { RandomFate, Kill } from './fate.ts';
import { Hunter } from './hunter.ts';
import type { Baseline, FuzzBounds } from './hunt-random.ts';
import { needsSocket } from './mutable-files.ts';
import type { RandomMutant } from './random-mutant.ts';
import { OTHERS, PLAIN, SOCKET } from './settings.ts';
import type { ThreadData } from './thread-words.ts';

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

/** Hands out hunters, each to one task at a time. */
class Crew {
  readonly #free: Hunter[];
  readonly #all: readonly Hunter[];

  constructor(data: ThreadData, size: number) {
    this.#all = Array.from({ length: size }, () => new Hunter(data));
    this.#free = [...this.#all];
  }

  /** Does all of it, as many at once as there are hunters; results in the order of the items. */
  async each<T, R>(
    items: readonly T[],
    signal: AbortSignal,
    work: (hunter: Hunter, item: T) => Promise<R>,
    tell: (result: R) => void,
  ): Promise<void> {
    await inPlanOrder({
      items,
      concurrency: this.#all.length,
      work: async (item) => {
        const hunter = this.#free.pop() as Hunter;
        try {
          return await work(hunter, item);
        } finally {
          this.#free.push(hunter);
        }
      },
      tell: (result) => {
        if (!signal.aborted) tell(result);
        return !signal.aborted;
      },
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((hunter) => hunter.close()));
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
  { bounds, signal }: RandomHunt,
): Promise<Kill | undefined> {
  for (const { setting, known } of reaches) {
    if (signal.aborted) return undefined;
    const kill = await hunter.hunt({ kind: 'run', setting, mutant: id, known });
    if (kill !== undefined) return kill;
  }
  if (signal.aborted) return undefined;
  const usual = needsSocket(file) ? SOCKET : PLAIN;
  return hunter.hunt({ kind: 'fuzz', setting: usual, mutant: id, bounds });
}

/** The fates of the sample, told in its order; fewer where the signal ended the work. */
export async function huntAllRandom(hunt: RandomHunt): Promise<readonly RandomFate[]> {
  const { data, sample, settings, table, signal, tell } = hunt;
  const crew = new Crew(data, availableParallelism());
  const fates: RandomFate[] = [];
  const reaches: Reach[] = [];
  const needed = Array.from({ length: settings }, (_, index) => index).filter(
    (setting) =>
      setting === PLAIN ||
      (setting === SOCKET ? sample.some(({ file }) => needsSocket(file)) : setting >= OTHERS),
  );
  try {
    await crew.each(
      needed,
      signal,
      (hunter, setting) => hunter.baseline(setting),
      (baseline) => void reaches.push(reachOf(baseline)),
    );
    hunt.checked(reaches.length);
    await crew.each(
      sample,
      signal,
      async (hunter, mutant): Promise<RandomFate> => {
        const began = performance.now();
        const kill = await killOf(hunter, mutant, reachesOf(mutant, reaches), hunt);
        const reached = reaches.some(({ places }) => places.has(mutant.id));
        return {
          mutant,
          kill,
          equivalent: equivalentIn(table, mutant),
          reached,
          ms: performance.now() - began,
        };
      },
      (fate) => {
        fates.push(fate);
        tell(fate);
      },
    );
  } finally {
    await crew.close();
  }
  return fates;
}
