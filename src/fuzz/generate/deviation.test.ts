import { describe, expect, test } from 'vitest';
import { deviate, literal } from './deviation.ts';
import { recipe } from '../test-helpers/made.ts';

describe('a deviation', () => {
  const start = recipe('group.admin', { set: { a: 1 } });

  test('of nothing leaves the recipe as it is', () => {
    expect(deviate(start, {})).toEqual(start);
  });

  test('of who asks leaves what is sent', () => {
    expect(deviate(start, { who: { id: 'grouplarkz' } })).toEqual({
      ...start,
      who: { ...start.who, id: 'grouplarkz' },
    });
  });

  test('of what is sent is added to what is sent already', () => {
    expect(deviate(start, { send: { set: { b: 2 }, method: 'PUT' } })).toEqual({
      ...start,
      send: { set: { a: 1, b: 2 }, method: 'PUT' },
    });
  });

  test('keeps the failure that is provoked', () => {
    const provoking = { ...start, provoke: 'UnknownError' } as const;
    expect(deviate(provoking, { send: { method: 'PUT' } })).toHaveProperty('provoke', 'UnknownError');
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
