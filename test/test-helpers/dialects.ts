/** The combinations of choices, as tests have them. */
export { answersOf, COMBINATIONS, PAIRS, simulatorOf } from '../../simulator/choices-in-pairs.ts';
