import { describe, expect, test } from 'vitest';
import { PROPERTY_NAMES } from '../../fuzz/trials/properties.ts';
import { propertiesFor } from './fuzz-choices.ts';

describe('the properties of a run', () => {
  test.each<readonly [only: readonly string[], skip: readonly string[], chosen: readonly string[]]>([
    [[], [], PROPERTY_NAMES],
    [['repeat'], [], ['repeat']],
    [['concurrent', 'al*'], [], ['allowed', 'concurrent']],
    [['allowed', 'repeat'], ['rep*'], ['allowed']],
  ])('only %j, not %j', (only, skip, chosen) => {
    expect(propertiesFor({ only, skip })).toEqual(chosen);
  });

  test.each<readonly [words: Parameters<typeof propertiesFor>[0], message: string]>([
    [{ only: ['alowed'] }, '--only alowed: no property has this name\ndid you mean "allowed"?'],
    [{ skip: ['x'] }, '--skip x: no property has this name\none of: allowed, '],
    [{ skip: ['*'] }, '--only and --skip leave no property'],
  ])('%j is refused', (words, message) => {
    expect(() => propertiesFor(words)).toThrow(message);
  });
});
