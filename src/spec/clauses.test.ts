import { expect, test } from 'vitest';
import { CLAUSES } from './clause-register.ts';
import { clauseOf, dialectClause, levelOf } from './clauses.ts';
import { ENDPOINT_IDS } from './endpoints.ts';

test('every id is a section of the document and a short name', () => {
  const odd = CLAUSES.filter(
    ({ id }) => !/^(?:[1-9](?:\.[1-9]){0,2}|principle)(?:\/[a-z0-9-]*[a-z][a-z0-9-]*)+$/.test(id),
  );
  expect(odd).toEqual([]);
});

test('every clause has a description of one line', () => {
  expect(CLAUSES.filter(({ description }) => !/^\S[^\n]{15,159}[^\s.]$/.test(description))).toEqual([]);
});

test('every clause applies to some endpoint, or says why it cannot be observed', () => {
  const fine = (clause: (typeof CLAUSES)[number]): boolean =>
    clause.level === 'unobservable'
      ? /^\S[^\n]+[^\s.]$/.test(clause.because)
      : clause.on.length > 0 && clause.on.every((id) => ENDPOINT_IDS.includes(id));
  expect(CLAUSES.filter((clause) => !fine(clause))).toEqual([]);
});

test('the level of a clause is read from the clause; an unobservable one has none', () => {
  for (const { id, level } of CLAUSES) {
    if (level === 'unobservable') expect(() => levelOf(id)).toThrow(TypeError);
    else expect(levelOf(id)).toBe(level);
  }
});

test.each(['', '1', '1/jason', '1/json ', 'constructor', '__proto__', 'dialect'])(
  '%j is not a clause',
  (id) => {
    expect(clauseOf(id)).toBeUndefined();
    expect(() => levelOf(id)).toThrow(TypeError);
  },
);

test("contradicting a backend's own answer is only a should", () => {
  expect(dialectClause('tagKeys.effect')).toBe('dialect/tagKeys.effect');
  expect(levelOf(dialectClause('tagKeys.effect'))).toBe('should');
});
