/** What a run shows about a backend where the document is silent. */
import type { Answer } from '../../spec/dialect/dialect.ts';
import {
  isQuestionId,
  optionsOf,
  QUESTION_IDS,
  type QuestionId,
  questionOf,
} from '../../spec/dialect/questions.ts';
import { grouped } from '../../base/text/grouping.ts';
import type { CaseFinished } from '../record/events.ts';

const ANSWER_TEXT = /^([^@:]+)(?:@([^:]*))?: (.+)$/s;

/** An answer in an event of a run, read back from its text `tagKeys.effect@group: filter`; undefined for what this version does not know. */
export function readDecided(text: string): Answer | undefined {
  const [, question = '', at = '', option = ''] = ANSWER_TEXT.exec(text) ?? [];
  return isQuestionId(question) && optionsOf(question).includes(option)
    ? { question, at, option }
    : undefined;
}

function decidedIn(cases: readonly CaseFinished[]): readonly Answer[] {
  const found = cases.flatMap(({ decided }) => decided.map(readDecided)).filter((each) => each !== undefined);
  return [...new Map(found.map((answer) => [JSON.stringify(answer), answer])).values()];
}

/** The options in the order of the register, with their places where there are several. */
function answerWords(question: QuestionId, answers: readonly Answer[]): string {
  const order = optionsOf(question);
  const options = [...grouped(answers, ({ option }) => option)].sort(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b),
  );
  const said = options.map(([option, its]) => {
    const places = its.map(({ at }) => at).filter((at) => at !== '');
    return options.length === 1 || places.length === 0 ? option : `${option} on ${places.join(', ')}`;
  });
  return said.join('; ');
}

/** Every question that replies answered, in the document's order: `filter`, or `all on group; DataRequired on gamePlayer.client`. */
export function silences(cases: readonly CaseFinished[]) {
  const decided = grouped(decidedIn(cases), ({ question }) => question);
  return QUESTION_IDS.flatMap((question) => {
    const answers = decided.get(question);
    if (answers === undefined) return [];
    return [{ question, asks: questionOf(question).asks, answer: answerWords(question, answers) }];
  });
}
