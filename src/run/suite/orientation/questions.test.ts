import { describe, expect, test } from 'vitest';
import { RESOURCE_FACTS, RESOURCES } from '../../../spec/endpoints.ts';
import { alphabetOf, alphabetsToTry, inventIds } from './questions.ts';

test.each([
  [['playerann1'], '1aelnpry'],
  [['aaaaaaaaaa'], 'abcdefghijklmnopqrstuvwxyz'],
  [['AAAAAAAAA1'], '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [['ab-cd.ef'], 'abcdef'],
  [['----------'], ''],
  [[], ''],
])('alphabetOf of %j is %s', (ids, alphabet) => {
  expect(alphabetOf(ids)).toBe(alphabet);
});

test('the alphabet of known ids is tried first, and each alphabet once', () => {
  expect(alphabetsToTry(['0123456789'])[0]).toBe('0123456789');
  expect(new Set(alphabetsToTry(['0123456789'])).size).toBe(alphabetsToTry(['0123456789']).length);
  expect(alphabetsToTry([])[0]).toBe('abcdefghijklmnopqrstuvwxyz');
});

describe.each(RESOURCES)('ids invented for a %s', (resource) => {
  test.each(['abcd', '0123456789', 'aB3x9Z'])(
    'of %s have the right length and no other characters',
    (alphabet) => {
      const ids = inventIds(resource, alphabet, 3, new Set());
      expect(new Set(ids).size).toBe(3);
      for (const id of ids) {
        expect(id).toHaveLength(RESOURCE_FACTS[resource].idLength);
        expect([...id].every((each) => alphabet.includes(each))).toBe(true);
      }
    },
  );

  test('are never taken ones, and the same in every run', () => {
    const first = inventIds(resource, 'abcd', 3, new Set());
    const others = inventIds(resource, 'abcd', 3, new Set(first));
    expect(others.filter((id) => first.includes(id))).toEqual([]);
    expect(inventIds(resource, 'abcd', 3, new Set())).toEqual(first);
  });

  test.each([
    ['', 0],
    ['a', 1],
  ])('of the alphabet "%s" are as many as it allows', (alphabet, count) => {
    expect(inventIds(resource, alphabet, 3, new Set())).toHaveLength(count);
  });
});
