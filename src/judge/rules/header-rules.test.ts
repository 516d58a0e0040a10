/** Questions role.mismatch, token.*, token.unasked, gameId.* and gameId.missing. */
import { describe, expect, test } from 'vitest';
import { UNKNOWN } from '../../world/world.ts';
import { GAME_RULE, ROLE_RULE, SECRET_KEY_RULE, TOKEN_RULE } from './header-rules.ts';
import {
  ANN,
  callOf,
  DASHBOARD,
  key,
  describeRulings,
  token,
  worldOf,
  type Asked,
} from './test-helpers/calls.ts';

/** A call, and the ruling on it; empty where there is none. */
type Row = readonly [what: string, asked: Asked, ruling: string];

const PARTIAL = worldOf({ complete: false });
const ONE_GAME = worldOf({ games: ['one'] });

test.each<Row>([
  ['known', {}, ''],
  ['missing', { key: 'missing' }, '5.3/missing: -10'],
  ['empty', { key: 'empty' }, '5.3/missing: -10'],
  ['unknown', { key: 'unknown' }, '5.3/wrong: -10'],
])('the secret key (§5.3): %s', (_, asked, ruling) => {
  expect(describeRulings(callOf(asked), SECRET_KEY_RULE).join()).toBe(ruling);
});

const MISMATCH = 'SecretInvalid → -10 | OperationNotAuthorized → -6 | OperationInvalid → -4';
const OTHER_ROLE = `5.3/route role.mismatch: ${MISMATCH}`;

test.each<Row>([
  ['Player on client', { key: key('Player') }, ''],
  ['Admin on server', { on: 'group.server', key: key('Admin') }, ''],
  ['Admin on admin', { on: 'group.admin', key: key('Admin') }, ''],
  ['Admin on client', { key: key('Admin') }, OTHER_ROLE],
  ['Player on server', { on: 'group.server', key: key('Player') }, OTHER_ROLE],
  ['Player on admin', { on: 'group.admin', key: key('Player') }, OTHER_ROLE],
  ['unknown', { key: key(UNKNOWN) }, `5.3/route role.mismatch: holds | ${MISMATCH}`],
  ['with an unknown key', { key: 'unknown' }, ''],
])('the role of the key (§5.2, role.mismatch): %s', (_, asked, ruling) => {
  expect(describeRulings(callOf(asked), ROLE_RULE).join()).toBe(ruling);
});

const UNKNOWN_GAME =
  '5.3/game gameId.unknown: SecretInvalid → -10 | ignored → holds | InvalidRequestParameters → -5';
const NO_GAME =
  'SecretInvalid → -10 | InvalidRequestParameters → -5 | OperationNotAuthorized → -6 | OperationNotAllow → -2';
const OTHER_CASE_OF_BOUND =
  'gameId.case: SecretInvalid → -10 | that game → holds | InvalidRequestParameters → -5';
const OTHER_CASE = `${OTHER_CASE_OF_BOUND.replace('gameId.case', 'gameId.case gameId.nowhere')} | OperationNotAuthorized → -6 | OperationNotAllow → -2`;

const GAME_MISSING = `4.2/game-id/required gameId.missing: ${NO_GAME}`;

describe('the game (§4.2, §5.3, gameId.*, gameId.missing)', () => {
  const unbound = key('Player', { game: null });
  const unsure = key('Player', { game: UNKNOWN });

  test.each<Row>([
    ["only the key's", {}, ''],
    ["the key's, repeated", { game: 'one' }, ''],
    ['other than that of the key', { game: 'two' }, '5.3/game: -10'],
    ['an unknown one, next to that of the key', { game: 'three' }, UNKNOWN_GAME],
    ["the key's in another case", { game: 'ONE' }, `5.3/game ${OTHER_CASE_OF_BOUND}`],
    ['another game in another case, next to that of the key', { game: 'TWO' }, UNKNOWN_GAME],
    [
      'empty, next to that of the key',
      { game: '' },
      '5.3/game gameId.empty: SecretInvalid → -10 | as absent → holds',
    ],
    ['named only by Game-Id', { key: unbound, game: 'two' }, ''],
    ['no game at all', { key: unbound }, GAME_MISSING],
    ['empty, with a key without a game', { key: unbound, game: '' }, GAME_MISSING],
    [
      'an unknown one, with a key without a game',
      { key: unbound, game: 'three' },
      `4.2/game-id/unknown gameId.nowhere: ${NO_GAME}`,
    ],
    [
      'in another case, with a key without a game',
      { key: unbound, game: 'Two' },
      `4.2/game-id/unknown ${OTHER_CASE}`,
    ],
    [
      'not named, with a key that may carry one',
      { key: unsure },
      `4.2/game-id/required gameId.missing: holds | ${NO_GAME}`,
    ],
    ['with an unknown key', { key: 'unknown', game: 'two' }, ''],
  ])('%s', (_, asked, ruling) => {
    expect(describeRulings(callOf(asked), GAME_RULE).join()).toBe(ruling);
  });

  test('a request without a game may mean the only game of the world', () => {
    expect(describeRulings(callOf({ key: unbound }), GAME_RULE, ONE_GAME)).toEqual([
      `4.2/game-id/required gameId.missing: ${NO_GAME} | the only game → holds`,
    ]);
  });

  test.each<Row>([
    [
      'with a key without a game',
      { key: unbound, game: 'three' },
      `4.2/game-id/unknown gameId.nowhere: holds | ${NO_GAME}`,
    ],
    ['next to that of the key', { game: 'three' }, UNKNOWN_GAME],
  ])('a game that an incomplete world does not list may exist: %s', (_, asked, ruling) => {
    expect(describeRulings(callOf(asked), GAME_RULE, PARTIAL).join()).toBe(ruling);
  });

  test.each(['one', 'two', 'three', ''])(
    'with a key that may carry a game, Game-Id "%s" may be right or wrong',
    (game) => {
      const [ruling = '', ...others] = describeRulings(callOf({ key: unsure, game }), GAME_RULE, PARTIAL);
      expect(others).toEqual([]);
      expect(ruling).toMatch(/^5\.3\/game .*holds/);
      // §5.3: a key of another game gives -10, however a key without a game is answered.
      expect(ruling).toMatch(/: holds, -10 \| /);
    },
  );
});

const REFUSED = '-6';
const NAMED = 'InvalidRequestParameters → -5 Auth-Token any';
const OTHERWISE = 'another refusal → -10, -5, -4, -2';
const NO_TOKEN = `4.2/auth-token/required token.missing: OperationNotAuthorized → ${REFUSED} | ${NAMED} | ${OTHERWISE}`;
const UNASKED = '4.2/auth-token/not-sent token.unasked: ignored → holds | refused → -6, -10, -5, -4, -2';

describe('the token (§5.1, token.*, token.unasked)', () => {
  test.each<Row>([
    ['in force', {}, ''],
    ['missing', { token: 'missing' }, NO_TOKEN],
    ['empty', { token: 'empty' }, NO_TOKEN],
    [
      'unknown',
      { token: 'unknown' },
      `5.1/issued token.wrong: OperationNotAuthorized → ${REFUSED} | ${OTHERWISE}`,
    ],
    [
      'expired',
      { token: token(ANN, 'one', true) },
      `5.1/expired token.expired: OperationNotAuthorized → ${REFUSED} | ${OTHERWISE} | accepted → holds`,
    ],
    [
      'of another game',
      { token: token(ANN, 'two') },
      `5.1/other-game token.otherGame: OperationNotAuthorized → ${REFUSED} | ${OTHERWISE} | accepted → holds`,
    ],
    ['of the dashboard', { token: DASHBOARD }, ''],
    [
      'of the game that Game-Id names',
      { key: key('Player', { game: null }), game: 'two', token: token(ANN, 'two') },
      '',
    ],
    [
      'of a game, in a request without a game',
      { key: key('Player', { game: null }), token: token(ANN, 'two') },
      '',
    ],
    ['missing on an endpoint that takes none', { on: 'group.server' }, ''],
    ['valid on an endpoint that takes none', { on: 'group.server', token: 'known' }, UNASKED],
    ['empty on an endpoint that takes none', { on: 'group.admin', token: 'empty' }, UNASKED],
    ['unknown on an endpoint that takes none', { on: 'group.admin', token: 'unknown' }, UNASKED],
  ])('%s', (_, asked, ruling) => {
    expect(describeRulings(callOf(asked), TOKEN_RULE).join()).toBe(ruling);
  });

  test('may be of another game if the game of the key is unknown', () => {
    const asked = callOf({ key: key('Player', { game: UNKNOWN }) });
    expect(describeRulings(asked, TOKEN_RULE, PARTIAL)).toEqual([
      `5.1/other-game token.otherGame: holds | OperationNotAuthorized → ${REFUSED} | ${OTHERWISE} | accepted → holds`,
    ]);
  });
});
