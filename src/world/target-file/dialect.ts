/** `dialect:` of a target file. Its schema gives editors all questions and options; its answers are checked by hand. */
import { z } from 'zod';
import {
  isQuestionId,
  optionsOf,
  placesOf,
  QUESTION_IDS,
  type QuestionId,
  questionOf,
} from '../../spec/dialect/questions.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { isMapping, type YamlPath } from '../yaml/path.ts';
import type { Complain, Located } from '../yaml/located.ts';
import { suggest } from '../../base/text/nearest.ts';

/** YAML does not read the option `null` as text unless it is quoted. */
function editorOptions(id: QuestionId): object {
  return { enum: optionsOf(id).flatMap((option) => (option === 'null' ? [option, null] : [option])) };
}

function editorQuestion(id: QuestionId): object {
  const { asks, scope } = questionOf(id);
  const option = editorOptions(id);
  const scoped = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(placesOf(id).map((at) => [at, option])),
  };
  return { description: asks, anyOf: scope === 'backend' ? [option] : [option, scoped] };
}

export const dialectSchema = z.record(z.string(), z.unknown()).meta({
  description:
    'How this backend answers what the document leaves open: an option, or a mapping from resource or endpoint to option. What is left out stays open.',
  properties: Object.fromEntries(QUESTION_IDS.map((id) => [id, editorQuestion(id)])),
  additionalProperties: false,
});

interface DialectReading {
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
  { document, complain }: DialectReading,
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
  reading: DialectReading,
): readonly Answer[] {
  const scopes = placesOf(question);
  return Object.entries(value).flatMap(([at, option]) => {
    const path = ['dialect', question, at];
    if (scopes.includes(at)) return answerAt(question, at, option, path, reading);
    const hint =
      scopes.length === 0 ? 'give one option for the whole backend' : suggest(at, scopes, 'it may differ by');
    reading.complain(path, `"${question}" has no answer of its own for ${JSON.stringify(at)}`, hint, 'key');
    return [];
  });
}

function answersTo(question: string, value: unknown, reading: DialectReading): readonly Answer[] {
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

/** The answers in the order of the file, every question, scope and option checked. */
export function dialectAnswers(
  dialect: Readonly<Record<string, unknown>> | undefined,
  document: Located,
  complain: Complain,
): readonly Answer[] {
  return Object.entries(dialect ?? {}).flatMap(([question, value]) =>
    answersTo(question, value, { document, complain }),
  );
}
