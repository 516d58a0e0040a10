import { describe, expect, test } from 'vitest';
import { equivalentIn, type Equivalent } from './equivalent.ts';
import { mutantOf } from './test-helpers/mutants.ts';

const mutant = mutantOf();
const { file, context, original, replacement } = mutant;
const because = 'a is never b';

describe('a table of equivalents', () => {
  test.each<readonly [what: string, row: Equivalent, fits: boolean]>([
    ['by its line, its code and its replacement', { file, context, original, replacement, because }, true],
    ['by its line and its code', { file, context, original, because }, true],
    ['by its line alone', { file, context, because }, true],
    ['not in another file', { file: 'simulator/pipeline/read/route.ts', context, because }, false],
    ['not on another line', { file, context: 'if (a < b) return d;', original, replacement, because }, false],
    ['not for another code', { file, context, original: 'b', because }, false],
    ['not for another replacement', { file, context, original, replacement: 'a > b', because }, false],
  ])('knows a mutant %s', (_, row, fits) => {
    expect(equivalentIn([row], mutant)).toBe(fits ? row : undefined);
  });

  test('still matches when lines above it come and go', () => {
    const row = { file, context, original, replacement, because };
    expect(equivalentIn([row], { ...mutant, line: 1, id: '99' })).toBe(row);
  });
});
