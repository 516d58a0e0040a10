import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json.ts';

const long = 'x'.repeat(60);

describe('JSON laid out', () => {
  it.each([
    ['a short value stays on one line', ' { "a" : [ 1 , { } ] } ', '{"a": [1, {}]}'],
    [
      'a string keeps its escapes and its brackets',
      String.raw`["\"}{",  "\u001b"]`,
      String.raw`["\"}{", "\u001b"]`,
    ],
    ['numbers stay unchanged', '[1.0,1e400,12345678901234567890]', '[1.0, 1e400, 12345678901234567890]'],
    ['repeated members stay', '{"a":1,"a":2}', '{"a": 1, "a": 2}'],
    ['a lone value', ' 17 ', '17'],
    [
      'a long value has a line for each member',
      `{"a":"${long}","b":["${long}","${long}"],"c":{}}`,
      `{\n  "a": "${long}",\n  "b": [\n    "${long}",\n    "${long}"\n  ],\n  "c": {}\n}`,
    ],
  ])('%s', (_, text, laidOut) => {
    expect(prettyJson(text)).toBe(laidOut);
  });

  it.each(['', '{', '{"a":1} x', 'NaN', "{'a':1}"])('%j is not JSON', (text) => {
    expect(prettyJson(text)).toBeUndefined();
  });

  it('deep nesting is supported', () => {
    const text = '['.repeat(1000) + ']'.repeat(1000);
    expect(prettyJson(text)?.replaceAll(/\s/g, '')).toBe(text);
  });
});
