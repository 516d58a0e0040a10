/** Backends that conform to the document and chose otherwise than we where it is silent: every pair of accepted options among them. */
import { settled, type Answer } from '../src/dialect/dialect.ts';
import { pairwise, type Combination, type Factor } from '../src/dialect/pairwise.ts';
import {
  isQuestionId,
  optionsOf,
  QUESTION_IDS,
  questionOf,
  type QuestionId,
} from '../src/dialect/questions.ts';
import { reordered } from './reordered.ts';
import type { SimulatorOptions } from './simulator-options.ts';
import { TEXTURES, type TextureName } from './texture.ts';

const SEED = 20261120;
const ORDERS = ['as ever', 'order 1', 'order 2', 'order 3', 'order 4'];
const accepted = (question: QuestionId): readonly string[] =>
  optionsOf(question).filter((option) => questionOf(question).options[option] === 'accepted');

const FACTORS: readonly Factor[] = [
  ...QUESTION_IDS.map((name) => ({ name, values: accepted(name) })).filter(({ values }) => values.length > 1),
  { name: 'texture', values: Object.keys(TEXTURES) },
  { name: 'order', values: ORDERS },
];

/** Combinations of answers, a texture and an order of the rules. */
export const { combinations: COMBINATIONS, pairs: PAIRS } = pairwise(FACTORS, SEED);

/** What a target file that declares all choices says. */
export function answersOf(combination: Combination): readonly Answer[] {
  return [...combination].flatMap(([question, option]) =>
    isQuestionId(question) ? [{ question, at: '', option }] : [],
  );
}

/** The backend of a combination. */
export function simulatorOf(
  combination: Combination,
): Required<Pick<SimulatorOptions, 'dialect' | 'texture' | 'alter'>> {
  const order = ORDERS.indexOf(combination.get('order') ?? '');
  return {
    dialect: settled(answersOf(combination)),
    texture: TEXTURES[(combination.get('texture') ?? 'plain') as TextureName],
    alter: (stages) => (order <= 0 ? stages : { ...stages, rules: reordered(stages.rules, order) }),
  };
}
