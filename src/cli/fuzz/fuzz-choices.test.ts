import { describe, expect, test } from 'vitest';
import { TagproofError } from '../../errors.ts';
import { MAX_SEED } from '../options/values.ts';
import { chooseNames, seededPart, timeFor } from './fuzz-choices.ts';

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

test('each part of a fuzz run has its own seed and its share of the rate', () => {
  const parts = [1, 2, 3].map((index) => seededPart({ seed: 7, rate: 90 }, { index, of: 3 }));
  expect(parts.map(({ seed, rate }) => [seed, rate])).toEqual([
    [7, 30],
    [8, 30],
    [9, 30],
  ]);
});

test('the first seed follows the last, and nothing changes without parts', () => {
  expect(seededPart({ seed: MAX_SEED }, { index: 2, of: 2 }).seed).toBe(0);
  expect(seededPart({ seed: 7 }, undefined)).toEqual({ seed: 7 });
});
