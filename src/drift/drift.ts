/** Another answer to an open question than before: right by the document, and perhaps the end of a client. */
import { driftOf, SEVERITY_OF, type DriftClass, type DriftSeverity } from '../dialect/drift-register.ts';
import { type QuestionId, optionsOf } from '../dialect/questions.ts';
import { type Slot, bySlot, slotKey } from '../probe/slots.ts';
import type { Answer } from '../dialect/dialect.ts';
import { readDecided } from '../report/facts/silence.ts';
import type { CaseFinished } from '../engine/events.ts';

export interface Drift extends Slot {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly class: DriftClass;
  readonly severity: DriftSeverity;
  /** Which client breaks. */
  readonly breaks: string;
  /** Cases whose replies show it. */
  readonly evidence: readonly string[];
}

/** Another class of a question than the register has, for one backend and its clients. */
export type ClassOf = (question: QuestionId) => DriftClass;

export const registered: ClassOf = (question) => driftOf(question).class;

const inWords = (options: readonly string[]): string => options.join(' and ');

/** `codes.returnCode: number -> name`, `tagKeys.omitted@group.client: all -> DataRequired`: what approvals name. */
export function fingerprint({
  question,
  at,
  from,
  to,
}: Pick<Drift, 'question' | 'at' | 'from' | 'to'>): string {
  return `${question}${at === '' ? '' : `@${at}`}: ${inWords(from)} -> ${inWords(to)}`;
}

/** The drift from one set of options to another; undefined: a client meets nothing that it did not meet before. */
export function driftBetween(
  slot: Slot,
  from: readonly string[],
  to: readonly string[],
  evidence: ReadonlyMap<string, readonly string[]>,
  classOf: ClassOf = registered,
): Drift | undefined {
  const news = to.filter((option) => !from.includes(option));
  if (news.length === 0) return undefined;
  const { question, at } = slot;
  const its = classOf(question);
  return {
    question,
    at,
    from,
    to,
    class: its,
    severity: SEVERITY_OF[its],
    breaks: driftOf(question).breaks,
    evidence: news.flatMap((option) => evidence.get(option) ?? []),
  };
}

// What the replies of a run show about a backend's choices: for each question and place its answers, with the cases that show them.

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
