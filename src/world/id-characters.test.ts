/** Whose characters an id may have without a format speaking against it (§2.1). */
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
  ['a kind of which nothing is known has no characters', world, 'qwertzuiop', false],
  ['an id that was made up and answered as not found has known ones', inventing, 'qwertzuiop', true],
  ['so has another id of the same characters', inventing, 'poiuztrewq', true],
  ['other characters stay unknown', inventing, 'qwertzuio-', false],
] as const)('%s', (_, of, id, expected) => {
  expect(of.isLikeKnown('group', id)).toBe(expected);
});
