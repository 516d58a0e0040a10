/** What a probe found, for people. */
import { questionOf } from '../dialect/questions.ts';
import { type QuestionId } from '../dialect/question-register.ts';
import { clauseWords } from '../report/facts/clause-words.ts';
import { grouped } from '../text/grouping.ts';
import { plural } from '../text/plural.ts';
import { oneLine } from '../text/visible.ts';
import type { Contradiction } from './against-file.ts';
import { namesInWords } from './evidence-words.ts';
import type { AnsweredSlot, ProbedSlot, Shown, TwoWaySlot, UndeterminedSlot } from './probed-slot.ts';
import type { Slot } from './slots.ts';
import { showTags } from '../judge/show.ts';
import { describeFact, type Fact, type TagsFact } from '../run/orientation/learned.ts';

const caseWords = (cases: readonly string[]): string => namesInWords(cases, 'case');

/** A resource where the question is asked at several of its endpoints and all of them are meant, else each place. */
function shortened(places: ReadonlySet<string>, asked: readonly string[]): readonly string[] {
  return [...grouped(asked, (place) => place.split('.')[0] ?? place)].flatMap(([resource, its]) => {
    const meant = its.filter((place) => places.has(place));
    return meant.length === its.length && its.length > 1 ? [resource] : meant;
  });
}

/** ` on group, gamePlayer.client`; nothing where every place is meant at which the question is asked. */
function placeWords(slots: readonly Slot[], asked: readonly string[]): string {
  const places = new Set(slots.map(({ at }) => at));
  return places.size === asked.length ? '' : ` on ${shortened(places, asked).join(', ')}`;
}

function gradeWords(question: QuestionId, option: string): string {
  const { options, warns } = questionOf(question);
  return options[option] === 'warn' ? ` (discouraged: ${warns} ${clauseWords(warns).description})` : '';
}

type Slots<T> = readonly T[];
type Lines = readonly string[];

function answeredLines(slots: Slots<AnsweredSlot>, asked: readonly string[]): Lines {
  return [...grouped(slots, ({ option }) => option)].map(([option, its]) => {
    const [first] = its;
    const grade = first === undefined ? '' : gradeWords(first.question, option);
    const cases = caseWords(its.flatMap((slot) => slot.cases));
    return `${option}${grade}${placeWords(its, asked)}; shown by ${cases}`;
  });
}

const shownWords = ({ option, cases }: Shown): string => `${option} by ${caseWords(cases)}`;

function twoWayLines(slots: Slots<TwoWaySlot>, asked: readonly string[]): Lines {
  return slots.map(
    (slot) => `answered in two ways${placeWords([slot], asked)}: ${slot.shown.map(shownWords).join('; ')}`,
  );
}

const FEW = 2;

function whyWords(why: readonly string[]): string {
  const rest = why.length - FEW;
  const shown = why.slice(0, FEW).map(oneLine).join('; ');
  return rest > 0 ? `${shown}; and ${plural(rest, 'other reason')}` : shown;
}

function undeterminedLines(slots: Slots<UndeterminedSlot>, asked: readonly string[]): Lines {
  return [...grouped(slots, ({ why }) => whyWords(why))].map(
    ([why, its]) => `not determined${placeWords(its, asked)}: ${why}`,
  );
}

const isAnswered = (slot: ProbedSlot): slot is AnsweredSlot => slot.kind === 'answered';
const isTwoWay = (slot: ProbedSlot): slot is TwoWaySlot => slot.kind === 'two ways';
const isUndetermined = (slot: ProbedSlot): slot is UndeterminedSlot => slot.kind === 'undetermined';

function questionLines(question: QuestionId, slots: readonly ProbedSlot[]): Lines {
  const { asks, section } = questionOf(question);
  const asked = slots.map(({ at }) => at);
  return [
    `${question}  ${asks} (§${section})`,
    ...[
      ...answeredLines(slots.filter(isAnswered), asked),
      ...twoWayLines(slots.filter(isTwoWay), asked),
      ...undeterminedLines(slots.filter(isUndetermined), asked),
    ].map((line) => `  ${line}`),
  ];
}

const byQuestion = (slots: readonly ProbedSlot[]): ReadonlyMap<QuestionId, readonly ProbedSlot[]> =>
  grouped(slots, ({ question }) => question);

/** Each question with its answers, the evidence for them, and what stayed undetermined and why. */
export function probeLines(slots: readonly ProbedSlot[]): Lines {
  return [...byQuestion(slots)].flatMap(([question, its]) => questionLines(question, its));
}

/** `57 questions: 53 answered, 1 answered in two ways, 3 not determined everywhere`. */
export function probeSummary(slots: readonly ProbedSlot[]): string {
  const questions = [...byQuestion(slots).values()];
  const twoWays = questions.filter((its) => its.some(isTwoWay)).length;
  const undetermined = questions.filter((its) => !its.some(isTwoWay) && its.some(isUndetermined));
  const nowhere = undetermined.filter((its) => its.every(isUndetermined)).length;
  const counts = [
    [questions.length - twoWays - undetermined.length, 'answered'],
    [twoWays, 'answered in two ways'],
    [undetermined.length - nowhere, 'answered in part'],
    [nowhere, 'not determined'],
  ] as const;
  const shown = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${plural(questions.length, 'question')}: ${shown.join(', ')}`;
}

/** `dialect/tagKeys.effect on group: the file says filter, but this backend answers none (shown by ...)`. */
export function contradictionLine({ question, at, declared, option, cases }: Contradiction): string {
  const where = at === '' ? '' : ` on ${at}`;
  return `dialect/${question}${where}: the file says ${declared}, but this backend answers ${option} (shown by ${caseWords(cases)})`;
}

/** `notFound.info on group is {}, as cases that ask there failed: ...`. */
export function withheldLine({ question, at, option, failed = [] }: AnsweredSlot): string {
  const where = at === '' ? '' : ` on ${at}`;
  return `dialect/${question}${where}: ${option}, as ${plural(failed.length, 'case')} that ask it failed: ${failed.join(', ')}`;
}

// What a probe learned about the world, for people.

const shownBy = ({ evidence }: Fact): string => `shown by ${namesInWords(evidence, 'request')}`;

/** A section of its own; none where nothing was learned. */
export function factLines(facts: readonly Fact[]): readonly string[] {
  if (facts.length === 0) return [];
  return [
    `learned of the world: ${plural(facts.length, 'fact')}`,
    ...facts.map((fact) => oneLine(`${describeFact(fact)}; ${shownBy(fact)}`)).map((line) => `  ${line}`),
    '',
  ];
}

/** Facts that go against the file. */
export const againstFile = (facts: readonly Fact[]): readonly TagsFact[] =>
  facts.filter((fact) => fact.kind === 'tags').filter(({ against }) => against !== undefined);

/** `gamePlayer playerann1: the file declares the tags vip: gold, but the target answers none (shown by ...)`. */
export function againstLine(fact: TagsFact): string {
  const { resource, id, against = [], tags } = fact;
  const texts = `the file declares ${showTags(against)}, but this backend answers ${showTags(tags)}`;
  return oneLine(`${resource} ${id}: ${texts} (${shownBy(fact)})`);
}
