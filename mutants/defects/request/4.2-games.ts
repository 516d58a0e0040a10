/** Defects against §4.2 and §5.3: which game a request reads, by its secret key or by Game-Id. */
import { GAME_ID } from '../../../src/spec/headers.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import type { Facts } from '../../../src/judge/rules/ruling.ts';
import { boundGame, comes, isUnbound } from '../../alterations/callers.ts';
import { boundTo, readingGame } from '../../alterations/games.ts';
import { calling, crashingOn, timesSent } from '../../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../../alterations/rules.ts';
import { on } from '../../alterations/places.ts';
import { breaking, type Mutant } from '../mutant.ts';

const isBound = (call: Call): boolean => boundGame(call) !== undefined;
const namesGame = ({ game }: Call, { world }: Facts): boolean =>
  game.is === 'given' && world.game(game.id).is === 'present';

export const GAME_MUTANTS: readonly Mutant[] = breaking({
  '4.2/game-id/optional': {
    'game-id-always-required': [
      'requires Game-Id also where the secret key carries a game',
      alsoRefusing('game', 'SecretInvalid', comes('game', 'missing')),
    ],
    'repeated-game-refused': [
      'refuses a Game-Id that repeats the game of the secret key',
      alsoRefusing('game', 'SecretInvalid', (call) => isBound(call) && call.game.is === 'given'),
    ],
    'empty-game-as-not-authorized': [
      'refuses an empty Game-Id as OperationNotAuthorized where the secret key carries a game',
      refusingAs('game', 'OperationNotAuthorized', (call) => isBound(call) && call.game.is === 'empty'),
    ],
    'game-in-other-case-finds-nothing': [
      'finds nothing where Game-Id is that of the secret key in another case',
      calling((call) => {
        const { game } = call;
        const bound = boundGame(call);
        const near = game.is === 'given' && game.id !== bound && game.id.toLowerCase() === bound;
        return near ? boundTo({ ...call, game: { is: 'missing' } }, game.id) : call;
      }),
    ],
    'repeated-game-crashes': [
      'fails where Game-Id is sent twice',
      crashingOn((_, incoming) => timesSent(incoming, GAME_ID) > 1),
    ],
  },
  '4.2/game-id/unknown': {
    'game-in-other-case-is-empty': [
      'finds nothing where Game-Id is that of a game in another case and the key carries none',
      readingGame(({ game }, games) =>
        game.is === 'given' && !games.includes(game.id) && games.includes(game.id.toLowerCase())
          ? game.id
          : undefined,
      ),
    ],
    'unknown-game-finds-nothing': [
      'finds nothing, rather than refusing, in a game that does not exist',
      overlooking('game', (call) => isUnbound(call) && call.game.is === 'given'),
    ],
    'unknown-game-is-the-first': [
      'reads the first game where Game-Id names none',
      readingGame(({ game }, games) =>
        game.is === 'given' && !games.includes(game.id) ? games[0] : undefined,
      ),
    ],
    'games-by-prefix': [
      'reads the game whose id begins with Game-Id',
      readingGame(({ game }, games) =>
        game.is === 'given' ? games.find((each) => each.startsWith(game.id)) : undefined,
      ),
    ],
  },
  '4.2/game-id/targets': {
    'first-game-always': [
      'reads the same game for every key without one, whatever Game-Id says',
      readingGame((_, [first]) => first),
    ],
  },
  '4.2/game-id/required': {
    'first-game-without-id': [
      'reads the first game where neither key nor Game-Id names one',
      readingGame(({ game }, [first]) => (game.is === 'missing' ? first : undefined)),
    ],
    'first-game-for-empty-id': [
      'reads the first game where Game-Id is empty and the key carries none',
      readingGame(({ game }, [first]) => (game.is === 'empty' ? first : undefined)),
    ],
    'no-game-finds-nothing': [
      'finds nothing, rather than refusing, where neither key nor Game-Id names a game',
      overlooking('game', (call) => isUnbound(call) && call.game.is !== 'given'),
    ],
  },
  '4.2/game-id/code': {
    'no-game-as-invalid-parameters': [
      'answers a missing Game-Id with InvalidRequestParameters',
      refusingAs('game', 'InvalidRequestParameters', isUnbound),
    ],
  },
  '5.3/game': {
    'game-id-overrides-key': [
      'reads the game of Game-Id, whatever game the secret key carries',
      calling((call) => (isBound(call) && call.game.is === 'given' ? boundTo(call, call.game.id) : call)),
    ],
    'other-game-ignored': [
      'ignores a Game-Id of another game than that of the secret key',
      overlooking('game', (call, facts) => isBound(call) && namesGame(call, facts)),
    ],
    'other-game-as-not-authorized': [
      'answers a Game-Id of another game with OperationNotAuthorized',
      refusingAs('game', 'OperationNotAuthorized', (call, facts) => isBound(call) && namesGame(call, facts)),
    ],
    'other-game-ignored-for-group-admin': [
      'ignores Game-Id on the admin variant of groups',
      on(['group.admin'], overlooking('game', isBound)),
    ],
  },
  '5.3/game/unknown': {
    'unknown-game-ignored-for-bound-key': [
      'ignores a Game-Id that names no game where the secret key carries one',
      overlooking('game', (call, facts) => isBound(call) && !namesGame(call, facts)),
    ],
  },
});
