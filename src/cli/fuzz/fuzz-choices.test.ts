import { describe, expect, test } from 'vitest';
import { TagproofError } from '../../errors.ts';
import { chooseNames, timeFor } from './fuzz-choices.ts';

test.each<readonly [bounds: Parameters<typeof timeFor>[0], time: number | undefined]>([
  [{}, 20_000],
  [{ mode: 'change' }, 10_000],
  [{ mode: 'batch' }, 600_000],
  [{ runs: 5 }, undefined],
  [{ until: 5 }, undefined],
  [{ mode: 'batch', runs: 5 }, undefined],
  [{ mode: 'change', time: 7 }, 7],
  [{ runs: 5, until: 5, time: 7 }, 7],
])('%j gives %s ms', (bounds, time) => {
  expect(timeFor(bounds)).toBe(time);
});

const TABLE = ['smoke', 'random', 'wire'] as const;
const choose = (...named: readonly string[]): readonly string[] => chooseNames('--phase', named, TABLE);

describe('the chosen names', () => {
  test.each<readonly [named: readonly string[], chosen: readonly string[]]>([
    [[], ['smoke', 'random', 'wire']],
    [['wire'], ['wire']],
    [
      ['wire', 'smoke'],
      ['smoke', 'wire'],
    ],
    [['wire,smoke'], ['smoke', 'wire']],
    [[' wire , smoke '], ['smoke', 'wire']],
    [['wire', 'wire,wire'], ['wire']],
  ])('of %j are %j', (named, chosen) => {
    expect(choose(...named)).toEqual(chosen);
  });

  test('are all by default', () => {
    expect(chooseNames('--phase', undefined, TABLE)).toEqual(TABLE);
  });
});

describe('an unknown name is rejected with a suggestion', () => {
  test.each([
    ['smok', '--phase smok: unknown name\ndid you mean "smoke"?'],
    ['Wire', '--phase Wire: unknown name\ndid you mean "wire"?'],
    ['smoke,rnadom', '--phase rnadom: unknown name\ndid you mean "random"?'],
    ['nothing', '--phase nothing: unknown name\none of: smoke, random, wire'],
    ['', '--phase : unknown name\none of: smoke, random, wire'],
  ])('%j', (named, message) => {
    expect(() => choose(named)).toThrow(new TagproofError('usage', message));
  });
});
