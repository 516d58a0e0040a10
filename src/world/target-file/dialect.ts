/** `dialect:` of a target file: every question with its options, as a schema; and the answers that a file gives. */
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../spec/dialect/dialect.ts';
import {
  isQuestionId,
  optionsOf,
  placesOf,
  QUESTION_IDS,
  type QuestionId,
  questionOf,
} from '../../spec/dialect/questions.ts';
import { isMapping } from '../yaml/path.ts';

/** What YAML makes of an option without quotes: `null`, `[]`, `{tags: []}`; a text where it is one. */
const valueOf = (option: string): unknown => parse(option);

/** The schema of exactly one value that is no text. */
function exactly(value: unknown): z.ZodType {
  if (value === null) return z.null();
  if (Array.isArray(value)) return z.array(z.never());
  return z.strictObject(
    Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, exactly(each)])),
  );
}

function optionSchema(id: QuestionId): z.ZodType {
  const options = optionsOf(id);
  const odd = options.map(valueOf).filter((value) => typeof value === 'object');
  return odd.length === 0 ? z.enum(options) : z.union([z.enum(options), ...odd.map(exactly)]);
}

function questionSchema(id: QuestionId): z.ZodType {
  const option = optionSchema(id);
  const places = Object.fromEntries(placesOf(id).map((place) => [place, option.optional()]));
  const schema = placesOf(id).length === 0 ? option : z.union([option, z.strictObject(places)]);
  return schema.describe(questionOf(id).asks).optional();
}

export const dialectSchema = z
  .strictObject(Object.fromEntries(QUESTION_IDS.map((id) => [id, questionSchema(id)])))
  .describe(
    'How this backend answers what the document leaves open: an option, or a mapping from resource or endpoint to option. What is left out stays open.',
  );

/** The answers of a file, in its order. */
export function dialectAnswers(dialect: Readonly<Record<string, unknown>> = {}): readonly Answer[] {
  return Object.entries(dialect).flatMap(([question, value]) => {
    if (!isQuestionId(question)) return [];
    const answer = (at: string, given: unknown): readonly Answer[] => {
      const option = optionsOf(question).find(
        (each) => each === given || isDeepStrictEqual(valueOf(each), given),
      );
      return option === undefined ? [] : [{ question, at, option }];
    };
    const whole = answer('', value);
    if (whole.length > 0 || !isMapping(value)) return whole;
    return Object.entries(value).flatMap(([at, given]) => answer(at, given));
  });
}
