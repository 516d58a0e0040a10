import { expect, test } from 'vitest';
import { lengthsOf } from './id-faults.ts';

const differing = (points: string, units: string, bytes: string) => [
  { unit: 'code points', length: points },
  { unit: 'UTF-16 units', length: units },
  { unit: 'UTF-8 bytes', length: bytes },
];

test.each([
  ['abcd', [{ length: 'fits' }]],
  ['abc', [{ length: 'too short' }]],
  ['abcde', [{ length: 'too long' }]],
  ['', [{ length: 'too short' }]],
  ['é', [{ length: 'too short' }]],
  ['ééé', differing('too short', 'too short', 'too long')],
  ['éé', differing('too short', 'too short', 'fits')],
  ['éééé', differing('fits', 'fits', 'too long')],
  ['🦜', differing('too short', 'too short', 'fits')],
  ['🦜🦜', differing('too short', 'fits', 'too long')],
  ['🦜🦜🦜🦜', differing('fits', 'too long', 'too long')],
  ['ééééé', [{ length: 'too long' }]],
  ['\uD800', [{ length: 'too short' }]],
])('%j against four characters', (text, lengths) => {
  expect(lengthsOf(text, 4, 4)).toEqual(lengths);
});
