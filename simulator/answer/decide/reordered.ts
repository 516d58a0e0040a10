/** Another order of the rules in which each still comes after those that it presupposes: the document names none. */
import { numbersFrom } from '../../../src/spec/dialect/numbers-from.ts';
import type { Rule } from '../../../src/judge/rules/ruling.ts';

/** The same seed gives the same order. */
export function reordered(rules: readonly Rule[], seed: number): readonly Rule[] {
  const random = numbersFrom(seed);
  const left = [...rules];
  const done: Rule[] = [];
  while (left.length > 0) {
    const ready = left.filter(({ after }) => after.every((id) => !left.some((rule) => rule.id === id)));
    const [next] = left.splice(left.indexOf(ready[random(ready.length)] as Rule), 1);
    done.push(next as Rule);
  }
  return done;
}
