/** A step about the id of the first step's subject, with another resource or in another game. */
import { describe, expect, test } from 'vitest';
import type { EndpointId } from '../../spec/endpoints.ts';
import { describeRoles, factsOf, planOf, worldOf, type Differs } from '../test-helpers/made.ts';

type Row = readonly [first: Differs, second: Differs, on: EndpointId, expected: string];

const plan = (first: Differs, second: Differs, on: EndpointId, world?: string) =>
  describeRoles(
    planOf(
      on,
      { steps: [first, second], expect: { reply: 'document' } },
      world === undefined ? undefined : factsOf(worldOf(world)),
    ),
  );

const SAME = { given: { subject: { same: 'id' } } };
const NOT_THERE = { given: { subject: { same: 'id', absent: 'any' } } };
const of = (subject: object): Differs => ({ given: { subject } });

describe('the same id', () => {
  test.each<Row>([
    [
      of({ absent: 'other-kind' }),
      { ...SAME, resource: 'group' },
      'gamePlayer.server',
      'admin, -, meadow-run, grouplarks | admin, -, meadow-run, grouplarks',
    ],
    [
      of({ absent: 'other-game' }),
      SAME,
      'group.admin',
      'admin, -, meadow-run, harborcrew | harbor-admin, -, harbor-lights, harborcrew',
    ],
    [
      {},
      { ...NOT_THERE, resource: 'gamePlayer' },
      'group.client',
      'player, ann, meadow-run, grouplarks | player, ann, meadow-run, grouplarks',
    ],
    [{}, SAME, 'group.server', 'admin, -, meadow-run, grouplarks | admin, -, meadow-run, grouplarks'],
  ])('%j, then %j on %s', (first, second, on, expected) => {
    expect(plan(first, second, on)).toBe(expected);
  });

  test.each<Row>([
    [{}, NOT_THERE, 'group.server', 'needs a group that does not exist with the id of the first subject'],
    [
      {},
      { ...SAME, resource: 'characterPlayer' },
      'group.server',
      'needs a character player that exists with the id of the first subject',
    ],
  ])('%j, then %j on %s: missing from the world', (first, second, on, expected) => {
    expect(plan(first, second, on)).toBe(expected);
  });

  test('does not count as absent in an incomplete world', () => {
    const world =
      '{ secretKeys: [{ name: admin, key: abcdefghij, role: Admin }], groups: [{ groupId: grouplarks }] }';
    expect(plan({}, { ...NOT_THERE, resource: 'gamePlayer' }, 'group.server', world)).toMatch(
      /^needs a game player/,
    );
  });

  test('cannot be combined with another description', () => {
    expect(() => planOf('group.server', of({ same: 'id', nth: 2 }))).toThrow(
      '"nth" can\'t be combined with "same"',
    );
  });
});
