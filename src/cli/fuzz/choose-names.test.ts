import { describe, expect, test } from 'vitest';
import { TagproofError } from '../../errors.ts';
import { chooseNames } from './choose-names.ts';

const TABLE = ['smoke', 'random', 'wire'] as const;
const choose = (...named: readonly string[]): readonly string[] => chooseNames('--phase', named, TABLE);

describe('what is chosen', () => {
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
  ])('%j is %j', (named, chosen) => {
    expect(choose(...named)).toEqual(chosen);
  });

  test('all where nothing is said', () => {
    expect(chooseNames('--phase', undefined, TABLE)).toEqual(TABLE);
  });
});

describe('a name that there is not is refused with the right one', () => {
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
