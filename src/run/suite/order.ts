/** In which order cases are sent and reported: by waves, side by side but reported in the order of the plan, or one at a time. */
import type { Answer, Dialect } from '../../spec/dialect/dialect.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { isCodeForm } from './run-wide-record.ts';

interface Waves {
  /** Cases that decide questions: first those that say how every other one names tagKeys. */
  readonly deciding: readonly (readonly Instance[])[];
  readonly others: readonly Instance[];
  readonly alone: readonly Instance[];
}

const OF_TAG_KEYS: ReadonlySet<string> = new Set(['tagKeys.omitted', 'tagKeys.many']);

/** The cases that a run sends by wave, each wave in the order of the files. */
export function wavesOf(instances: readonly Instance[], dialect: Dialect): Waves {
  const [ofTagKeys, deciding, others, alone]: [Instance[], Instance[], Instance[], Instance[]] = [
    [],
    [],
    [],
    [],
  ];
  for (const instance of instances) {
    const { written } = instance.from;
    const question = written.decides;
    if (written.alone === true) alone.push(instance);
    else if (question === undefined || dialect.answer(question, instance.endpoint.id) !== undefined)
      others.push(instance);
    else if (OF_TAG_KEYS.has(question)) ofTagKeys.push(instance);
    else deciding.push(instance);
  }
  return { deciding: [ofTagKeys, deciding], others, alone };
}

/**
 * The answers on which all evidence agrees; what was answered in two ways stays open. So does the form of codes: a form that
 * changes is reported once for the whole run.
 */
export function agreed(evidence: readonly Answer[]): readonly Answer[] {
  const found = new Map<string, Answer | undefined>();
  for (const answer of evidence.filter((each) => !isCodeForm(each))) {
    const slot = `${answer.question}@${answer.at}`;
    const before = found.get(slot);
    found.set(slot, !found.has(slot) || before?.option === answer.option ? answer : undefined);
  }
  return [...found.values()].filter((answer) => answer !== undefined);
}

interface InOrder<T, R> {
  readonly items: readonly T[];
  readonly concurrency: number;
  /** How many items may be begun from the one that is reported next on, so that a slow one does not hold back the others; left out: as many as `concurrency`. */
  readonly ahead?: number;
  readonly work: (item: T) => Promise<R>;
  /** Called in the order of the items; false ends the work: nothing more is begun or reported. */
  readonly emit: (result: R, item: T) => boolean;
}

/**
 * Works on at most `concurrency` items at once. An item is begun only when it is less than `ahead` places ahead of the one that
 * is reported next, so no more results than that are held. Resolves when all begun work has ended.
 */
export async function inPlanOrder<T, R>(job: InOrder<T, R>): Promise<void> {
  const { items, concurrency, ahead = concurrency, work, emit } = job;
  const done = new Map<number, { readonly result: R }>();
  let [begun, reported, isGoing] = [0, 0, true];
  const waiting: (() => void)[] = [];
  async function worker(): Promise<void> {
    while (isGoing && begun < items.length) {
      if (begun >= reported + ahead) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      const index = begun;
      begun += 1;
      done.set(index, { result: await work(items[index] as T) });
      for (let next = done.get(reported); isGoing && next !== undefined; next = done.get(reported)) {
        done.delete(reported);
        reported += 1;
        isGoing = emit(next.result, items[reported - 1] as T);
      }
      for (const wake of waiting.splice(0)) wake();
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}

/** Does a piece of work when its turn has come. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Does one piece of work after the other, in the order in which they were handed over. */
export function oneAtATime(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
