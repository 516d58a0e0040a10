/** Dialects with a random answer to every question, at the scope of the question. */
import fc, { type Arbitrary } from 'fast-check';
import { ENDPOINT_IDS, RESOURCES } from '../../spec/endpoints.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import {
  optionsOf,
  QUESTION_IDS,
  questionOf,
  type Grade,
  type QuestionId,
  type Scope,
} from '../../spec/dialect/questions.ts';

const PLACES: Record<Scope, readonly string[]> = {
  backend: [''],
  resource: RESOURCES,
  endpoint: ENDPOINT_IDS,
};

function answerTo(question: QuestionId, at: string, grades: readonly Grade[]): Arbitrary<Answer> {
  const { options, settled } = questionOf(question);
  const fit = optionsOf(question).filter((option) => grades.some((grade) => grade === options[option]));
  return fc.oneof(fc.constant(settled), fc.constantFrom(...fit)).map((option) => ({ question, at, option }));
}

/** An answer to every question at each of its places, from the options of these grades; half are the usual ones. */
export function arbitraryAnswers(...grades: readonly Grade[]): Arbitrary<readonly Answer[]> {
  const answers = QUESTION_IDS.flatMap((question) =>
    PLACES[questionOf(question).scope].map((at) => answerTo(question, at, grades)),
  );
  return fc.tuple(...answers);
}
