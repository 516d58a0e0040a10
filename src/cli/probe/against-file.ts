/** Compares what a probe shows with what the target file answers already. */
import { type Answer, type Dialect, partialDialect } from '../../spec/dialect/dialect.ts';
import { grouped } from '../../base/text/grouping.ts';
import type { AnsweredSlot, ProbedSlot, Shown } from './probed-slot.ts';
import { someEndpointAt, type Slot } from './slots.ts';
import { RESOURCES } from '../../spec/endpoints.ts';
import type { QuestionId } from '../../spec/dialect/questions.ts';
import type { Addition } from './addition.ts';
import { discouragedBy, evidenceComment } from './evidence-words.ts';

// Reduces answers to as few as possible: one for the whole backend where all places agree, else one for a resource, else each.

export interface FoundOptions {
  readonly question: QuestionId;
  /** The option at each place that is known. */
  readonly options: ReadonlyMap<string, string>;
  /** Every place at which the question is asked: an answer for more than one place speaks for all that are asked there. */
  readonly asked: readonly string[];
}

/** The option that all of these places have; undefined where one lacks it or they differ. */
function common(places: readonly string[], options: ReadonlyMap<string, string>): string | undefined {
  const [first, ...others] = places.map((place) => options.get(place));
  return others.every((option) => option === first) ? first : undefined;
}

const within = (place: string, resource: string): boolean =>
  place === resource || place.startsWith(`${resource}.`);

function ofResource(resource: string, { question, options, asked }: FoundOptions): readonly Answer[] {
  const places = asked.filter((place) => within(place, resource));
  const option = common(places, options);
  if (option !== undefined) return [{ question, at: resource, option }];
  return places.flatMap((at) => {
    const own = options.get(at);
    return own === undefined ? [] : [{ question, at, option: own }];
  });
}

/** One answer for each resource whose places agree, else one for each place. */
export function byResource(found: FoundOptions): readonly Answer[] {
  return RESOURCES.flatMap((resource) => ofResource(resource, found));
}

/** One answer where all places agree, else by resource. */
export function compact(found: FoundOptions): readonly Answer[] {
  const option = common(found.asked, found.options);
  return option === undefined ? byResource(found) : [{ question: found.question, at: '', option }];
}

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
  file.answer(question, someEndpointAt(at));

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

// Answers that the `dialect:` of a target file lacks, as additions to it.

/** The cases that show an answer at any place that it covers. */
function casesBehind({ question, at, option }: Answer, slots: readonly ProbedSlot[]): readonly string[] {
  const speaksOf = (place: string): boolean => at === '' || place === at || place.startsWith(`${at}.`);
  const cases = slots.flatMap((slot) =>
    slot.kind === 'answered' && slot.question === question && slot.option === option && speaksOf(slot.at)
      ? slot.cases
      : [],
  );
  return [...new Set(cases)];
}

/** Each answer with its evidence; discouraged ones are marked. */
export function dialectAdditions(
  answers: readonly Answer[],
  slots: readonly ProbedSlot[],
): readonly Addition[] {
  return answers.map((answer) => {
    const { question, at, option } = answer;
    return {
      path: ['dialect', question, ...(at === '' ? [] : [at])],
      value: option,
      comment: evidenceComment(casesBehind(answer, slots), 'case', discouragedBy(question, option)),
      holds: 'words',
    };
  });
}
