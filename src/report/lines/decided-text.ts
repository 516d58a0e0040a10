/** The answers in an event of a run, read back from their texts. */
import type { Answer } from '../../dialect/dialect.ts';
import { isQuestionId, optionsOf } from '../../dialect/questions.ts';

const TEXT = /^([^@:]+)(?:@([^:]*))?: (.+)$/s;

/** `tagKeys.effect@group: filter` as an answer; undefined for what this version does not know. */
export function readDecided(text: string): Answer | undefined {
  const [, question = '', at = '', option = ''] = TEXT.exec(text) ?? [];
  return isQuestionId(question) && optionsOf(question).includes(option)
    ? { question, at, option }
    : undefined;
}
