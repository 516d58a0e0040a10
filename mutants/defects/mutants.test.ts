import { describe, expect, test } from 'vitest';
import { clauseOf } from '../../src/spec/clauses.ts';
import { MUTANTS } from './mutants.ts';

describe('the list of mutants', () => {
  test('holds at least 120, fewer than 15 of them left to the fuzzer', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(120);
    expect(MUTANTS.filter(({ fuzz }) => fuzz === true).length).toBeLessThan(15);
  });

  test('names each once', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('describes each differently', () => {
    const said = MUTANTS.map(({ description }) => description);
    expect(said.filter((description, at) => said.indexOf(description) !== at)).toEqual([]);
  });

  test('names each in words, with a clause that can be observed, and says in a line how it is broken', () => {
    const odd = MUTANTS.filter(
      ({ name, clause, description }) =>
        !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ||
        !/^(must|should)$/.test(clauseOf(clause)?.level ?? '') ||
        !/^[a-z][^\n]{10,120}[^.\n]$/.test(description),
    );
    expect(odd).toEqual([]);
  });
});
