/** What the replies of a run show about a backend's choices: for each question and place its answers, with the cases that show them. */
import type { Answer } from '../dialect/dialect.ts';
import { optionsOf } from '../dialect/questions.ts';
import { bySlot, slotKey, type Slot } from '../probe/slots.ts';
import { readDecided } from '../report/facts/silence.ts';
import type { CaseFinished } from '../engine/events.ts';

/** One question at one place. Several options: the backend answers in several ways. */
export interface ObservedSlot extends Slot {
  /** In the order of the register. */
  readonly options: readonly string[];
  /** The ids of the cases that show each option, in the order of the suite. */
  readonly cases: ReadonlyMap<string, readonly string[]>;
}

export type Observed = ReadonlyMap<string, ObservedSlot>;

function answersOf({ decided }: CaseFinished): readonly Answer[] {
  return decided.map(readDecided).filter((answer) => answer !== undefined);
}

/** Everything that these cases show, by question and place in the document's order. */
export function observedIn(cases: readonly CaseFinished[]): Observed {
  const found = new Map<string, Slot & { readonly cases: Map<string, string[]> }>();
  for (const event of cases.toSorted((a, b) => a.case.index - b.case.index)) {
    for (const { question, at, option } of answersOf(event)) {
      const slot = found.get(slotKey({ question, at })) ?? {
        question,
        at,
        cases: new Map<string, string[]>(),
      };
      found.set(slotKey(slot), slot);
      slot.cases.set(option, [...(slot.cases.get(option) ?? []), event.case.id]);
    }
  }
  const slots = [...found.values()].sort(bySlot).map((slot): ObservedSlot => ({
    ...slot,
    options: optionsOf(slot.question).filter((option) => slot.cases.has(option)),
  }));
  return new Map(slots.map((slot) => [slotKey(slot), slot]));
}
