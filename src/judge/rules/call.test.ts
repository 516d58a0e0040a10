import { expect, test } from 'vitest';
import { contentTypeKind } from './call.ts';

test.each([
  ['application/json', 'json'],
  ['Application/JSON', 'json in other case'],
  ['application/json; charset=utf-8', 'json with charset'],
  ['application/json;CHARSET="UTF-8"', 'json with charset'],
  ['APPLICATION/JSON ; charset=utf-8', 'json in other case with charset'],
  ['application/json; charset=latin1', 'json with other parameter'],
  ['application/json; charset=utf-8; x=y', 'json with other parameter'],
  ['application/jsonp', 'other'],
  ['text/plain', 'other'],
  ['', 'missing'],
  [undefined, 'missing'],
])('a Content-Type of %j reads as %s', (value, kind) => {
  expect(contentTypeKind(value)).toBe(kind);
});
