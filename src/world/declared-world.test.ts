import { describe, expect, it } from 'vitest';
import { declaredWorld, type WorldFacts } from './declared-world.ts';
import { ABSENT, NOT_KNOWN, type Subject } from './world.ts';

const subject = (id: string, game: string, resource: Subject['resource'] = 'gamePlayer'): Subject => ({
  resource,
  id,
  game,
  owners: [id],
  tags: [],
});

const here = subject('aaaaaaaaaa', 'one');
const there = subject('aaaaaaaaaa', 'two');
const group = subject('aaaaaaaaaa', 'one', 'group');
const odd = subject('constructor', 'one', 'characterPlayer');

const facts: WorldFacts = {
  complete: false,
  limits: {},
  games: ['one', 'two'],
  secretKeys: [],
  authTokens: [],
  subjects: [here, there, group, odd],
  absents: [{ resource: 'gamePlayer', id: 'zzzzzzzzzz' }],
  inventions: [],
};

describe.each([
  [true, ABSENT],
  [false, NOT_KNOWN],
])('in a world with complete: %s', (complete, unlisted) => {
  const world = declaredWorld({ ...facts, complete });

  it('a declared subject is present by its resource, game and exact id', () => {
    expect(world.subject('gamePlayer', 'one', 'aaaaaaaaaa')).toEqual({ is: 'present', value: here });
    expect(world.subject('gamePlayer', 'two', 'aaaaaaaaaa')).toEqual({ is: 'present', value: there });
    expect(world.subject('group', 'one', 'aaaaaaaaaa')).toEqual({ is: 'present', value: group });
    expect(world.subject('characterPlayer', 'one', 'constructor')).toEqual({ is: 'present', value: odd });
    expect(world.game('two')).toEqual({ is: 'present', value: 'two' });
  });

  it.each([
    ['gamePlayer', 'one', 'AAAAAAAAAA'],
    ['characterPlayer', 'two', 'constructor'],
    ['gamePlayer', 'one', '__proto__.'],
    ['gamePlayer', 'three', 'aaaaaaaaaa'],
    ['gamePlayer', '__proto__', 'aaaaaaaaaa'],
    ['group', 'two', 'aaaaaaaaaa'],
    ['gamePlayer', 'three', 'zzzzzzzzzz'],
  ] as const)('%s %s/%s is not listed', (resource, game, id) => {
    expect(world.subject(resource, game, id)).toEqual(unlisted);
  });

  it('another game is not listed', () => {
    expect(world.game('ONE')).toEqual(unlisted);
    expect(world.game('constructor')).toEqual(unlisted);
  });

  it.each([
    ['too short', 'aaaaaaaaa'],
    ['too short, counted in bytes', 'aaaaa\u20ac'],
    ['too long', 'aaaaaaaaaaa'],
    ['too long, counted in code points', 'aaaaaaaaaaaa\u20ac'],
    ['with half of a surrogate pair', 'aaaaaaaaa\ud800'],
    ['of the length of another kind', 'constructor'],
  ])('no player has an id that is %s', (_, id) => {
    expect(world.subject('gamePlayer', 'one', id)).toEqual(ABSENT);
  });

  it('an id that is declared absent is absent in every declared game', () => {
    expect(world.subject('gamePlayer', 'one', 'zzzzzzzzzz')).toEqual(ABSENT);
    expect(world.subject('gamePlayer', 'two', 'zzzzzzzzzz')).toEqual(ABSENT);
  });
});

const one = declaredWorld({ ...facts, subjects: [here], absents: [] });
const inventing = declaredWorld({
  ...facts,
  subjects: [here],
  absents: [],
  inventions: [{ resource: 'group', id: 'qwertzuiop', isFormat: true }],
});

it.each([
  ['a resource without known ids has no known characters', one, 'qwertzuiop', false],
  ['an invented id that was not found has known characters', inventing, 'qwertzuiop', true],
  ['another id of the same characters has known characters', inventing, 'poiuztrewq', true],
  ['an id with another character has an unknown one', inventing, 'qwertzuio-', false],
] as const)('%s', (_, of, id, expected) => {
  expect(of.fitsKnownAlphabet('group', id)).toBe(expected);
});
