/** What a call is about, where something is unknown or no case of the suite asks. The rest: src/cases/suite-and-rulebook.test.ts. */
import { describe, expect, test } from 'vitest';
import { INVENTED_GAME } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import { gameInOtherCase, gameOf } from './subject-of.ts';
import { callOf, key, worldOf, type Asked } from './test-helpers/calls.ts';

const unbound = key('Player', { game: null });
const unsure = key('Player', { game: UNKNOWN });
const partial = worldOf({ complete: false });

describe('the game that a call reads (§4.2)', () => {
  test.each<readonly [what: string, Asked, string]>([
    ['the one of Game-Id, with a key that may carry one', { key: unsure, game: 'two' }, 'two'],
    [
      'unknown: the key may carry one, and a Game-Id in another case may be wrong',
      { key: unsure, game: 'TWO' },
      'unknown',
    ],
    [
      'unknown: the key may carry one, and a Game-Id that names none may be passed over',
      { key: unsure, game: INVENTED_GAME },
      'unknown',
    ],
    ['unknown: the key may carry either', { key: unsure }, 'unknown'],
    ['unknown with an unknown key', { key: 'unknown', game: 'two' }, 'unknown'],
  ])('%s', (_, asked, game) => {
    const found = gameOf(callOf(asked), worldOf({ complete: game !== 'unknown' }));
    expect(found.is === 'present' ? found.value : found.is).toBe(game);
  });

  test('is the only game of the world', () => {
    expect(gameOf(callOf({ key: unbound }), worldOf({ games: ['one'] }))).toEqual({
      is: 'present',
      value: 'one',
    });
  });

  test('may exist if not every game is listed', () => {
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

test('the dashes of a GUID do not tell one game from another, those of other ids do', () => {
  const guid = '6f1e2d3c-4b5a-4978-8c6d-abcdef010001';
  const world = worldOf({ games: [guid, 'harbor-lights'] });
  expect(gameInOtherCase(world, guid.replaceAll('-', '').toUpperCase())).toBe(guid);
  expect(gameInOtherCase(world, `6-${guid.slice(1)}`)).toBe(guid);
  expect(gameInOtherCase(world, 'harborlights')).toBeUndefined();
});

test('two games whose ids differ only in case are distinct', () => {
  const world = worldOf({ games: ['one', 'One'] });
  expect(gameInOtherCase(world, 'One')).toBeUndefined();
  expect(gameInOtherCase(world, 'ONE')).toBe('one');
});
