/** What a probe found, for people. */
import { questionOf } from '../../spec/dialect/questions.ts';
import { type QuestionId } from '../../spec/dialect/question-register.ts';
import { needsOf, seedKitLines } from '../../report/facts/needs.ts';
import { inColumns, wrapped } from '../../base/text/columns.ts';
import { counted, grouped } from '../../base/text/grouping.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine } from '../../base/text/visible.ts';
import type { Contradiction } from './against-file.ts';
import { namesInWords } from './evidence-words.ts';
import type { AnsweredSlot, ProbedSlot, Shown, TwoWaySlot, UndeterminedSlot } from './probed-slot.ts';
import type { Slot } from './slots.ts';
import { describeFact, type LearnedFact } from '../../run/suite/setup/facts.ts';

const caseWords = (cases: readonly string[]): string => namesInWords(cases, 'case');

/** The places by resource or by variant where the question is asked at several of its endpoints and all of them are meant, else each place. */
function shortened(places: ReadonlySet<string>, asked: readonly Slot[]): readonly string[] {
  const by = (part: number): readonly string[] =>
    [...grouped(asked, ({ at }) => at.split('.')[part] ?? at)].flatMap(([name, its]) => {
      const meant = its.map(({ at }) => at).filter((place) => places.has(place));
      return meant.length === its.length && its.length > 1 ? [name] : meant;
    });
  const [byResource, byVariant] = [by(0), by(1)];
  return byVariant.length < byResource.length ? byVariant : byResource;
}

/** ` (group, gamePlayer.client)`; nothing where every place is meant at which the question is asked. */
function placeWords(slots: readonly Slot[], asked: readonly Slot[]): string {
  const places = new Set(slots.map(({ at }) => at));
  return places.size === asked.length ? '' : ` (${shortened(places, asked).join(', ')})`;
}

function gradeWords(question: QuestionId, option: string): string {
  const { options, warns } = questionOf(question);
  return options[option] === 'warn' ? `, discouraged by ${warns}` : '';
}

type Lines = readonly string[];

const isAnswered = (slot: ProbedSlot): slot is AnsweredSlot => slot.kind === 'answered';
const isTwoWay = (slot: ProbedSlot): slot is TwoWaySlot => slot.kind === 'two ways';
const isUndetermined = (slot: ProbedSlot): slot is UndeterminedSlot => slot.kind === 'undetermined';

const byQuestion = <S extends Slot>(slots: readonly S[]): ReadonlyMap<QuestionId, readonly S[]> =>
  grouped(slots, ({ question }) => question);

const shownWords = ({ option, cases }: Shown): string => `${option} by ${caseWords(cases)}`;

/** `all (group), shown by ...; answered in two ways (gamePlayer): filter by ..., none by ...`; empty without an answer. */
function answerWords(question: QuestionId, slots: readonly ProbedSlot[]): string {
  const answers = [...grouped(slots.filter(isAnswered), ({ option }) => option)].map(
    ([option, its]) =>
      `${option}${gradeWords(question, option)}${placeWords(its, slots)}, shown by ${caseWords(its.flatMap(({ cases }) => cases))}`,
  );
  const twoWays = slots
    .filter(isTwoWay)
    .map(
      (slot) => `answered in two ways${placeWords([slot], slots)}: ${slot.shown.map(shownWords).join(', ')}`,
    );
  return [...answers, ...twoWays].join('; ');
}

/** Each open question once, under the need that most of them have or, where nothing helps, under why it is open: `--json` has every reason. */
function openLines(slots: readonly ProbedSlot[], columns: number): Lines {
  const asked = byQuestion(slots);
  const open = byQuestion(slots.filter(isUndetermined));
  const needs = new Map(
    [...open].map(([question, its]) => {
      const all = its.flatMap(({ ended }) => ended.flatMap(({ need }) => need ?? []));
      return [question, new Set(all)] as const;
    }),
  );
  const common = counted([...needs.values()].flatMap((each) => [...each])).map(([need]) => need);
  const headOf = (question: QuestionId): string => {
    const need = common.find((each) => needs.get(question)?.has(each));
    return need === undefined ? (open.get(question)?.[0]?.why[0]?.at(-1) ?? '') : `needs ${need}`;
  };
  const lines = [...grouped(open, ([question]) => headOf(question))]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([head, its]) => {
      const names = its.map(([question, places]) => question + placeWords(places, asked.get(question) ?? []));
      return `${oneLine(head)}: ${names.join(', ')}`;
    });
  return [
    'not determined, by what is needed (tagproof explain QUESTION says what is asked)',
    ...lines.flatMap((line) => wrapped(line, columns, Number.POSITIVE_INFINITY)),
    ...seedKitLines(needsOf(slots.filter(isUndetermined).flatMap(({ ended }) => ended))),
  ];
}

/** A line for each question with an answer, then the others, by what they need, in lines of so many columns. */
export function probeLines(slots: readonly ProbedSlot[], columns: number): Lines {
  const rows = [...byQuestion(slots)].map(([question, its]) => [`  ${question}`, answerWords(question, its)]);
  const answers = inColumns(rows.filter(([, words]) => words !== ''));
  const answered = answers.length === 0 ? [] : ['what this backend answers', ...answers];
  if (!slots.some(isUndetermined)) return answered;
  return [...answered, ...(answered.length === 0 ? [] : ['']), ...openLines(slots, columns)];
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

const shownBy = ({ evidence }: LearnedFact): string => `shown by ${namesInWords(evidence, 'request')}`;

/** A section of its own; none where nothing was learned. */
export function factLines(facts: readonly LearnedFact[]): readonly string[] {
  if (facts.length === 0) return [];
  return [
    `learned of the world: ${plural(facts.length, 'fact')}`,
    ...facts.map((fact) => oneLine(`${describeFact(fact)}; ${shownBy(fact)}`)).map((line) => `  ${line}`),
    '',
  ];
}
