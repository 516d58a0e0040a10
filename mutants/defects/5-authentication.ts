/** Defects against §5: whose token is taken, whose data a client gets, and what the refused learn. */
import { AUTH_TOKEN, SECRET_KEY } from '../../src/contract/headers.ts';
import { idSent, type Call } from '../../src/rules/call.ts';
import type { Facts } from '../../src/rules/ruling.ts';
import { relationOf, subjectOf, type Relation } from '../../src/rules/subject-of.ts';
import { UNKNOWN, type AuthToken } from '../../src/world/world.ts';
import type { ReadCall } from '../../simulator/pipeline/stages.ts';
import { tokenOf, withAnybodys, withClientsOwn } from '../alterations/keys.ts';
import { on } from '../alterations/places.ts';
import { calling, headerOf, takingFor, takingId, withId } from '../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../alterations/rules.ts';
import type { Alter, Mutant } from './mutant.ts';

const CHARACTERS = [...'0123456789abcdefghijklmnopqrstuvwxyz'];
const swapCase = (text: string): string =>
  [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');

const tokenIs =
  (fits: (token: AuthToken) => boolean) =>
  ({ token }: Call): boolean =>
    token.is === 'known' && fits(token.value);
const isUnknown = ({ token }: Call): boolean => token.is === 'unknown';
const isDashboard = tokenIs(({ holder }) => holder.kind === 'dashboard');
const isPlayers = tokenIs(({ holder }) => holder.kind === 'player');

const hasOtherRule = ({ key, endpoint }: Call): boolean =>
  key.is === 'known' && key.value.rules !== UNKNOWN && key.value.rules.has(endpoint.otherRule);
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

/** What was never issued is taken for the token of a player whose id the request shows. */
const takingIdAsToken = (
  userIdOf: (call: ReadCall, token: string, key: string | undefined) => unknown,
): Alter =>
  calling((call, incoming) => {
    const { key } = call;
    const userId = userIdOf(call, headerOf(incoming, AUTH_TOKEN) ?? '', headerOf(incoming, SECRET_KEY));
    const game = key.is === 'known' ? key.value.game : null;
    return isUnknown(call) && typeof userId === 'string' && typeof game === 'string'
      ? { ...call, token: { is: 'known', value: tokenOf(userId, game) } }
      : call;
  });

const ISSUED: readonly Mutant[] = [
  {
    name: 'unknown-token-not-noticed',
    clause: '5.1/issued',
    description: 'serves a client with a token that was never issued',
    alter: overlooking('token', isUnknown),
  },
  {
    name: 'unknown-token-not-noticed-with-game-id',
    clause: '5.1/issued',
    description: 'serves a client with a token that was never issued where the key carries no game',
    alter: overlooking(
      'token',
      (call) => isUnknown(call) && call.key.is === 'known' && call.key.value.game === null,
    ),
  },
  {
    name: 'longer-tokens-pass',
    clause: '5.1/issued',
    description: 'compares a token up to the length of the right one',
    alter: takingFor(AUTH_TOKEN, (value) => [value.slice(0, -1)]),
  },
  {
    name: 'shorter-tokens-pass',
    clause: '5.1/issued',
    description: 'compares a token up to the length of the one that is sent',
    alter: takingFor(AUTH_TOKEN, (value) => CHARACTERS.map((last) => value + last)),
  },
  {
    name: 'token-without-last-character',
    clause: '5.1/issued',
    description: 'does not compare the last character of a token',
    alter: takingFor(AUTH_TOKEN, (value) => CHARACTERS.map((last) => value.slice(0, -1) + last)),
  },
  {
    name: 'token-in-any-case',
    clause: '5.1/issued',
    description: 'compares tokens without regard to case',
    alter: takingFor(AUTH_TOKEN, (value) => [swapCase(value)]),
  },
  {
    name: 'secret-key-passes-as-token',
    clause: '5.1/issued',
    description: 'takes the secret key for the token of the player who is asked about',
    alter: takingIdAsToken((call, token, key) => (token === key ? idSent(call) : undefined)),
  },
  {
    name: 'user-id-passes-as-token',
    clause: '5.1/issued',
    description: 'takes the id of a player for its token',
    alter: takingIdAsToken((call, token) => (token === idSent(call) ? token : undefined)),
  },
  {
    name: 'players-refused-for-characters',
    clause: '5.1/issued',
    description: 'refuses the tokens of players where they ask about a character',
    alter: on(['characterPlayer.client'], alsoRefusing('token', 'OperationNotAuthorized', isPlayers)),
  },
  {
    name: 'wrong-token-as-secret-invalid',
    clause: '5.1/code',
    description: 'answers an unknown token with SecretInvalid',
    alter: refusingAs('token', 'SecretInvalid', isUnknown),
  },
  {
    name: 'wrong-token-as-internal-error',
    clause: '5.1/issued',
    description: 'answers an unknown token with InternalServerError on one endpoint',
    alter: on(['group.client'], refusingAs('token', 'InternalServerError', isUnknown)),
  },
  {
    name: 'expired-tokens-pass',
    clause: '5.1/expired',
    description: 'serves a client with an expired token',
    alter: overlooking(
      'token',
      tokenIs(({ expired }) => expired),
    ),
  },
  {
    name: 'tokens-of-other-games-pass',
    clause: '5.1/other-game',
    description: 'serves a client with the token of another game',
    alter: overlooking(
      'token',
      tokenIs(({ expired, holder }) => holder.kind === 'player' && !expired),
    ),
  },
];

const SENDERS: readonly Mutant[] = [
  {
    name: 'dashboard-not-allowed',
    clause: '5.1/dashboard',
    description:
      'refuses the token of the dashboard as OperationNotAllow, though the key has otherSelfEnable',
    alter: alsoRefusing(
      'authorisation',
      'OperationNotAllow',
      (call) => isDashboard(call) && hasOtherRule(call),
    ),
  },
  {
    name: 'dashboard-as-secret-invalid',
    clause: '5.1/issued',
    description: 'refuses the token of the dashboard as SecretInvalid on client variants',
    alter: alsoRefusing('token', 'SecretInvalid', (call) => isClient(call) && isDashboard(call)),
  },
  {
    name: 'dashboard-without-rule-as-secret-invalid',
    clause: '5.1/issued',
    description: 'refuses the token of the dashboard as SecretInvalid where the key lacks otherSelfEnable',
    alter: refusingAs('authorisation', 'SecretInvalid', isDashboard),
  },
  {
    name: 'dashboard-is-first-player',
    clause: '5.1/identifies',
    description: 'answers the dashboard without userId about the first player who asked',
    alter: withAnybodys((call, { token }) =>
      call.endpoint.id === 'gamePlayer.client' &&
      isDashboard(call) &&
      idSent(call) === undefined &&
      token?.holder.kind === 'player'
        ? withId(call, token.holder.userId)
        : call,
    ),
  },
  {
    name: 'client-keeps-its-first-token',
    clause: '5.1/identifies',
    description: 'takes every request of a client for one of the player who sent its first',
    alter: withClientsOwn((call, { token }) =>
      token === undefined ? call : { ...call, token: { is: 'known', value: token } },
    ),
  },
];

const OTHERS: readonly Mutant[] = [
  {
    name: 'other-players-open',
    clause: '5.4/other-self-enable',
    description: 'gives the data of another player without otherSelfEnable',
    alter: on(['gamePlayer.client'], overlooking('authorisation')),
  },
  {
    name: 'others-get-senders-tags',
    clause: '1/one-target',
    description:
      "gives the sender's tags where the data of another player is asked for without otherSelfEnable",
    alter: takingId((id, call) => {
      const holder = isPlayers(call) && call.token.is === 'known' ? call.token.value.holder : undefined;
      const own =
        call.endpoint.id === 'gamePlayer.client' && holder?.kind === 'player' ? holder.userId : undefined;
      return own === undefined || hasOtherRule(call) ? id : own;
    }),
  },
  {
    name: 'other-rule-opens-own',
    clause: '5.4/not-allow',
    description: "gives the sender's own data with otherSelfEnable alone",
    alter: overlooking('permission', (call, facts) => hasOtherRule(call) && about('own')(call, facts)),
  },
  {
    name: 'other-rule-opens-others',
    clause: '5.4/other-self-enable',
    description: 'gives the data of another player with otherSelfEnable alone',
    alter: overlooking('permission', (call, facts) => hasOtherRule(call) && about("another's")(call, facts)),
  },
  {
    name: 'others-refused-despite-rule',
    clause: '5.5/permitted',
    description:
      'refuses the data of another player as OperationNotAuthorized, though the key has otherSelfEnable',
    alter: alsoRefusing(
      'authorisation',
      'OperationNotAuthorized',
      (call, facts) => hasOtherRule(call) && about("another's")(call, facts),
    ),
  },
  {
    name: 'own-group-as-invalid-parameters',
    clause: '5.5/target',
    description: 'refuses a group to its members as InvalidRequestParameters without otherSelfEnable',
    alter: on(
      ['group.client'],
      alsoRefusing(
        'authorisation',
        'InvalidRequestParameters',
        (call, facts) => !hasOtherRule(call) && about('own')(call, facts),
      ),
    ),
  },
  {
    name: 'own-character-refused',
    clause: '5.5/target',
    description: "refuses the sender's own character without otherSelfEnable",
    alter: on(
      ['characterPlayer.client'],
      alsoRefusing(
        'authorisation',
        'OperationNotAuthorized',
        (call, facts) => !hasOtherRule(call) && about('own')(call, facts),
      ),
    ),
  },
  {
    name: 'foreign-character-as-secret-invalid',
    clause: '5.5/target',
    description: "refuses a character that is not the sender's as SecretInvalid",
    alter: on(
      ['characterPlayer.client'],
      alsoRefusing(
        'authorisation',
        'SecretInvalid',
        (call, facts) => !hasOtherRule(call) && about("another's")(call, facts),
      ),
    ),
  },
];

export const AUTHENTICATION_MUTANTS: readonly Mutant[] = [...ISSUED, ...SENDERS, ...OTHERS];
