/** Conformant backends that answer the open questions differently: together they cover every pair of accepted options. */
import type { Answer } from '../../src/spec/dialect/dialect.ts';
import { pairwise, type Combination, type Factor } from './pairwise.ts';
import {
  isQuestionId,
  optionsOf,
  QUESTION_IDS,
  questionOf,
  type QuestionId,
} from '../../src/spec/dialect/questions.ts';
import { FORMATS } from '../../simulator/answer/write/reply-formatting.ts';

const SEED = 20261120;
const ORDERS = ['usual order', 'order 1', 'order 2', 'order 3', 'order 4'];
const accepted = (question: QuestionId): readonly string[] =>
  optionsOf(question).filter((option) => questionOf(question).options[option] === 'accepted');

const FACTORS: readonly Factor[] = [
  ...QUESTION_IDS.map((name) => ({ name, values: accepted(name) })).filter(({ values }) => values.length > 1),
  { name: 'format', values: Object.keys(FORMATS) },
  { name: 'order', values: ORDERS },
];

/** Combinations of answers, a format and an order of the rules. */
export const { combinations: COMBINATIONS, pairs: PAIRS } = pairwise(FACTORS, SEED);

/** What a target file that declares all choices says. */
export function answersOf(combination: Combination): readonly Answer[] {
  return [...combination].flatMap(([question, option]) =>
    isQuestionId(question) ? [{ question, at: '', option }] : [],
  );
}

/** The number of its order of the checks, as `simulate --seed` has it; 0: the usual one. */
export const orderOf = (combination: Combination): number =>
  Math.max(0, ORDERS.indexOf(combination.get('order') ?? ''));
