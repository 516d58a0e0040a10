/** `--set codes.returnCode=name`: one answer to a question, perhaps for one resource or endpoint. */
import { ENDPOINT_IDS, RESOURCES } from '../../contract/endpoints.ts';
import type { Answer } from '../../dialect/dialect.ts';
import { isQuestionId, optionsOf, QUESTION_IDS, questionOf, type Scope } from '../../dialect/questions.ts';
import { TagproofError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';

const SCOPES: Record<Scope, readonly string[]> = {
  backend: [],
  resource: RESOURCES,
  endpoint: [...RESOURCES, ...ENDPOINT_IDS],
};

function wrong(text: string, what: string, word: string, words: readonly string[]): TagproofError {
  const choice =
    words.length === 0
      ? 'it has one answer for the whole backend: leave @ out'
      : `one of: ${words.join(', ')}`;
  return new TagproofError('usage', `--set ${text}: ${what}\n${didYouMean(word, words) ?? choice}`);
}

/** Reads `question=option` or `question@scope=option`. */
export function setAnswer(text: string): Answer {
  const [left = '', ...rest] = text.split('=');
  const [question = '', at = ''] = left.split('@');
  const option = rest.join('=');
  if (!isQuestionId(question))
    throw wrong(text, `there is no question "${question}"`, question, QUESTION_IDS);
  if (rest.length === 0)
    throw wrong(text, 'the option is missing: write question=option', '', optionsOf(question));
  if (!optionsOf(question).includes(option))
    throw wrong(text, `"${option}" is not an option of ${question}`, option, optionsOf(question));
  const scopes = SCOPES[questionOf(question).scope];
  if (at !== '' && !scopes.includes(at))
    throw wrong(text, `${question} can't be answered for "${at}"`, at, scopes);
  return { question, at, option };
}
