/** Each kind of fault, with examples that are one and examples that are not. */
import { expect, test } from 'vitest';
import { worldOf } from '../../../cases/test-helpers/made.ts';
import type { Answered } from './inquiry.ts';
import { failByTrait } from './fail-by-trait.ts';
import { setupFaults } from './orientation.ts';
import { inquiry, NOT_FOUND, OK, refusedWith, type Question } from './test-helpers/inquiries.ts';

const { world } = worldOf(`{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [
    { name: admin, key: key-of-admin, role: Admin, game: meadow, rules: [gamePlayer.getTag.serverSelfEnable, gamePlayer.getTag.adminSelfEnable] },
    { name: second, key: key-of-second, role: Admin, game: meadow, rules: [gamePlayer.getTag.serverSelfEnable, gamePlayer.getTag.adminSelfEnable] },
    { name: roaming, key: key-of-roaming, role: Admin, game: null, rules: [gamePlayer.getTag.serverSelfEnable] },
    { name: wandering, key: key-of-wandering, role: Admin, game: null, rules: [gamePlayer.getTag.serverSelfEnable] },
    { name: player, key: key-of-player, role: Player, game: meadow, rules: [gamePlayer.getTag.selfEnable] },
  ],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1, game: meadow }],
  gamePlayers: [
    { userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }] },
    { userId: playerbob2, game: meadow, tags: [{ key: vip, value: tin }] },
    { userId: playercyd3, game: meadow, tags: [] },
    { userId: playerdot4, game: meadow, tags: [] },
    { userId: playerann1, game: harbor, tags: [{ key: vip, value: rope }] },
  ],
  absent: { gamePlayers: [nosuchplay] },
}`);

const GOLD = OK(['vip', 'gold']);
const NO_SECRET = refusedWith('SecretInvalid');
const NO_RULE = refusedWith('OperationNotAllow');

type Seen = readonly [question: Partial<Question>, answered: Answered];
const got = (...seen: Seen): Seen => seen;
const SERVER: Question = { key: 'admin', on: 'gamePlayer.server', about: 'playerann1' };
const CLIENT: Partial<Question> = { key: 'player', on: 'gamePlayer.client', token: 'ann' };
const WORKS: Seen = got({}, GOLD);

function faultsOf(...seen: readonly Seen[]): readonly string[] {
  const inquiries = seen.map(([question, answered]) => inquiry(world, { ...SERVER, ...question }, answered));
  return setupFaults(world, inquiries).map(({ message }) => message);
}

test.each<readonly [what: string, seen: readonly Seen[], message: RegExp]>([
  [
    'a key that is refused everywhere',
    [got({ key: 'second' }, NO_SECRET), WORKS],
    /^the key "second" is refused everywhere/,
  ],
  ['the only key', [got({}, NO_SECRET)], /^the key "admin" is refused everywhere/],
  [
    'a key that is answered in the other role',
    [WORKS, got({ key: 'second' }, NO_SECRET), got({ ...CLIENT, key: 'second' }, GOLD)],
    /^the key "second" is declared with role Admin, .* answered on gamePlayer\.client$/,
  ],
  [
    'a rule that one key lacks and another has',
    [WORKS, got({ key: 'second' }, NO_RULE)],
    /^the key "second" is declared with the rule gamePlayer\.getTag\.serverSelfEnable/,
  ],
  [
    'a token whose own player is refused',
    [got(CLIENT, refusedWith('OperationNotAuthorized'))],
    /^the token "ann" is refused with OperationNotAuthorized$/,
  ],
  [
    'a game that the key refuses, if it finds nothing as declared',
    [got({}, OK(['vip', 'rope'])), got({ gameId: 'meadow' }, NO_SECRET)],
    /^the key "admin" is declared with the game meadow/,
  ],
  [
    'a game that is refused while another is answered',
    [
      got({ key: 'roaming', gameId: 'meadow' }, GOLD),
      got({ key: 'roaming', game: 'harbor', gameId: 'harbor' }, NO_SECRET),
    ],
    /^the game "harbor" is refused as Game-Id with SecretInvalid$/,
  ],
  [
    'a player that no reading finds',
    [WORKS, got({ about: 'playerbob2' }, NOT_FOUND)],
    /^the game player playerbob2 of the game meadow is not found/,
  ],
  [
    'an absent id that has its own tags',
    [
      got({ about: 'nosuchplay', origin: 'declared absent' }, OK(['new', 'yes'])),
      got({ about: 'inventedid', origin: 'invented' }, NOT_FOUND),
    ],
    /^the game player nosuchplay is declared absent, but it has tags$/,
  ],
])('a fault of the set-up is: %s', (_, seen, message) => {
  expect(faultsOf(...seen)).toEqual([expect.stringMatching(message)]);
});

test.each<readonly [what: string, seen: readonly Seen[]]>([
  ['nothing at all', []],
  ['a world as declared', [WORKS, got(CLIENT, GOLD)]],
  [
    'a token, if every request is invalid with any token',
    [got({}, refusedWith('InvalidRequestParameters')), got(CLIENT, refusedWith('InvalidRequestParameters'))],
  ],
  [
    'several keys without a game that fail together, as with a defect',
    [
      WORKS,
      got({ key: 'roaming', gameId: 'meadow' }, NO_SECRET),
      got({ key: 'wandering', gameId: 'meadow' }, NO_SECRET),
    ],
  ],
  [
    'a key that is refused in some places and answered in others',
    [got({}, NO_SECRET), got({ on: 'gamePlayer.admin' }, GOLD)],
  ],
  ['a key that gets no reply', [got({}, { kind: 'no-reply', detail: 'closed' })]],
  [
    'a rule that several keys lack and none has, as with a defect',
    [got({}, NO_RULE), got({ key: 'second' }, NO_RULE)],
  ],
  [
    'a token that is refused only for another player',
    [got({ ...CLIENT, about: 'playerbob2' }, refusedWith('OperationNotAuthorized'))],
  ],
  [
    'a token that is refused once and answered once',
    [got(CLIENT, refusedWith('OperationNotAuthorized')), got(CLIENT, GOLD)],
  ],
  ['a token whose player lacks a rule', [got(CLIENT, NO_RULE), got({ ...CLIENT, key: 'player' }, GOLD)]],
  [
    'a game that the key refuses, if it finds its players as declared',
    [WORKS, got({ gameId: 'meadow' }, NO_SECRET)],
  ],
  [
    'players without tags that are missing together, as with a defect',
    [WORKS, got({ about: 'playercyd3' }, NOT_FOUND), got({ about: 'playerdot4' }, NOT_FOUND)],
  ],
  ['a player that one reading finds', [got({}, NOT_FOUND), got({ on: 'gamePlayer.admin' }, GOLD)]],
  [
    'an absent id that is taken for a declared one',
    [
      got({ about: 'nosuchplay', origin: 'declared absent' }, GOLD),
      got({ about: 'inventedid', origin: 'invented' }, NOT_FOUND),
    ],
  ],
  [
    'an absent id that is found, as invented ones are',
    [
      got({ about: 'nosuchplay', origin: 'declared absent' }, OK(['new', 'yes'])),
      got({ about: 'inventedid', origin: 'invented' }, OK(['new', 'yes'])),
    ],
  ],
])('not a fault of the set-up is: %s', (_, seen) => {
  expect(faultsOf(...seen)).toEqual([]);
});

const isEven = (number: number): boolean => number % 2 === 0;

test.each([
  ['several failures that share it, if nothing that works has it', [2, 4], [1, 3], true],
  ['a single failure, which may be chance', [2], [1, 3], false],
  ['several failures, one without it', [2, 3], [1], false],
  ['several failures, if something that works has it', [2, 4], [1, 6], false],
  ['failures only, as nothing works', [2, 4], [], false],
])('looks for a common trait of %s', (_, failing, working, expected) => {
  expect(failByTrait(failing, working, [isEven])).toBe(expected);
});
