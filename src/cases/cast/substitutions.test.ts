import { expect, test } from 'vitest';
import { shownByPlaceholder } from './substitutions.ts';

test.each([
  [['5.5/target', '5.5/permitted'], 'other.permitted', { clauses: [], decides: undefined }],
  [
    ['4.3/user-id/client', '5.5/permitted'],
    'other.permitted',
    { clauses: ['4.3/user-id/client'], decides: undefined },
  ],
  [['4.3/tag-keys/all-or-filter'], 'tagKeys.omitted', { clauses: [], decides: 'tagKeys.omitted' }],
  [['7.4.2/not-found'], undefined, { clauses: ['7.4.2/not-found'], decides: undefined }],
] as const)('of %j and %s a made-up id in place of a subject shows %j', (clauses, decides, shown) => {
  expect(shownByPlaceholder({ clauses: [...clauses], decides })).toEqual(shown);
});
