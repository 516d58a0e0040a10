import { expect, test } from 'vitest';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { merged } from './step.ts';

test.each<[what: string, first: Send, second: Send, both: Send]>([
  ['different parts are both kept', { method: 'PUT' }, { pad: 'half' }, { method: 'PUT', pad: 'half' }],
  ['for the same part the second wins', { body: 'spaced' }, { body: 'escaped' }, { body: 'escaped' }],
  ['members are set together', { set: { a: 1 } }, { set: { b: 2 } }, { set: { a: 1, b: 2 } }],
  ['for the same member the second value wins', { set: { a: 1 } }, { set: { a: 2 } }, { set: { a: 2 } }],
  [
    'members are altered together',
    { alter: { a: 'as-null' } },
    { alter: { b: 'empty' } },
    { alter: { a: 'as-null', b: 'empty' } },
  ],
  [
    'members are left out once each',
    { without: ['a', 'b'] },
    { without: ['b', 'c'] },
    { without: ['a', 'b', 'c'] },
  ],
  [
    'headers are set, altered, repeated and left out together',
    { headers: { set: { A: '1' }, alter: { A: 'empty' }, repeat: { A: 'same' }, without: ['A'] } },
    { headers: { set: { B: '2' }, alter: { B: 'empty' }, repeat: { B: 'same' }, without: ['B', 'A'] } },
    {
      headers: {
        set: { A: '1', B: '2' },
        alter: { A: 'empty', B: 'empty' },
        repeat: { A: 'same', B: 'same' },
        without: ['A', 'B'],
      },
    },
  ],
  [
    'what is left out is not altered, too',
    { alter: { a: 'empty' }, without: ['b'], headers: { alter: { C: 'empty' } } },
    { set: { b: 1 }, without: ['a'], headers: { without: ['C'] } },
    { set: { b: 1 }, without: ['a'], headers: { without: ['C'] } },
  ],
  [
    'for the same header the second value wins, and other parts stay',
    { headers: { set: { A: '1' }, without: ['C'] } },
    { headers: { set: { A: '2' } } },
    { headers: { set: { A: '2' }, without: ['C'] } },
  ],
])('two sets of alterations are combined: %s', (_, first, second, both) => {
  expect(merged(first, second)).toEqual(both);
});
