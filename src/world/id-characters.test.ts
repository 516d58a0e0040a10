/** Which characters of ids are known to be allowed (§2.1). */
import { expect, test } from 'vitest';
import { readTargetSource } from '../config/target-file/read-target-file.ts';
import { declaredWorld, type DeclaredWorld } from './declared-world.ts';

const { world } = readTargetSource(
  { file: 'w.yaml', text: 'public: true\nworld: { gamePlayers: [{ userId: playerann1 }] }' },
  {},
);
const inventing: DeclaredWorld = declaredWorld({
  ...world,
  inventions: [{ resource: 'group', id: 'qwertzuiop' }],
});

test.each([
  ['a resource without known ids has no known characters', world, 'qwertzuiop', false],
  ['an invented id that was not found has known characters', inventing, 'qwertzuiop', true],
  ['another id of the same characters has known characters', inventing, 'poiuztrewq', true],
  ['an id with another character has an unknown one', inventing, 'qwertzuio-', false],
] as const)('%s', (_, of, id, expected) => {
  expect(of.fitsKnownAlphabet('group', id)).toBe(expected);
});
