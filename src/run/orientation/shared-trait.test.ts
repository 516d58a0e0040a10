import { expect, test } from 'vitest';
import { failByTrait } from './shared-trait.ts';

const isEven = (number: number): boolean => number % 2 === 0;

test.each([
  ['several that share it, while none that works has it', [2, 4], [1, 3], true],
  ['a single one, which may be wrong by chance', [2], [1, 3], false],
  ['several, one without it', [2, 3], [1], false],
  ['several that share it with one that works', [2, 4], [1, 6], false],
  ['all of them, as nothing tells what works', [2, 4], [], false],
])('a trait behind %s', (_, failing, working, expected) => {
  expect(failByTrait(failing, working, [isEven])).toBe(expected);
});
