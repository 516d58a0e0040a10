/** The size of a body, and what a Content-Type may say at once. Each alone, and the shape of a body: src/cases/suite-and-rulebook.test.ts. */
import { describe, expect, test } from 'vitest';
import { CONTENT_TYPE_RULE, SIZE_RULE } from './body-rules.ts';
import { callOf, describeRulings, worldOf } from './test-helpers/calls.ts';

const LIMITED = worldOf({ limits: { requestBytes: 1000 } });

describe('the size of the body (§8, size.limit)', () => {
  test.each([
    [0, []],
    [500, []],
    [501, ['7.1/max-size-request-reject: holds, -9']],
    [1000, ['7.1/max-size-request-reject: holds, -9']],
    [1001, ['7.1/max-size-request-reject size.limit: enforced → -9 | holds']],
    [1999, ['7.1/max-size-request-reject size.limit: enforced → -9 | holds']],
    [2000, ['7.1/max-size-request-reject size.limit: enforced → -9 | not enforced → holds']],
    [9_000_000, ['7.1/max-size-request-reject size.limit: enforced → -9 | not enforced → holds']],
  ])('of %i bytes under a limit of 1000', (bytes, rulings) => {
    expect(describeRulings(callOf({ bytes }), SIZE_RULE, LIMITED)).toEqual(rulings);
  });

  test.each([
    [1024, []],
    [1025, ['7.1/max-size-request-reject: holds, -9']],
  ])('of %i bytes without a declared limit', (bytes, rulings) => {
    expect(describeRulings(callOf({ bytes }), SIZE_RULE)).toEqual(rulings);
  });
});

/** The options of each question about the Content-Type. */
const ANY = 'answered → holds | refused → -5, -6, -10, -4, -2 | HTTP 415 → HTTP 415';

test.each([
  [
    'json in other case with charset',
    [
      `4.2/content-type/status contentType.case: ${ANY}`,
      `4.2/content-type/charset contentType.charset: ${ANY}`,
    ],
  ],
  ['json with other parameter', ['4.2/content-type/charset: holds, -5, -6, -10, -4, -2, HTTP 415']],
] as const)('the Content-Type of the request (§4.2, contentType.*): %s', (type, rulings) => {
  expect(describeRulings(callOf({ type }), CONTENT_TYPE_RULE)).toEqual(rulings);
});
