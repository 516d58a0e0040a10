/** Evidence in words: the first name, and how many more there are. */
import { questionOf, type QuestionId } from '../../spec/dialect/questions.ts';
import { clauseWords } from '../../report/facts/clause-words.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine } from '../../base/text/visible.ts';

/** `tag-keys/all@group.client and 8 more cases`; `what` names one of them. */
export function namesInWords([first = '', ...others]: readonly string[], what: 'case' | 'request'): string {
  return others.length === 0 ? first : `${first} and ${plural(others.length, `more ${what}`)}`;
}

/** The clause that an option breaks as a should, in words; undefined: the option is accepted silently. */
export function discouragedBy(question: QuestionId, option: string): string | undefined {
  const { options, warns } = questionOf(question);
  return options[option] === 'warn' ? `${clauseWords(warns).description} (${warns})` : undefined;
}

/** `learned: id/one@group.admin`: the comment of what is added to a file. */
export function evidenceComment(names: readonly string[], what: 'case' | 'request', marked?: string): string {
  const learned = `learned: ${namesInWords(names, what)}`;
  return oneLine(marked === undefined ? learned : `discouraged by the document: ${marked}; ${learned}`);
}
