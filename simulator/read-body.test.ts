import { describe, expect, it } from 'vitest';
import { backendOptions } from './options-at.ts';
import { readBody } from './read-body.ts';
import { answering } from './test-helpers/ask.ts';

const lenient = backendOptions(answering('text.lenient', 'one reading'));
const strict = backendOptions(answering('text.lenient', 'refused'));
const emptyAsObject = backendOptions(answering('body.empty', 'as {}'));

describe('a body that only a lenient parser reads', () => {
  it.each([
    ['a byte order mark', '\uFEFF{"a":1}', 1],
    ['comments', '/* x */ {"a": 1 // y\n}', 1],
    ['trailing commas', '{"a":[1,],}', [1]],
    ['NaN', '{"a":NaN}', Number.NaN],
    ['a repeated name', '{"a":1,"a":2}', 2],
    ['half of a surrogate pair', '{"a":"\\ud83e"}', '\ud83e'],
    ['deep nesting', `{"b":${'['.repeat(100)}${']'.repeat(100)},"a":1}`, 1],
  ])('with %s is read once the dialect has it', (_what, text, value) => {
    expect(readBody(Buffer.from(text), strict).is).toBe('not-json');
    const found = readBody(Buffer.from(text), lenient);
    expect(found.is === 'object' ? found.members.get('a') : found).toEqual(value);
  });

  it.each(['{"a":', 'hello', '{} {}', `${'['.repeat(100_000)}`])('does not make %j readable', (text) => {
    expect(readBody(Buffer.from(text), lenient).is).toBe('not-json');
  });

  it('has bad UTF-8 replaced', () => {
    const bytes = Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]);
    expect(readBody(bytes, lenient)).toEqual({ is: 'object', members: new Map([['a', '\uFFFD']]) });
  });
});

describe('an empty body', () => {
  it.each(['', ' ', '\r\n\t '])('of %j is no JSON, or {} where the dialect has it so', (text) => {
    expect(readBody(Buffer.from(text), strict)).toMatchObject({ is: 'not-json' });
    expect(readBody(Buffer.from(text), emptyAsObject)).toEqual({ is: 'object', members: new Map() });
  });
});
