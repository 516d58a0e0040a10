/** Defects against §5: the caller is read from the wrong part of a request, or from none. */
import { idSent, type Call } from '../../../src/judge/rules/call.ts';
import { UNKNOWN } from '../../../src/world/world.ts';
import { refusal } from '../../../simulator/answer/answer.ts';
import type { ReadCall } from '../../../simulator/answer/stages.ts';
import { answering } from '../../alterations/answers.ts';
import {
  isDashboard,
  isExpired,
  isUnbound,
  sendingPlayer,
  callWithKey,
  withToken,
} from '../../alterations/callers.ts';
import { boundTo, knowingGames } from '../../alterations/games.ts';
import { masterKey, tokenOf } from '../../alterations/keys.ts';
import { calling } from '../../alterations/requests.ts';
import { overlooking } from '../../alterations/rules.ts';
import { findingSubject } from '../../alterations/subjects.ts';
import { both, breaking, type Alter, type Mutant } from '../mutant.ts';

const hasNone = ({ key, token, game }: Call): boolean =>
  key.is === 'missing' && token.is === 'missing' && game.is === 'missing';

/** Such calls are made with the key of an operator, and the token of the player they ask about. */
const asOperator = (of: (call: Call) => boolean): Alter =>
  knowingGames((games) =>
    calling((call) => {
      const [game] = games();
      return game === undefined || !of(call) ? call : asOperatorOf(game, call);
    }),
  );

function asOperatorOf(game: string, call: ReadCall): ReadCall {
  const id = idSent(call);
  const operators = callWithKey(call, masterKey(call, game));
  return call.endpoint.variant === 'client' && call.token.is !== 'known'
    ? withToken(operators, tokenOf(typeof id === 'string' ? id : '', game))
    : operators;
}

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

export const WHO_ASKS_MUTANTS: readonly Mutant[] = breaking({
  '5.3/missing': {
    'no-credentials-pass': [
      'serves a request without key, token and game as if an operator had sent it',
      asOperator(hasNone),
    ],
    'dashboard-token-replaces-key': [
      'asks for no secret key where the token of the dashboard is sent',
      asOperator((call) => isDashboard(call) && call.key.is === 'missing'),
    ],
  },
  '5.3/wrong': {
    'dashboard-token-rights-key': [
      'asks for no right secret key where the token of the dashboard is sent',
      asOperator((call) => isDashboard(call) && call.key.is === 'unknown'),
    ],
  },
  '5.4/not-allow': {
    'dashboard-token-replaces-rule': [
      'asks for no permission rule where the token of the dashboard is sent',
      both(overlooking('permission', isDashboard), overlooking('authorisation', isDashboard)),
    ],
    'unbound-keys-need-no-rule': [
      'asks for no permission rule where the key carries no game',
      overlooking('permission', isUnbound),
    ],
  },
  '4.1/rule/required': {
    'one-key-has-every-rule': [
      'asks for no permission rule where one key among many is sent',
      overlooking('permission', ({ key }) => key.is === 'known' && key.value.name === 'only-group-server'),
    ],
  },
  '1/one-target': {
    'token-overrides-game': [
      "reads the game of a player's token, whatever game key and Game-Id name",
      both(
        overlooking('token', (call) => sendingPlayer(call) !== undefined && !isExpired(call)),
        findingSubject((sought, find, call) =>
          find({ ...sought, game: sendingPlayer(call)?.game ?? sought.game }),
        ),
      ),
    ],
    'senders-of-first-game': [
      'reads a player who asks for itself in the first game, whatever game the key carries',
      knowingGames((games) =>
        findingSubject((sought, find, call) =>
          call.endpoint.id === 'gamePlayer.client' && idSent(call) === undefined
            ? find({ ...sought, game: games()[0] ?? sought.game })
            : find(sought),
        ),
      ),
    ],
  },
  '5.3/game': {
    'token-makes-game-id-fit': [
      'takes a Game-Id for right that is the game of the token, whatever game the key carries',
      calling((call) => {
        const game = sendingPlayer(call)?.game;
        const fits = game !== undefined && call.game.is === 'given' && call.game.id === game;
        return fits ? boundTo(call, game) : call;
      }),
    ],
  },
  'principle/no-leak': {
    'expired-token-tells-existence': [
      'refuses an expired token with another code where nothing has the id',
      expiredTellsExistence,
    ],
  },
});
