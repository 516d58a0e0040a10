/** Answers as YAML writes them. */
import type { Answer } from '../dialect/dialect.ts';
import type { QuestionId } from '../dialect/questions.ts';

/** The answers to one question. */
export interface Asked {
  readonly question: QuestionId;
  readonly answers: readonly Answer[];
}

/** Words that YAML, or a reader of an older version of it, takes for no text. */
const NO_TEXT: ReadonlySet<string> = new Set(['null', 'true', 'false', 'yes', 'no', 'on', 'off']);

/** An option as text: `null`, `[]` and `as {}` want quotes. */
export function optionText(option: string): string {
  return /^[A-Za-z][A-Za-z0-9 -]*$/.test(option) && !NO_TEXT.has(option) ? option : JSON.stringify(option);
}

/** `group: filter`, for each place. */
export function flowAnswers(answers: readonly Answer[]): readonly string[] {
  return answers.map(({ at, option }) => `${at}: ${optionText(option)}`);
}

/** The one answer for the whole backend, if that is what there is. */
const wholeOf = ({ answers }: Asked): Answer | undefined => answers.find(({ at }) => at === '');

/** What stands behind the question on one line. */
export function flowValue(asked: Asked): string {
  const whole = wholeOf(asked);
  return whole === undefined ? `{ ${flowAnswers(asked.answers).join(', ')} }` : optionText(whole.option);
}

/** A question with its answers as lines of a block. */
export function answerLines(asked: Asked, indent: string): readonly string[] {
  if (wholeOf(asked) !== undefined) return [`${indent}${asked.question}: ${flowValue(asked)}\n`];
  return [
    `${indent}${asked.question}:\n`,
    ...flowAnswers(asked.answers).map((answer) => `${indent}  ${answer}\n`),
  ];
}
