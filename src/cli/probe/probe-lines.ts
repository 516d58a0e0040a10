/** What a probe found, for people. */
import type { QuestionId } from '../../spec/dialect/questions.ts';
import { needsOf, seedKitLines } from '../../report/facts/needs.ts';
import { headed, inColumns, wrapped } from '../../base/text/columns.ts';
import { counted, grouped } from '../../base/text/grouping.ts';
import { fewOf, plural } from '../../base/text/quantities.ts';
import { oneLine } from '../../base/text/visible.ts';
import { describeFact, summariseFacts, type LearnedFact } from '../../run/suite/setup/facts.ts';
import { gradeWords, namesInWords, type Contradiction } from './against-file.ts';
import type { Written } from './probe-json.ts';
import { isAnswered, isOpen, type Slot } from './slots.ts';

type Lines = readonly string[];
type Slots = readonly Slot[];

const caseWords = (cases: readonly string[]): string => namesInWords(cases, 'case');
const byQuestion = (slots: Slots): ReadonlyMap<QuestionId, Slots> =>
  grouped(slots, ({ question }) => question);
const isTwoWay = ({ shown }: Slot): boolean => shown.length > 1;

/** ` (group, gamePlayer.client)`, whole resources or variants where that is shorter; nothing where every slot of the question is meant. */
function placeWords(meant: Slots, all: Slots): string {
  if (meant.length === all.length) return '';
  const by = (part: number): Lines =>
    [...grouped(all, ({ at }) => at.split('.')[part] ?? at)].flatMap(([name, its]) => {
      const places = its.filter((slot) => meant.includes(slot)).map(({ at }) => at);
      return places.length === its.length && its.length > 1 ? [name] : places;
    });
  const [byResource, byVariant] = [by(0), by(1)];
  return ` (${(byVariant.length < byResource.length ? byVariant : byResource).join(', ')})`;
}

/** `all (group), shown by ...; answered in two ways (gamePlayer): filter (shown by ...), none (shown by ...)`; empty without an answer. */
function answerWords(question: QuestionId, slots: Slots): string {
  const answers = [...grouped(slots.filter(isAnswered), ({ shown }) => shown[0]?.option ?? '')].map(
    ([option, its]) => {
      const cases = its.flatMap(({ shown }) => shown.flatMap((each) => each.cases));
      return `${option}${gradeWords(question, option)}${placeWords(its, slots)}, shown by ${caseWords(cases)}`;
    },
  );
  const twoWays = slots
    .filter(isTwoWay)
    .map((slot) => `answered in two ways${placeWords([slot], slots)}: ${waysOf(slot)}`);
  return [...answers, ...twoWays].join('; ');
}

/** Each open question once, under the need that most of them have or, where nothing helps, under why it is open: `--json` has every reason. */
function openLines(slots: Slots, columns: number): Lines {
  const all = byQuestion(slots);
  const open = slots.filter(isOpen);
  const needsIn = (its: Slots): Lines => its.flatMap(({ ended }) => ended.flatMap(({ need }) => need ?? []));
  const common = counted([...byQuestion(open).values()].flatMap((its) => [...new Set(needsIn(its))]));
  const headOf = (its: Slots): string => {
    const need = common.find(([each]) => needsIn(its).includes(each))?.[0];
    return oneLine(need === undefined ? (its[0]?.why[0] ?? '') : `needs ${need}`);
  };
  return [...grouped(byQuestion(open), ([, its]) => headOf(its))]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([head, rows]) => {
      const names = rows.map(([question, its]) => question + placeWords(its, all.get(question) ?? []));
      return wrapped(`${head}: ${names.join(', ')}`, columns, Number.POSITIVE_INFINITY);
    });
}

/** A line for each question with an answer, then the others, by what they need, in lines of so many columns. */
export function probeLines(slots: Slots, columns: number): Lines {
  const rows = [...byQuestion(slots)].map(([question, its]) => [question, answerWords(question, its)]);
  const answers = headed('what this backend answers', inColumns(rows.filter(([, words]) => words !== '')));
  if (!slots.some(isOpen)) return answers;
  return [
    ...answers,
    ...(answers.length === 0 ? [] : ['']),
    'not determined, by what is needed (tagproof explain QUESTION says what is asked)',
    ...openLines(slots, columns),
    ...seedKitLines(needsOf(slots.filter(isOpen).flatMap(({ ended }) => ended))),
  ];
}

/** `57 questions: 53 answered, 1 answered in two ways, 3 not determined`. */
export function probeSummary(slots: Slots): string {
  const questions = [...byQuestion(slots).values()];
  const words = questions.map((its) => {
    if (its.some(isTwoWay)) return 'answered in two ways';
    if (its.every(isOpen)) return 'not determined';
    return its.some(isOpen) ? 'answered in part' : 'answered';
  });
  const counts = [...grouped(words.toSorted(), (word) => word)].map(([word, all]) => `${all.length} ${word}`);
  return `${plural(questions.length, 'question')}: ${counts.join(', ')}`;
}

const placed = ({ question, at }: Pick<Slot, 'question' | 'at'>): string =>
  `dialect/${question}${at === '' ? '' : ` on ${at}`}`;

/** `filter (shown by a/one@group.admin and 2 more cases), none (shown by ...)`. */
const waysOf = ({ shown }: Slot): string =>
  shown.map(({ option, cases }) => `${option} (shown by ${caseWords(cases)})`).join(', ');

/** `dialect/tagKeys.effect on group: the file says filter, but this backend answers none (shown by ...)`. */
export const contradictionLine = (found: Contradiction): string =>
  `${placed(found)}: the file says ${found.declared}, but this backend answers ${waysOf(found)}`;

/** The answers in doubt in one line, the first few with a case each: `--json` has them all. */
function withheldLines(withheld: Written['withheld']): Lines {
  if (withheld.length === 0) return [];
  const answers = withheld.map(
    (slot) =>
      `${placed(slot)}: ${slot.shown.map(({ option }) => option).join(', ')} (${fewOf(slot.failed, 1)})`,
  );
  return [
    `${plural(withheld.length, 'answer')} not written, because cases about ${withheld.length === 1 ? 'it' : 'them'} failed: ${fewOf(answers, 3)}`,
  ];
}

/** What became of the file, and what was not written and why. */
export function writtenLines(file: string, written: Written | undefined, partial: string): Lines {
  if (written === undefined) return [`${file}: nothing is written: ${oneLine(partial)}`];
  const facts = written.additions.filter(({ path }) => path[0] === 'world').length;
  const counts = [
    [facts, 'fact'],
    [written.additions.length - facts, 'answer'],
  ] as const;
  const added = counts.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  const left = [
    ...written.leftOut.map(({ fact, why }) => `not written: ${describeFact(fact)}: ${why}`),
    ...withheldLines(written.withheld),
  ];
  return [
    `${file}: ${added.length === 0 ? 'there is nothing to add' : `${added.join(' and ')} added`}`,
    ...left.map((line) => `${file}: ${oneLine(line)}`),
  ];
}

/** What was learned about the world; none where nothing was. */
export const factLines = (facts: readonly LearnedFact[]): Lines =>
  facts.length === 0 ? [] : [...headed('learned of the world', summariseFacts(facts).map(oneLine)), ''];
