/** Compares what a probe shows with what the target file answers already. */
import { partialDialect, type Answer, type Dialect } from '../dialect/dialect.ts';
import { grouped } from '../text/grouping.ts';
import { byResource, compact } from './compact.ts';
import type { AnsweredSlot, ProbedSlot, Shown } from './probed-slot.ts';
import { endpointAt, type Slot } from './slots.ts';

/** The file says one thing, replies show another. */
export interface Contradiction extends Slot, Shown {
  /** The option that the file has. */
  readonly declared: string;
}

export interface HeldAgainst {
  readonly contradictions: readonly Contradiction[];
  /** What the file lacks. */
  readonly additions: readonly Answer[];
  /** What it lacks, too, but where cases failed: the answers of a broken backend are none to expect. */
  readonly withheld: readonly AnsweredSlot[];
}

function shownAt(slot: ProbedSlot): readonly Shown[] {
  if (slot.kind === 'undetermined') return [];
  return slot.kind === 'answered' ? [slot] : slot.shown;
}

const answerAt = ({ question, at }: Slot, file: Dialect): string | undefined =>
  file.answer(question, endpointAt(at));

function contradictionsAt(slot: ProbedSlot, file: Dialect): readonly Contradiction[] {
  const declared = answerAt(slot, file);
  if (declared === undefined) return [];
  const { question, at } = slot;
  return shownAt(slot)
    .filter(({ option }) => option !== declared)
    .map(({ option, cases }) => ({ question, at, declared, option, cases }));
}

const isLacking = (slot: ProbedSlot, file: Dialect): slot is AnsweredSlot =>
  slot.kind === 'answered' && answerAt(slot, file) === undefined;

/** The answers of one question that the file lacks. A question that it answers in part can't be answered as a whole. */
function additionsTo(slots: readonly ProbedSlot[], file: Dialect): readonly Answer[] {
  const [first] = slots;
  if (first === undefined) return [];
  const { question } = first;
  const missing = slots.flatMap((slot) =>
    isLacking(slot, file) && slot.failed === undefined ? [[slot.at, slot.option] as const] : [],
  );
  const found = { question, options: new Map(missing), asked: slots.map(({ at }) => at) };
  return file.answers.some((answer) => answer.question === question) ? byResource(found) : compact(found);
}

/** Compares slots with the answers of a file: what contradicts it, and what it lacks. */
export function heldAgainst(slots: readonly ProbedSlot[], answers: readonly Answer[]): HeldAgainst {
  const file = partialDialect(answers);
  return {
    contradictions: slots.flatMap((slot) => contradictionsAt(slot, file)),
    additions: [...grouped(slots, ({ question }) => question).values()].flatMap((each) =>
      additionsTo(each, file),
    ),
    withheld: slots.filter(
      (slot): slot is AnsweredSlot => isLacking(slot, file) && slot.failed !== undefined,
    ),
  };
}
