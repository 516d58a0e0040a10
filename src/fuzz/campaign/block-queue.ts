/** Hands out blocks of trials, and plans the next lap once the results that it depends on are in: the same for any number of workers. */
import { type BehaviourTally, expectedEvery, type TrialObservation } from './behaviour-tally.ts';
import { LAPS_UNDER_WAY, pathOf, type NextBlock, type Schedule } from './schedule.ts';
import type { Trial } from '../trials/relations.ts';
import type { FuzzBudget } from './budget.ts';

/** Trials of a block, from a place on. */
export interface BlockPart {
  readonly trials: readonly Trial[];
  readonly place: NextBlock;
  readonly from: number;
  /** Whether the rest of the block is still to come. */
  readonly isCut: boolean;
  /** How many trials were handed out before it. */
  readonly order: number;
}

/** A trial and where in the run it is. */
export interface Placed {
  readonly trial: Trial;
  readonly path: string;
  readonly place: NextBlock;
  /** Its place in the block. */
  readonly at: number;
  /** How many trials were handed out before it. */
  readonly order: number;
}

/** The trial at a place of a part; undefined: it has no more. */
export function placedIn({ trials, place, from, order }: BlockPart, at: number): Placed | undefined {
  const trial = trials[at];
  return trial && { trial, path: pathOf(place, from + at), place, at: from + at, order: order + at };
}

/** A lap: how many of its blocks are under way, and what its trials have shown. */
interface Lap {
  underWay: number;
  readonly shown: { readonly order: number; readonly at: number; readonly what: TrialObservation }[];
}

/** The longest that a lap waits for another one to end. */
const HANGING_MS = 1000;

export class BlockQueue {
  readonly #schedule: Schedule;
  readonly #budget: FuzzBudget;
  readonly #tally: BehaviourTally;
  readonly #until: number | undefined;
  readonly #laps: Lap[] = [];
  readonly #waiting: (() => void)[] = [];
  #counted = 0;
  #handedOut = 0;
  #isHanging = false;
  /** The rest of a block that went beyond its round's share. */
  #rest: { readonly trials: readonly Trial[]; readonly place: NextBlock; readonly from: number } | undefined;
  #end: 'until' | 'all' | undefined;

  /** `until`: end once a new behaviour is expected at most once in this many requests. */
  constructor(schedule: Schedule, budget: FuzzBudget, tally: BehaviourTally, until: number | undefined) {
    this.#schedule = schedule;
    this.#budget = budget;
    this.#tally = tally;
    this.#until = until;
  }

  /** Why there is no further block; undefined: there may be one. */
  get end(): 'until' | 'all' | undefined {
    return this.#end;
  }

  /** The next trials that the budget covers; undefined if there are none. `isOver`: whether no trial may begin any more. */
  async next(isOver: () => boolean): Promise<BlockPart | undefined> {
    while (!isOver() && !this.#budget.isShareSpent && this.#end === undefined) {
      if (!this.#isAwaited()) return this.#take();
      await this.#anyDone();
    }
    return undefined;
  }

  /** Notes what a trial at a place of a block has shown. */
  observe({ lap, order }: NextBlock, at: number, what: TrialObservation): void {
    this.#lap(lap).shown.push({ order, at, what });
  }

  /** Notes that a part is done, or was ended. */
  done({ place, isCut }: BlockPart): void {
    if (!isCut) this.#lap(place.lap).underWay -= 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Counts what all laps have shown, interrupted ones included. */
  countAll(): void {
    this.#countUpTo(this.#laps.length - 1);
  }

  /** Whether the next lap has to wait for blocks of the laps that it is planned by. */
  #isAwaited(): boolean {
    const next = this.#rest === undefined ? this.#schedule.lapToPlan : undefined;
    if (next === undefined) return false;
    const last = next - LAPS_UNDER_WAY;
    const isUnderWay = this.#laps.some(({ underWay }, at) => at <= last && underWay > 0);
    if (isUnderWay) return !this.#isHanging;
    this.#isHanging = false;
    this.#countUpTo(last);
    if (this.#schedule.isFixedOver && this.#isReached()) this.#end = 'until';
    return false;
  }

  /** Waits for a part to end, but not for a request that hangs: laps are then planned by what is known. */
  async #anyDone(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      timer = setTimeout(() => {
        this.#isHanging = true;
        resolve();
      }, HANGING_MS);
    });
    clearTimeout(timer);
  }

  #isReached(): boolean {
    if (this.#until === undefined) return false;
    const { figures } = this.#tally;
    const every = expectedEvery(figures);
    return figures.random >= this.#until && (every === undefined || every >= this.#until);
  }

  #take(): BlockPart | undefined {
    const whole = this.#end === undefined ? this.#nextWhole() : undefined;
    if (whole === undefined) return undefined;
    const { trials, place, from } = whole;
    const taken = this.#budget.take(trials);
    const isCut = taken.length < trials.length;
    this.#rest = isCut ? { trials: trials.slice(taken.length), place, from: from + taken.length } : undefined;
    const order = this.#handedOut;
    this.#handedOut += taken.length;
    return { trials: taken, place, from, isCut, order };
  }

  #nextWhole(): Pick<BlockPart, 'trials' | 'place' | 'from'> | undefined {
    if (this.#rest !== undefined) return this.#rest;
    const place = this.#schedule.next();
    if (place === undefined) {
      this.#end = 'all';
      return undefined;
    }
    this.#lap(place.lap).underWay += 1;
    return { trials: this.#schedule.trialsOf(place), place, from: 0 };
  }

  #countUpTo(last: number): void {
    for (; this.#counted <= last; this.#counted += 1) {
      const { shown } = this.#lap(this.#counted);
      const inOrder = shown.splice(0).toSorted((a, b) => a.order - b.order || a.at - b.at);
      for (const { what } of inOrder) this.#tally.add(what);
    }
  }

  #lap(number: number): Lap {
    while (this.#laps.length <= number) this.#laps.push({ underWay: 0, shown: [] });
    return this.#laps[number] as Lap;
  }
}
