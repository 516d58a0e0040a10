/** Defects against §5: who asks is taken from the wrong part of a request, or from none. */
import { idSent, type Call } from '../../src/rules/call.ts';
import { UNKNOWN } from '../../src/world/world.ts';
import { refusal } from '../../simulator/pipeline/answer.ts';
import type { ReadCall } from '../../simulator/pipeline/stages.ts';
import { answering } from '../alterations/answers.ts';
import { masterKey, tokenOf } from '../alterations/keys.ts';
import { calling } from '../alterations/requests.ts';
import { judging, overlooking } from '../alterations/rules.ts';
import { finding } from '../alterations/subjects.ts';
import { both, type Alter, type Mutant } from './mutant.ts';

const isDashboard = ({ token }: Call): boolean =>
  token.is === 'known' && token.value.holder.kind === 'dashboard';
const hasNone = ({ key, token, game }: Call): boolean =>
  key.is === 'missing' && token.is === 'missing' && game.is === 'missing';

/** The game of the player whose token is sent. */
function gameOfToken({ token }: Call): string | undefined {
  const holder = token.is === 'known' ? token.value.holder : undefined;
  return holder?.kind === 'player' ? holder.game : undefined;
}

/** Calls, with the games that are known as soon as a rule was asked once. */
const knowingGames =
  (alter: (call: ReadCall, firstGame: string) => ReadCall): Alter =>
  (stages) => {
    let first: string | undefined;
    const noting = judging('secret-key', (found, _, { world }) => {
      [first] = world.games;
      return found;
    });
    return calling((call) => (first === undefined ? call : alter(call, first)))(noting(stages));
  };

/** The call with the key of an operator, and the token of the player it asks about. */
function asOperator(call: ReadCall, game: string): ReadCall {
  const id = idSent(call);
  const withKey: ReadCall = { ...call, key: { is: 'known', value: masterKey(call, game) } };
  return call.endpoint.variant === 'client' && call.token.is !== 'known'
    ? { ...withKey, token: { is: 'known', value: tokenOf(typeof id === 'string' ? id : '', game) } }
    : withKey;
}

const isUnbound = ({ key }: Call): boolean => key.is === 'known' && key.value.game === null;
const isExpired = ({ token }: Call): boolean => token.is === 'known' && token.value.expired;

/** A refusal for the token is another one where nothing has the id. */
const expiredTellsExistence: Alter = (stages) =>
  answering((answer, call) => {
    if (answer.kind !== 'refused' || call === undefined || !isExpired(call)) return answer;
    const id = idSent(call);
    const game = call.key.is === 'known' ? call.key.value.game : UNKNOWN;
    const isAbsent =
      typeof id === 'string' &&
      typeof game === 'string' &&
      stages.lookup(call.endpoint.resource, game, id, call).is === 'absent';
    return isAbsent ? refusal('OperationNotAllow', 'nothing to allow') : answer;
  })(stages);

export const WHO_ASKS_MUTANTS: readonly Mutant[] = [
  {
    name: 'no-credentials-pass',
    clause: '5.3/missing',
    description: 'serves a request without key, token and game as if an operator had sent it',
    alter: knowingGames((call, game) => (hasNone(call) ? asOperator(call, game) : call)),
  },
  {
    name: 'dashboard-token-replaces-key',
    clause: '5.3/missing',
    description: 'asks for no secret key where the token of the dashboard is sent',
    alter: knowingGames((call, game) =>
      isDashboard(call) && call.key.is === 'missing' ? asOperator(call, game) : call,
    ),
  },
  {
    name: 'dashboard-token-rights-key',
    clause: '5.3/wrong',
    description: 'asks for no right secret key where the token of the dashboard is sent',
    alter: knowingGames((call, game) =>
      isDashboard(call) && call.key.is === 'unknown' ? asOperator(call, game) : call,
    ),
  },
  {
    name: 'dashboard-token-replaces-rule',
    clause: '5.4/not-allow',
    description: 'asks for no permission rule where the token of the dashboard is sent',
    alter: both(overlooking('permission', isDashboard), overlooking('authorisation', isDashboard)),
  },
  {
    name: 'unbound-keys-need-no-rule',
    clause: '5.4/not-allow',
    description: 'asks for no permission rule where the key carries no game',
    alter: overlooking('permission', isUnbound),
  },
  {
    name: 'token-overrides-game',
    clause: '1/one-target',
    description: "reads the game of a player's token, whatever game key and Game-Id name",
    alter: both(
      overlooking('token', (call) => gameOfToken(call) !== undefined && !isExpired(call)),
      finding((sought, find, call) => find({ ...sought, game: gameOfToken(call) ?? sought.game })),
    ),
  },
  {
    name: 'token-makes-game-id-fit',
    clause: '5.3/game',
    description: 'takes a Game-Id for right that is the game of the token, whatever game the key carries',
    alter: calling((call) => {
      const game = gameOfToken(call);
      const fits = game !== undefined && call.game.is === 'given' && call.game.id === game;
      return fits && call.key.is === 'known'
        ? { ...call, key: { is: 'known', value: { ...call.key.value, game } } }
        : call;
    }),
  },
  {
    name: 'senders-of-first-game',
    clause: '1/one-target',
    description: 'reads a player who asks for itself in the first game, whatever game the key carries',
    alter: (stages) => {
      let first: string | undefined;
      const noting = judging('secret-key', (found, _, { world }) => {
        [first] = world.games;
        return found;
      });
      return finding((sought, find, call) =>
        call.endpoint.id === 'gamePlayer.client' && idSent(call) === undefined
          ? find({ ...sought, game: first ?? sought.game })
          : find(sought),
      )(noting(stages));
    },
  },
  {
    name: 'expired-token-tells-existence',
    clause: 'principle/no-leak',
    description: 'refuses an expired token with another code where nothing has the id',
    alter: expiredTellsExistence,
  },
];
