import { describe, expect, test } from 'vitest';
import { MUTANTS } from '../defects/mutants.ts';
import { chooseMutants } from './choose.ts';

const namesOf = (...only: readonly string[]): readonly string[] =>
  chooseMutants(only).map(({ name }) => name);

describe('choosing mutants', () => {
  test('no glob chooses all', () => {
    expect(chooseMutants([])).toBe(MUTANTS);
  });

  test('a name is one, a clause all that break it or one below it', () => {
    expect(namesOf('values-trimmed')).toEqual(['values-trimmed']);
    expect(namesOf('7.1/max-ccu-reject')).toEqual(
      MUTANTS.filter(({ clause }) => clause.startsWith('7.1/max-ccu-reject')).map(({ name }) => name),
    );
  });

  test('several globs are joined, in the order of the list', () => {
    expect(namesOf('values-cut', 'values-tr*')).toEqual(['values-trimmed', 'values-cut']);
  });

  test('what matches nothing is an error that names the nearest word', () => {
    expect(() => chooseMutants(['values-trimed'])).toThrow('did you mean "values-trimmed"?');
  });
});
