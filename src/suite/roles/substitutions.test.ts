import { expect, test } from 'vitest';
import { clausesWithStandIn } from './substitutions.ts';

test.each([
  [['5.5/target', '5.5/permitted'], []],
  [['4.3/user-id/client', '5.5/permitted'], ['4.3/user-id/client']],
  [['7.4.2/not-found'], ['7.4.2/not-found']],
])('of %j a made-up id in place of a subject shows %j', (clauses, shown) => {
  expect(clausesWithStandIn(clauses)).toEqual(shown);
});
