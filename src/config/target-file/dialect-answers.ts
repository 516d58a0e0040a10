/** `dialect:` of a target file as answers, every question, scope and option checked. */
import {
  QUESTION_IDS,
  isQuestionId,
  optionsOf,
  questionOf,
  type QuestionId,
} from '../../dialect/questions.ts';
import type { Answer } from '../../dialect/dialect.ts';
import { isMapping } from '../yaml/mapping.ts';
import type { Located } from '../yaml/located.ts';
import { suggest } from '../../text/nearest.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import { SCOPES_OF } from './dialect-schema.ts';

interface Reading {
  readonly document: Located;
  readonly complain: Complain;
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** The text of an option; `null`, `[]` and `{tags: []}` are options too, and need no quotes. */
function writtenOption(
  value: unknown,
  path: YamlPath,
  options: readonly string[],
  document: Located,
): string | undefined {
  if (typeof value === 'string') return value;
  const source = withoutBlanks(document.sourceAt(path) ?? '');
  return options.find((option) => withoutBlanks(option) === source);
}

function answerAt(
  question: QuestionId,
  at: string,
  value: unknown,
  path: YamlPath,
  { document, complain }: Reading,
): readonly Answer[] {
  const options = optionsOf(question);
  const option = writtenOption(value, path, options, document);
  if (option !== undefined && options.includes(option)) return [{ question, at, option }];
  complain(path, `no option of "${question}"`, suggest(option ?? '', options, 'its options are'));
  return [];
}

function scopedAnswers(
  question: QuestionId,
  value: Readonly<Record<string, unknown>>,
  reading: Reading,
): readonly Answer[] {
  const { scope } = questionOf(question);
  const scopes: readonly string[] = SCOPES_OF[scope];
  return Object.entries(value).flatMap(([at, option]) => {
    const path = ['dialect', question, at];
    if (scopes.includes(at)) return answerAt(question, at, option, path, reading);
    const hint =
      scopes.length === 0 ? 'give one option for the whole backend' : suggest(at, scopes, 'it may differ by');
    reading.complain(path, `"${question}" has no answer of its own for ${JSON.stringify(at)}`, hint, 'key');
    return [];
  });
}

function answersTo(question: string, value: unknown, reading: Reading): readonly Answer[] {
  const path = ['dialect', question];
  if (!isQuestionId(question)) {
    reading.complain(
      path,
      `no question ${JSON.stringify(question)}`,
      suggest(question, QUESTION_IDS, 'some of them'),
      'key',
    );
    return [];
  }
  const whole = writtenOption(value, path, optionsOf(question), reading.document);
  if (whole === undefined && isMapping(value)) return scopedAnswers(question, value, reading);
  return answerAt(question, '', value, path, reading);
}

/** The answers in the order of the file. */
export function dialectAnswers(
  dialect: Readonly<Record<string, unknown>> | undefined,
  document: Located,
  complain: Complain,
): readonly Answer[] {
  return Object.entries(dialect ?? {}).flatMap(([question, value]) =>
    answersTo(question, value, { document, complain }),
  );
}
