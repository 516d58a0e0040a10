import { describe, expect, it } from 'vitest';
import { drop, each, inTurn, put, rename, within, type ReplyJsonAlteration } from './json.ts';

const REST = { other: 1 };

describe('alterations of JSON values', () => {
  it.each<[string, ReplyJsonAlteration, unknown, unknown]>([
    ['put a member', put('a', 2), REST, { other: 1, a: 2 }],
    ['put a member in place of another', put('other', 2), REST, { other: 2 }],
    ['leave a member out', drop('a'), { a: 1, ...REST }, REST],
    ['rename a member', rename('a', 'b'), { a: 1 }, { b: 1 }],
    ['rename nothing where it is not there', rename('a', 'b'), REST, REST],
    ['alteration within', within(['a', 'b'], put('c', 1)), { a: { b: {} } }, { a: { b: { c: 1 } } }],
    ['stay where the path ends', within(['a', 'b'], put('c', 1)), { a: REST }, { a: REST }],
    ['alter each item', each(put('c', 1)), [{}, {}], [{ c: 1 }, { c: 1 }]],
    ['come in turn', inTurn(put('a', 1), rename('a', 'b')), {}, { b: 1 }],
    ['leave what is not an object', put('a', 1), [1], [1]],
  ])('%s', (_, alter, value, altered) => {
    expect(alter(value)).toEqual(altered);
  });
});
