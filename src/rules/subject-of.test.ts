import { describe, expect, test } from 'vitest';
import { UNKNOWN } from '../world/world.ts';
import { gameInOtherCase, gameOf, meansSender, relationOf, subjectId, subjectOf } from './subject-of.ts';
import {
  ANN,
  BOB,
  callOf,
  DASHBOARD,
  key,
  subject,
  token,
  worldOf,
  type Asked,
} from './test-helpers/calls.ts';

const unbound = key('Player', { game: null });
const unsure = key('Player', { game: UNKNOWN });
const partial = worldOf({ complete: false });

describe('the game that a call reads (§4.2)', () => {
  test.each<readonly [what: string, Asked, string]>([
    ["the key's", {}, 'one'],
    ["the key's, whatever Game-Id says", { game: 'two' }, 'one'],
    ['the one that Game-Id names', { key: unbound, game: 'two' }, 'two'],
    ['the one that Game-Id names in another case', { key: unbound, game: 'TWO' }, 'two'],
    ['none that exists', { key: unbound, game: 'three' }, 'absent'],
    ['the one that Game-Id names, by a key that may carry one', { key: unsure, game: 'two' }, 'two'],
    [
      'not known: the key may carry one, and a Game-Id in another case may name none',
      { key: unsure, game: 'TWO' },
      'unknown',
    ],
    ['not known: the key may carry either', { key: unsure }, 'unknown'],
    ['not known without a known key', { key: 'unknown', game: 'two' }, 'unknown'],
  ])('%s', (_, asked, game) => {
    const found = gameOf(callOf(asked), worldOf({ complete: game !== 'unknown' }));
    expect(found.is === 'present' ? found.value : found.is).toBe(game);
  });

  test('none, where neither key nor Game-Id names one of two', () => {
    expect(gameOf(callOf({ key: unbound }), worldOf()).is).toBe('absent');
  });

  test('the only one there is', () => {
    expect(gameOf(callOf({ key: unbound }), worldOf({ games: ['one'] }))).toEqual({
      is: 'present',
      value: 'one',
    });
  });

  test('may exist where not every game is listed', () => {
    expect(gameOf(callOf({ key: unbound, game: 'three' }), partial).is).toBe('unknown');
  });
});

test.each([
  ['ONE', 'one'],
  ['one', undefined],
  ['on', undefined],
])('Game-Id %s is in another case than %s', (id, game) => {
  expect(gameInOtherCase(worldOf(), id)).toBe(game);
});

test('of two games that differ in case each is itself', () => {
  const world = worldOf({ games: ['one', 'One'] });
  expect(gameInOtherCase(world, 'One')).toBeUndefined();
  expect(gameInOtherCase(world, 'ONE')).toBe('one');
});

describe('whom a call asks about (§4.3, userId.omitted to userId.dashboard, id.empty)', () => {
  test.each<readonly [Asked, boolean, string | undefined]>([
    [{}, false, ANN],
    [{ body: { userId: BOB } }, false, BOB],
    [{ body: {} }, true, ANN],
    [{ body: { userId: null } }, true, ANN],
    [{ body: { userId: '' }, token: token(BOB) }, true, BOB],
    [{ body: {}, token: DASHBOARD }, true, undefined],
    [{ body: {}, token: 'unknown' }, true, undefined],
    [{ body: { userId: 7 } }, false, undefined],
    [{ body: { UserId: BOB } }, true, ANN],
    [{ body: 'not-json' }, true, ANN],
    [{ on: 'gamePlayer.server', body: {} }, false, undefined],
    [{ on: 'group.client', body: { userId: BOB } }, false, undefined],
    [{ on: 'group.client', body: { groupId: '' } }, false, ''],
  ])('%j', (asked, sender, id) => {
    expect(meansSender(callOf(asked))).toBe(sender);
    expect(subjectId(callOf(asked))).toBe(id);
  });

  test.each<
    readonly [what: string, Asked, 'present' | 'absent' | 'unknown', 'present' | 'absent' | 'unknown']
  >([
    ['somebody', {}, 'present', 'present'],
    ['nobody that is listed', { body: { userId: 'notlisted1' } }, 'absent', 'unknown'],
    ['somebody who is declared absent', { body: { userId: 'nosuchplay' } }, 'absent', 'absent'],
    [
      'somebody of another game alone',
      { key: key('Player', { game: 'two' }), body: { userId: BOB } },
      'absent',
      'unknown',
    ],
    ['somebody in no known game', { key: 'unknown' }, 'unknown', 'unknown'],
    ['no id at all', { on: 'group.server', body: {} }, 'absent', 'absent'],
  ])('%s', (_, asked, complete, part) => {
    expect(subjectOf(callOf(asked), worldOf()).is).toBe(complete);
    expect(subjectOf(callOf(asked), partial).is).toBe(part);
  });
});

test.each([
  [[ANN], 'own'],
  [[BOB, ANN], 'own'],
  [[BOB], "another's"],
  [[], "another's"],
  [UNKNOWN, 'unknown'],
] as const)('a group of %j is to Ann %s', (owners, relation) => {
  expect(relationOf(callOf(), subject('group', 'annandbobs', owners))).toBe(relation);
  expect(relationOf(callOf({ token: DASHBOARD }), subject('group', 'annandbobs', owners))).toBe('unknown');
});
