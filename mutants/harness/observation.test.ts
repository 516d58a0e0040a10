import { describe, expect, test } from 'vitest';
import { shows } from './observation.ts';

describe('a finding shows that a clause is broken', () => {
  test.each([
    ['5.3/wrong', '5.3/wrong'],
    ['5.3/game', '5.3/game/unknown'],
    ['7.1/max-request-reject', '7.1/max-request-reject/enforced'],
    ['7.3/string-min-length', '2.1/length'],
    ['5.3/route', '4.2/secret-key/role'],
    ['dialect/codes.returnCode', '7.1/form'],
  ])('%s shows %s', (found, broken) => {
    expect(shows(found, broken)).toBe(true);
  });

  test.each([
    ['5.3/game/unknown', '5.3/game'],
    ['5.3/wrong', '5.3/missing'],
    ['5.3', '5.30/other'],
    ['2.1/length', '7.3/string-min-length'],
    ['4.5.2/tags', '7.4.2/not-found'],
    ['dialect/tagKeys.effect', '7.1/form'],
  ])('%s does not show %s', (found, broken) => {
    expect(shows(found, broken)).toBe(false);
  });
});
