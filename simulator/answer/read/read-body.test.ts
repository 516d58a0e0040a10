import { describe, expect, it } from 'vitest';
import { backendOptions } from '../options-at.ts';
import { readRequestBody } from './read-body.ts';
import { answering } from '../../test-helpers/ask.ts';

const lenient = backendOptions(answering('text.lenient', 'one reading'));
const strict = backendOptions(answering('text.lenient', 'refused'));
const emptyAsObject = backendOptions(answering('body.empty', 'as {}'));

/** All that such a parser reads: src/judge/rules/reading/lenient-json.test.ts. */
describe('a body that only a lenient parser reads', () => {
  it.each([
    ['a byte order mark', '\uFEFF{"a":1}', 1],
    ['a repeated name', '{"a":1,"a":2}', 2],
    ['deep nesting', `{"b":${'['.repeat(100)}${']'.repeat(100)},"a":1}`, 1],
  ])('with %s is read once the dialect has it', (_what, text, value) => {
    expect(readRequestBody(Buffer.from(text), strict).is).toBe('not-json');
    const found = readRequestBody(Buffer.from(text), lenient);
    expect(found.is === 'object' ? found.members.get('a') : found).toEqual(value);
  });

  it.each(['{"a":', 'hello', 'x {}', '{"a":b}', `${'['.repeat(100_000)}`])(
    'does not make %j readable',
    (text) => {
      expect(readRequestBody(Buffer.from(text), lenient).is).toBe('not-json');
    },
  );

  it.each([
    ['bad UTF-8 is replaced', [...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')], '\uFFFD'],
    ['UTF-16 is read', [...Buffer.from('{"a":"é"}', 'utf16le')], 'é'],
  ])('%s', (_what, bytes, value) => {
    expect(readRequestBody(Buffer.from(bytes), strict).is).toBe('not-json');
    expect(readRequestBody(Buffer.from(bytes), lenient)).toEqual({
      is: 'object',
      members: new Map([['a', value]]),
    });
  });
});

describe('a body with names of prototypes', () => {
  const careful = backendOptions(answering('body.prototype', 'refused'));

  it.each(['{"__proto__":1}', '{"a":[{"constructor":1}]}', '{"prototype":null}'])(
    'as in %s is read, or refused where the dialect says so',
    (text) => {
      expect(readRequestBody(Buffer.from(text), strict).is).toBe('object');
      expect(readRequestBody(Buffer.from(text), careful).is).toBe('not-json');
    },
  );

  it.each(['{"a":"__proto__"}', '{"toString":1}'])('is not %s', (text) => {
    expect(readRequestBody(Buffer.from(text), careful).is).toBe('object');
  });
});

describe('an empty body', () => {
  it.each(['', ' ', '\r\n\t '])('of %j is not JSON, or {} where the dialect says so', (text) => {
    expect(readRequestBody(Buffer.from(text), strict)).toMatchObject({ is: 'not-json' });
    expect(readRequestBody(Buffer.from(text), emptyAsObject)).toEqual({ is: 'object', members: new Map() });
  });
});
