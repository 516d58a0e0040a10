import { expect, test } from 'vitest';
import { failByTrait } from './setup-faults.ts';

const isEven = (number: number): boolean => number % 2 === 0;

test.each([
  ['several failures that share it, if nothing that works has it', [2, 4], [1, 3], true],
  ['a single failure, which may be chance', [2], [1, 3], false],
  ['several failures, one without it', [2, 3], [1], false],
  ['several failures, if something that works has it', [2, 4], [1, 6], false],
  ['failures only, as nothing works', [2, 4], [], false],
])('looks for a common trait of %s', (_, failing, working, expected) => {
  expect(failByTrait(failing, working, [isEven])).toBe(expected);
});
