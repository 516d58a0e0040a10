/** Defects against §5: whose token is taken, whose data a client gets, and what refused callers learn. */
import { AUTH_TOKEN, SECRET_KEY } from '../../../src/spec/headers.ts';
import { alterString } from '../../../src/http/alterations/string-alterations.ts';
import { idSent, type Call } from '../../../src/judge/rules/call.ts';
import type { Facts } from '../../../src/judge/rules/ruling.ts';
import { relationOf, subjectOf, type Relation } from '../../../src/judge/rules/subject-of.ts';
import type { ReadCall } from '../../../simulator/answer/stages.ts';
import {
  boundGame,
  comes,
  hasRule,
  isDashboard,
  isExpired,
  isUnbound,
  holdingPlayer,
  sendingPlayer,
  tokenIs,
  withToken,
} from '../../alterations/callers.ts';
import { tokenOf, withFirstCallers, withClientsOwn } from '../../alterations/keys.ts';
import { on } from '../../alterations/places.ts';
import {
  calling,
  headerOf,
  LETTERS_AND_DIGITS,
  takingFor,
  takingId,
  withId,
} from '../../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../../alterations/rules.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const isUnknown = comes('token', 'unknown');
const isPlayers = tokenIs(({ holder }) => holder.kind === 'player');

const hasOtherRule = (call: Call): boolean => hasRule(call, call.endpoint.otherRule);
const isClient = ({ endpoint }: Call): boolean => endpoint.variant === 'client';

/** A client's request about a subject that is its own, or another's. */
const about =
  (relation: Relation) =>
  (call: Call, { world }: Facts): boolean => {
    const subject = subjectOf(call, world);
    return (
      isClient(call) &&
      isPlayers(call) &&
      subject.is === 'present' &&
      relationOf(call, subject.value) === relation
    );
  };

/** Takes a token that was never issued for that of a player whose id the request shows. */
const takingIdAsToken = (
  userIdOf: (call: ReadCall, token: string, key: string | undefined) => unknown,
): Alter =>
  calling((call, incoming) => {
    const userId = userIdOf(call, headerOf(incoming, AUTH_TOKEN) ?? '', headerOf(incoming, SECRET_KEY));
    const game = boundGame(call);
    return isUnknown(call) && typeof userId === 'string' && game !== undefined
      ? withToken(call, tokenOf(userId, game))
      : call;
  });

export const AUTHENTICATION_MUTANTS: readonly Mutant[] = breaking({
  '5.1/issued': {
    'unknown-token-not-noticed': [
      'serves a client with a token that was never issued',
      overlooking('token', isUnknown),
    ],
    'unknown-token-not-noticed-with-game-id': [
      'serves a client with a token that was never issued where the key carries no game',
      overlooking('token', (call) => isUnknown(call) && isUnbound(call)),
    ],
    'longer-tokens-pass': [
      'compares a token up to the length of the right one',
      takingFor(AUTH_TOKEN, (value) => [value.slice(0, -1)]),
    ],
    'shorter-tokens-pass': [
      'compares a token up to the length of the one that is sent',
      takingFor(AUTH_TOKEN, (value) => LETTERS_AND_DIGITS.map((last) => value + last)),
    ],
    'token-without-last-character': [
      'does not compare the last character of a token',
      takingFor(AUTH_TOKEN, (value) => LETTERS_AND_DIGITS.map((last) => value.slice(0, -1) + last)),
    ],
    'token-in-any-case': [
      'compares tokens without regard to case',
      takingFor(AUTH_TOKEN, (value) => [alterString(value, 'swap-case')]),
    ],
    'secret-key-passes-as-token': [
      'takes the secret key for the token of the player who is asked about',
      takingIdAsToken((call, token, key) => (token === key ? idSent(call) : undefined)),
    ],
    'user-id-passes-as-token': [
      'takes the id of a player for its token',
      takingIdAsToken((call, token) => (token === idSent(call) ? token : undefined)),
    ],
    'names-of-prototypes-as-tokens': [
      'finds a login under every name that a JavaScript object knows',
      takingIdAsToken((call, token) => (token in {} ? idSent(call) : undefined)),
    ],
    'players-refused-for-characters': [
      'refuses the tokens of players where they ask about a character',
      on(['characterPlayer.client'], alsoRefusing('token', 'OperationNotAuthorized', isPlayers)),
    ],
    'wrong-token-as-internal-error': [
      'answers an unknown token with InternalServerError on one endpoint',
      on(['group.client'], refusingAs('token', 'InternalServerError', isUnknown)),
    ],
    'dashboard-as-secret-invalid': [
      'refuses the token of the dashboard as SecretInvalid on client variants',
      alsoRefusing('token', 'SecretInvalid', (call) => isClient(call) && isDashboard(call)),
    ],
    'dashboard-without-rule-as-secret-invalid': [
      'refuses the token of the dashboard as SecretInvalid where the key lacks otherSelfEnable',
      refusingAs('authorisation', 'SecretInvalid', isDashboard),
    ],
  },
  '5.1/code': {
    'wrong-token-as-secret-invalid': [
      'answers an unknown token with SecretInvalid',
      refusingAs('token', 'SecretInvalid', isUnknown),
    ],
  },
  '5.1/expired': {
    'expired-tokens-pass': ['serves a client with an expired token', overlooking('token', isExpired)],
  },
  '5.1/other-game': {
    'tokens-of-other-games-pass': [
      'serves a client with the token of another game',
      overlooking(
        'token',
        tokenIs(({ expired, holder }) => holder.kind === 'player' && !expired),
      ),
    ],
  },
  '5.1/dashboard': {
    'dashboard-not-allowed': [
      'refuses the token of the dashboard as OperationNotAllow, though the key has otherSelfEnable',
      alsoRefusing('authorisation', 'OperationNotAllow', (call) => isDashboard(call) && hasOtherRule(call)),
    ],
  },
  '5.1/identifies': {
    'dashboard-is-first-player': [
      'answers the dashboard without userId about the first player who asked',
      withFirstCallers((call, { token }) => {
        const userId = idSent(call) === undefined ? holdingPlayer(token)?.userId : undefined;
        return call.endpoint.id === 'gamePlayer.client' && isDashboard(call) && userId !== undefined
          ? withId(call, userId)
          : call;
      }),
    ],
    'client-keeps-its-first-token': [
      'takes every request of a client for one of the player who sent its first',
      withClientsOwn((call, { token }) => (token === undefined ? call : withToken(call, token))),
    ],
  },
  '5.4/other-self-enable': {
    'other-players-open': [
      'gives the data of another player without otherSelfEnable',
      on(['gamePlayer.client'], overlooking('authorisation')),
    ],
    'other-rule-opens-others': [
      'gives the data of another player with otherSelfEnable alone',
      overlooking('permission', (call, facts) => hasOtherRule(call) && about("another's")(call, facts)),
    ],
  },
  '1/one-target': {
    'others-get-senders-tags': [
      "gives the sender's tags where the data of another player is asked for without otherSelfEnable",
      takingId((id, call) => {
        const own = call.endpoint.id === 'gamePlayer.client' ? sendingPlayer(call)?.userId : undefined;
        return own === undefined || hasOtherRule(call) ? id : own;
      }),
    ],
  },
  '5.4/not-allow': {
    'other-rule-opens-own': [
      "gives the sender's own data with otherSelfEnable alone",
      overlooking('permission', (call, facts) => hasOtherRule(call) && about('own')(call, facts)),
    ],
  },
  '5.5/permitted': {
    'others-refused-despite-rule': [
      'refuses the data of another player as OperationNotAuthorized, though the key has otherSelfEnable',
      alsoRefusing(
        'authorisation',
        'OperationNotAuthorized',
        (call, facts) => hasOtherRule(call) && about("another's")(call, facts),
      ),
    ],
  },
  '5.5/target': {
    'own-group-as-invalid-parameters': [
      'refuses a group to its members as InvalidRequestParameters without otherSelfEnable',
      on(
        ['group.client'],
        alsoRefusing(
          'authorisation',
          'InvalidRequestParameters',
          (call, facts) => !hasOtherRule(call) && about('own')(call, facts),
        ),
      ),
    ],
    'own-character-refused': [
      "refuses the sender's own character without otherSelfEnable",
      on(
        ['characterPlayer.client'],
        alsoRefusing(
          'authorisation',
          'OperationNotAuthorized',
          (call, facts) => !hasOtherRule(call) && about('own')(call, facts),
        ),
      ),
    ],
    'own-second-character-refused': [
      "refuses the sender's own characters but the first without otherSelfEnable",
      (stages) => {
        const first = new Map<string, unknown>();
        const isFirst = (call: Call): boolean => {
          const sender = sendingPlayer(call)?.userId ?? '';
          if (!first.has(sender)) first.set(sender, idSent(call));
          return first.get(sender) === idSent(call);
        };
        const isOwnToo: Parameters<typeof alsoRefusing>[2] = (call, facts) =>
          !hasOtherRule(call) && about('own')(call, facts) && !isFirst(call);
        return on(
          ['characterPlayer.client'],
          alsoRefusing('authorisation', 'OperationNotAllow', isOwnToo),
        )(stages);
      },
    ],
    'foreign-character-as-secret-invalid': [
      "refuses a character that is not the sender's as SecretInvalid",
      on(
        ['characterPlayer.client'],
        alsoRefusing(
          'authorisation',
          'SecretInvalid',
          (call, facts) => !hasOtherRule(call) && about("another's")(call, facts),
        ),
      ),
    ],
  },
});
