import { describe, expect, test } from 'vitest';
import { alterStep, literal } from './step.ts';
import { step } from '../test-helpers/made.ts';

describe('an alteration', () => {
  const start = step('group.admin', { set: { a: 1 } });

  test('of nothing leaves the step unchanged', () => {
    expect(alterStep(start, {})).toEqual(start);
  });

  test('of the given fixtures leaves the sent parts', () => {
    expect(alterStep(start, { given: { id: 'grouplarkz' } })).toEqual({
      ...start,
      given: { ...start.given, id: 'grouplarkz' },
    });
  });

  test('of the sent parts is added to the existing ones', () => {
    expect(alterStep(start, { send: { set: { b: 2 }, method: 'PUT' } })).toEqual({
      ...start,
      send: { set: { a: 1, b: 2 }, method: 'PUT' },
    });
  });

  test('keeps the provoked failure', () => {
    const provoking = { ...start, provoke: 'UnknownError' } as const;
    expect(alterStep(provoking, { send: { method: 'PUT' } })).toHaveProperty('provoke', 'UnknownError');
  });
});

test.each([
  ['vip', 'vip'],
  ['', ''],
  ['a$b', 'a$b'],
  ['$ref', '$$ref'],
  ['$', '$$'],
  ['$$', '$$$'],
])('the text %j is written %j', (text, written) => {
  expect(literal(text)).toBe(written);
});
