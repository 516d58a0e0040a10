import { describe, expect, it } from 'vitest';
import { headerKey, headerValues, trimBlanks } from './header-values.ts';

describe('a header', () => {
  const lines = ['Host', 'here', 'GAME-ID', ' one\t', 'x', 'y', 'game-Id', 'two', 'Game-Idx', 'three'];

  it('is found in any case, with all its lines', () => {
    expect(headerValues(lines, headerKey('Game-Id'))).toEqual({
      first: 'one',
      last: 'two',
      joined: 'one, two',
      count: 2,
    });
  });

  it('that is missing has no value', () => {
    expect(headerValues(lines, headerKey('Secret-Key'))).toEqual({
      first: undefined,
      last: undefined,
      joined: undefined,
      count: 0,
    });
  });

  it('may be empty', () => {
    expect(headerValues(['Game-Id', ' \t'], headerKey('Game-Id'))).toEqual({
      first: '',
      last: '',
      joined: '',
      count: 1,
    });
  });
});

it.each([
  ['value', 'value'],
  ['  value\t ', 'value'],
  ['in side', 'in side'],
  ['\u00a0value\u00a0', '\u00a0value\u00a0'],
  ['\nvalue', '\nvalue'],
  ['   ', ''],
  ['', ''],
])('the blanks around a value of %j are spaces and tabs only', (value, trimmed) => {
  expect(trimBlanks(value)).toBe(trimmed);
});
