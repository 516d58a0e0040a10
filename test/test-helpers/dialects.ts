/** The combinations of choices, as tests have them. */
import { answersOf, type COMBINATIONS, orderOf } from './choices-in-pairs.ts';
import { reordered } from '../../simulator/answer/decide/reordered.ts';
import { FORMATS, type FormatName } from '../../simulator/answer/write/reply-formatting.ts';
import type { SimulatorOptions } from '../../simulator/server/simulator-options.ts';
import { completeDialect } from '../../src/spec/dialect/dialect.ts';

export { answersOf, COMBINATIONS, PAIRS } from './choices-in-pairs.ts';

/** The backend of a combination. */
export function simulatorOf(
  combination: (typeof COMBINATIONS)[number],
): Required<Pick<SimulatorOptions, 'dialect' | 'format' | 'alter'>> {
  const order = orderOf(combination);
  return {
    dialect: completeDialect(answersOf(combination)),
    format: FORMATS[(combination.get('format') ?? 'plain') as FormatName],
    alter: (stages) => (order === 0 ? stages : { ...stages, rules: reordered(stages.rules, order) }),
  };
}
