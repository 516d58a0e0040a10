/** What users choose where the document is silent: one answer read, and the choices shown. */
import type { Answer } from '../../src/spec/dialect/dialect.ts';
import {
  isQuestionId,
  optionsOf,
  placesOf,
  QUESTION_IDS,
  questionOf,
} from '../../src/spec/dialect/questions.ts';
import { suggest } from '../../src/base/text/nearest.ts';

/** Reads an answer: `codes.returnCode`, or `tagKeys.effect@group` for one resource or endpoint, and the option. A text says what is wrong. */
export function readAnswer(name: string, option: string): Answer | string {
  const [question = '', at = ''] = name.split('@');
  if (!isQuestionId(question))
    return `there is no question "${question}"; ${suggest(question, QUESTION_IDS, 'the questions are') ?? ''}`;
  const options = optionsOf(question);
  if (!options.includes(option))
    return `"${option}" is not an option of ${question}; ${suggest(option, options, 'the options are') ?? ''}`;
  const places = placesOf(question);
  if (at === '' || places.includes(at)) return { question, at, option };
  return places.length === 0
    ? `${question} has one answer for the whole backend: leave @ out`
    : `${question} can't be answered for "${at}"; ${suggest(at, places, 'one of') ?? ''}`;
}

/** All questions with the choices that these answers make, the later ones before the earlier ones. */
export const showChoices = (answers: readonly Answer[]) =>
  QUESTION_IDS.map((question) => {
    const { asks, scope, settled } = questionOf(question);
    const own = answers.filter((answer) => answer.question === question);
    return {
      question,
      asks,
      scope,
      options: [...optionsOf(question)],
      settled,
      /** The choice for the whole backend. */
      option: own.findLast(({ at }) => at === '')?.option ?? settled,
      /** Other choices, by resource or endpoint. */
      at: Object.fromEntries(own.filter(({ at }) => at !== '').map(({ at, option }) => [at, option])),
    };
  });

export type Choice = ReturnType<typeof showChoices>[number];

/** Whether a question is answered in another way than by default. */
export const isChanged = ({ option, settled, at }: Choice): boolean =>
  option !== settled || Object.values(at).some((each) => each !== settled);
