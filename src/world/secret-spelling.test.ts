import { expect, test } from 'vitest';
import { spellingOf } from './secret-spelling.ts';

test.each([
  ['9f8e7d6c5b4a39281706f5e4d3c2b1a0', 'hexadecimal'],
  ['9F8E7D6C', 'hexadecimal'],
  ['0xdeadbeef', 'hexadecimal'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'hexadecimal'],
  ['{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', 'hexadecimal'],
  ['3f2504e0-4f89-11d3-9a0c', 'other'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl', 'jwt'],
  ['one.two', 'other'],
  ['one.two.three.four', 'other'],
  ['one..three', 'other'],
  ['0123456789', 'caseless'],
  ['', 'caseless'],
  ['public-player-key-0001', 'other'],
  ['deadbeeg', 'other'],
] as const)('%j is %s', (value, spelling) => {
  expect(spellingOf(value)).toBe(spelling);
});
