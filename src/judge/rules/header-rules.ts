/** The rules of the request headers: secret key, role, game and token (§4.2, §5.1 to §5.3). */
import { DEFINED_REFUSALS } from '../../spec/codes.ts';
import { AUTH_TOKEN } from '../../spec/headers.ts';
import { UNKNOWN, type AuthToken } from '../../world/world.ts';
import type { Call } from './call.ts';
import { gameInOtherCase, gameOf } from './subject-of.ts';
import {
  ALLOW,
  always,
  choices,
  option,
  options,
  refuse,
  refuseMember,
  type Facts,
  type Rule,
  type Alternative,
  NOT_AUTHORIZED,
  ruled,
} from './ruling.ts';

const REFUSED_SECRET = refuse('SecretInvalid');
const OTHER_THAN_NOT_AUTHORIZED = DEFINED_REFUSALS.filter((code) => code !== 'OperationNotAuthorized');

/** §5.3: a secret key that is missing or wrong gives SecretInvalid. */
export const SECRET_KEY_RULE = {
  id: 'secret-key',
  after: [],
  judge: ({ key }) => {
    if (key.is === 'known')
      return key.value.unlisted === true ? ruled('5.3/wrong', [ALLOW, always(REFUSED_SECRET)]) : [];
    return ruled(key.is === 'unknown' ? '5.3/wrong' : '5.3/missing', [always(REFUSED_SECRET)]);
  },
} as const satisfies Rule;

/** §5.2: the role of the secret key must match the variant; question role.mismatch for the code. OperationNotAllow (-2) comes from the permission rule. */
export const ROLE_RULE = {
  id: 'role',
  after: ['secret-key'],
  judge: ({ endpoint, key }) => {
    if (key.is !== 'known' || key.value.role === endpoint.role) return [];
    const alternatives: readonly Alternative[] = [
      ...(key.value.role === UNKNOWN ? [ALLOW] : []),
      ...choices('role.mismatch'),
    ];
    return ruled('5.3/route', alternatives);
  },
} as const satisfies Rule;

/** §4.2, §5.3: Game-Id fits the game that the secret key carries, or names one where it carries none. */
export const GAME_RULE = {
  id: 'game',
  after: ['secret-key'],
  judge: (call, facts) => {
    if (call.key.is !== 'known') return [];
    const { game } = call.key.value;
    if (game === UNKNOWN) return gameOfUnknownKey(call, facts);
    return game === null ? gameOfUnboundKey(call, facts) : gameOfBoundKey(call, game, facts);
  },
} as const satisfies Rule;

type Rulings = ReturnType<Rule['judge']>;

/** The key may carry that game, another one, or none. */
function gameOfUnknownKey({ game }: Call, { world }: Facts): Rulings {
  if (game.is === 'given' && world.game(game.id).is === 'absent') {
    return ruled('4.2/game-id/unknown', [...NO_SUCH_GAME, option('gameId.unknown', 'ignored')]);
  }
  if (game.is === 'missing') return ruled('4.2/game-id/required', [ALLOW, ...GAME_MISSING]);
  return ruled('5.3/game', [ALLOW, always(REFUSED_SECRET), ...GAME_MISSING]);
}

/** Without a Game-Id only a game that is the only one could be meant. */
const GAME_MISSING = choices('gameId.missing').filter(({ refusal }) => refusal !== undefined);
const NO_SUCH_GAME = choices('gameId.nowhere');
/** The key may carry a game, so one that Game-Id names and that does not exist may be passed over. */
const UNKNOWN_GAME = choices('gameId.unknown');

/** A backend that compares exactly knows no game of that name, so it refuses as it does an unknown one. */
const BOUND_GAME_IN_OTHER_CASE = choices('gameId.case', [
  'SecretInvalid',
  'that game',
  'InvalidRequestParameters',
]);
const GAME_IN_OTHER_CASE = [
  ...BOUND_GAME_IN_OTHER_CASE,
  ...choices('gameId.nowhere', ['OperationNotAuthorized', 'OperationNotAllow']),
];

function gameOfUnboundKey({ game }: Call, { world }: Facts): Rulings {
  if (game.is !== 'given') {
    const only = world.games.length === 1 ? [option('gameId.missing', 'the only game')] : [];
    return ruled('4.2/game-id/required', [...GAME_MISSING, ...only]);
  }
  if (gameInOtherCase(world, game.id) !== undefined) return ruled('4.2/game-id/unknown', GAME_IN_OTHER_CASE);
  const found = world.game(game.id);
  if (found.is === 'present') return [];
  return ruled('4.2/game-id/unknown', found.is === 'absent' ? NO_SUCH_GAME : [ALLOW, ...NO_SUCH_GAME]);
}

function gameOfBoundKey({ game }: Call, bound: string, { world }: Facts): Rulings {
  if (game.is === 'missing' || (game.is === 'given' && game.id === bound)) return [];
  if (game.is === 'empty') return ruled('5.3/game', choices('gameId.empty', ['SecretInvalid', 'as absent']));
  if (gameInOtherCase(world, game.id) === bound) return ruled('5.3/game', BOUND_GAME_IN_OTHER_CASE);
  if (world.game(game.id).is === 'present') return ruled('5.3/game', [always(REFUSED_SECRET)]);
  return ruled('5.3/game', UNKNOWN_GAME);
}

/** §4.2, §5.1: a client sends a token that is in force; question token.* for the code, token.unasked for the other variants. */
export const TOKEN_RULE = {
  id: 'token',
  after: [],
  judge: (call, { world }) => {
    const { endpoint, token } = call;
    if (endpoint.variant !== 'client')
      return token.is === 'missing' ? [] : ruled('4.2/auth-token/not-sent', TOKEN_UNASKED);
    if (token.is === 'missing' || token.is === 'empty')
      return ruled('4.2/auth-token/required', TOKEN_MISSING);
    if (token.is === 'unknown') return ruled('5.1/issued', TOKEN_WRONG);
    if (token.value.unlisted === true) return ruled('5.1/issued', [ALLOW, ...TOKEN_WRONG]);
    if (token.value.expired) return ruled('5.1/expired', TOKEN_EXPIRED);
    const game = gameOf(call, world);
    if (game.is !== 'present')
      return mayBeOfOtherGame(call) ? ruled('5.1/other-game', [ALLOW, ...TOKEN_OTHER_GAME]) : [];
    return isOfGame(token.value, game.value) ? [] : ruled('5.1/other-game', TOKEN_OTHER_GAME);
  },
} as const satisfies Rule;

/** Which game the key carries is not known, so the token may be of another one. */
function mayBeOfOtherGame({ key, token }: Call): boolean {
  return (
    key.is === 'known' &&
    key.value.game === UNKNOWN &&
    token.is === 'known' &&
    token.value.holder.kind === 'player'
  );
}

const isOfGame = ({ holder }: AuthToken, game: string): boolean =>
  holder.kind === 'dashboard' || holder.game === game;

const TOKEN_UNASKED: readonly Alternative[] = [
  option('token.unasked', 'ignored'),
  ...options('token.unasked', 'refused', DEFINED_REFUSALS),
];
const TOKEN_MISSING: readonly Alternative[] = [
  option('token.missing', 'OperationNotAuthorized', NOT_AUTHORIZED),
  option('token.missing', 'InvalidRequestParameters', refuseMember({ member: AUTH_TOKEN, type: 'any' })),
  ...options('token.missing', 'another refusal', OTHER_THAN_NOT_AUTHORIZED),
];
const refusedToken = (
  question: 'token.wrong' | 'token.expired' | 'token.otherGame',
): readonly Alternative[] => [
  option(question, 'OperationNotAuthorized', NOT_AUTHORIZED),
  ...options(question, 'another refusal', OTHER_THAN_NOT_AUTHORIZED),
];
const TOKEN_WRONG = refusedToken('token.wrong');
const TOKEN_EXPIRED = [...refusedToken('token.expired'), option('token.expired', 'accepted')];
const TOKEN_OTHER_GAME = [...refusedToken('token.otherGame'), option('token.otherGame', 'accepted')];

/** The rules that find out who calls, in their order. */
export const CALLER_RULES = [
  SECRET_KEY_RULE,
  ROLE_RULE,
  GAME_RULE,
  TOKEN_RULE,
] as const satisfies readonly Rule[];
