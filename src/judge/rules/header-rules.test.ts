/** Headers of which something is unknown, or as no case of the suite sends them. The others: src/cases/suite-and-rulebook.test.ts, under every option. */
import { describe, expect, test } from 'vitest';
import { UNKNOWN } from '../../world/world.ts';
import { GAME_RULE, ROLE_RULE, TOKEN_RULE } from './header-rules.ts';
import { ANN, callOf, key, describeRulings, token, worldOf, type Asked } from './test-helpers/calls.ts';

/** A call, and the ruling on it; empty where there is none. */
type Row = readonly [what: string, asked: Asked, ruling: string];

const PARTIAL = worldOf({ complete: false });
const ONE_GAME = worldOf({ games: ['one'] });

const MISMATCH = 'SecretInvalid → -10 | OperationNotAuthorized → -6 | OperationInvalid → -4';

test.each<Row>([
  ['unknown', { key: key(UNKNOWN) }, `5.3/route role.mismatch: holds | ${MISMATCH}`],
  ['with an unknown key', { key: 'unknown' }, ''],
])('the role of the key (§5.2, role.mismatch): %s', (_, asked, ruling) => {
  expect(describeRulings(callOf(asked), ROLE_RULE).join()).toBe(ruling);
});

const UNKNOWN_GAME =
  '5.3/game gameId.unknown: SecretInvalid → -10 | ignored → holds | InvalidRequestParameters → -5';
const OTHER_CASE = 'gameId.case: SecretInvalid → -10 | that game → holds | InvalidRequestParameters → -5';
const NO_GAME =
  'SecretInvalid → -10 | InvalidRequestParameters → -5 | OperationNotAuthorized → -6 | OperationNotAllow → -2';

describe('the game (§4.2, §5.3, gameId.*, gameId.missing)', () => {
  const unbound = key('Player', { game: null });
  const unsure = key('Player', { game: UNKNOWN });

  test.each<Row>([
    ['other than that of the key', { game: 'two' }, '5.3/game: -10'],
    ["the key's in another case", { game: 'ONE' }, `5.3/game ${OTHER_CASE}`],
    ['another game in another case, next to that of the key', { game: 'TWO' }, UNKNOWN_GAME],
    [
      'in another case, with a key without a game',
      { key: unbound, game: 'Two' },
      `4.2/game-id/unknown ${OTHER_CASE.replace(':', ' gameId.nowhere:')} | OperationNotAuthorized → -6 | OperationNotAllow → -2`,
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

describe('the token (§5.1)', () => {
  test.each<Row>([
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
  ])('%s', (_, asked, ruling) => {
    expect(describeRulings(callOf(asked), TOKEN_RULE).join()).toBe(ruling);
  });

  test('may be of another game if the game of the key is unknown', () => {
    const asked = callOf({ key: key('Player', { game: UNKNOWN }) });
    expect(describeRulings(asked, TOKEN_RULE, PARTIAL)).toEqual([
      '5.1/other-game token.otherGame: holds | OperationNotAuthorized → -6 | another refusal → -10, -5, -4, -2 | accepted → holds',
    ]);
  });
});
