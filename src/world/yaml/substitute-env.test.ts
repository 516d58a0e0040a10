import { describe, expect, it } from 'vitest';
import { substitute } from './substitute-env.ts';

const env = { KEY: 'k1', EMPTY: '', DOLLAR: '$&${env:KEY}' };

describe('a string with variables', () => {
  it.each([
    ['${env:KEY}', 'k1'],
    ['Bearer ${env:KEY}!', 'Bearer k1!'],
    ['${env:KEY}${env:KEY}', 'k1k1'],
    ['x${env:EMPTY}y', 'xy'],
    ['${KEY} $KEY {env:KEY}', '${KEY} $KEY {env:KEY}'],
  ])('%j becomes %j', (text, filled) => {
    expect(substitute(text, env)).toMatchObject({ text: filled, problems: [] });
  });

  it('inserts a value literally', () => {
    expect(substitute('${env:DOLLAR}', env).text).toBe('$&${env:KEY}');
  });

  it.each([
    ['${env:NONE}', 'the environment variable NONE is not set', 'export NONE=…'],
    ['${env:constructor}', 'this environment variable is not set', 'export it, or name another one'],
    ['${env:A B}', 'this is not the name of a variable', 'write ${env:NAME}: letters, digits and _'],
    ['${env:}', 'this is not the name of a variable', 'write ${env:NAME}: letters, digits and _'],
    ['${env:KEY', '"${env:" is never closed', 'write ${env:NAME}'],
  ])('%j is reported', (reference, message, hint) => {
    expect(substitute(`x ${reference}`, env).problems).toEqual([{ reference, message, hint }]);
  });
});
