/** Defects against §4.2 and §5.3: which game a request reads, by its secret key or by Game-Id. */
import { GAME_ID } from '../../src/contract/headers.ts';
import type { Call } from '../../src/rules/call.ts';
import type { Facts } from '../../src/rules/ruling.ts';
import { headerKey, headerValues } from '../../src/rules/reading/header-values.ts';
import { boundTo, isUnbound, readingGame } from '../alterations/games.ts';
import { calling } from '../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../alterations/rules.ts';
import { on } from '../alterations/places.ts';
import type { Mutant } from './mutant.ts';

const isBound = ({ key }: Call): boolean => key.is === 'known' && typeof key.value.game === 'string';
const gameIs =
  (...kinds: readonly Call['game']['is'][]) =>
  ({ game }: Call): boolean =>
    kinds.includes(game.is);
const namesGame = ({ game }: Call, { world }: Facts): boolean =>
  game.is === 'given' && world.game(game.id).is === 'present';

export const GAME_MUTANTS: readonly Mutant[] = [
  {
    name: 'game-id-always-required',
    clause: '4.2/game-id/optional',
    description: 'wants Game-Id also where the secret key carries a game',
    alter: alsoRefusing('game', 'SecretInvalid', gameIs('missing')),
  },
  {
    name: 'repeated-game-refused',
    clause: '4.2/game-id/optional',
    description: 'refuses a Game-Id that repeats the game of the secret key',
    alter: alsoRefusing('game', 'SecretInvalid', (call) => isBound(call) && gameIs('given')(call)),
  },
  {
    name: 'empty-game-as-not-authorized',
    clause: '4.2/game-id/optional',
    description: 'refuses an empty Game-Id as OperationNotAuthorized where the secret key carries a game',
    alter: refusingAs('game', 'OperationNotAuthorized', (call) => isBound(call) && call.game.is === 'empty'),
  },
  {
    name: 'game-in-other-case-finds-nothing',
    clause: '4.2/game-id/optional',
    description: 'finds nothing where Game-Id is that of the secret key in another case',
    alter: calling((call) => {
      const { key, game } = call;
      const bound = key.is === 'known' && typeof key.value.game === 'string' ? key.value.game : '';
      const near = game.is === 'given' && game.id !== bound && game.id.toLowerCase() === bound;
      return near ? boundTo({ ...call, game: { is: 'missing' } }, game.id) : call;
    }),
  },
  {
    name: 'game-in-other-case-is-empty',
    clause: '4.2/game-id/unknown',
    description: 'finds nothing where Game-Id is that of a game in another case and the key carries none',
    alter: readingGame(({ game }, games) =>
      game.is === 'given' && !games.includes(game.id) && games.includes(game.id.toLowerCase())
        ? game.id
        : undefined,
    ),
  },
  {
    name: 'repeated-game-crashes',
    clause: '4.2/game-id/optional',
    description: 'fails where Game-Id is sent twice',
    alter: calling((call, { headers }) => {
      if (headerValues(headers, headerKey(GAME_ID)).count > 1)
        throw new Error('a list where a text was expected');
      return call;
    }),
  },
  {
    name: 'first-game-always',
    clause: '4.2/game-id/targets',
    description: 'reads the same game for every key without one, whatever Game-Id says',
    alter: readingGame((_, [first]) => first),
  },
  {
    name: 'first-game-without-id',
    clause: '4.2/game-id/required',
    description: 'reads the first game where neither key nor Game-Id names one',
    alter: readingGame(({ game }, [first]) => (game.is === 'missing' ? first : undefined)),
  },
  {
    name: 'first-game-for-empty-id',
    clause: '4.2/game-id/required',
    description: 'reads the first game where Game-Id is empty and the key carries none',
    alter: readingGame(({ game }, [first]) => (game.is === 'empty' ? first : undefined)),
  },
  {
    name: 'no-game-finds-nothing',
    clause: '4.2/game-id/required',
    description: 'finds nothing, rather than to refuse, where neither key nor Game-Id names a game',
    alter: overlooking('game', (call) => isUnbound(call) && call.game.is !== 'given'),
  },
  {
    name: 'no-game-as-invalid-parameters',
    clause: '4.2/game-id/code',
    description: 'answers a missing Game-Id with InvalidRequestParameters',
    alter: refusingAs('game', 'InvalidRequestParameters', isUnbound),
  },
  {
    name: 'unknown-game-finds-nothing',
    clause: '4.2/game-id/unknown',
    description: 'finds nothing, rather than to refuse, in a game that does not exist',
    alter: overlooking('game', (call) => isUnbound(call) && call.game.is === 'given'),
  },
  {
    name: 'unknown-game-is-the-first',
    clause: '4.2/game-id/unknown',
    description: 'reads the first game where Game-Id names none',
    alter: readingGame(({ game }, games) =>
      game.is === 'given' && !games.includes(game.id) ? games[0] : undefined,
    ),
  },
  {
    name: 'games-by-prefix',
    clause: '4.2/game-id/unknown',
    description: 'reads the game whose id begins with Game-Id',
    alter: readingGame(({ game }, games) =>
      game.is === 'given' ? games.find((each) => each.startsWith(game.id)) : undefined,
    ),
  },
  {
    name: 'game-id-overrides-key',
    clause: '5.3/game',
    description: 'reads the game of Game-Id, whatever game the secret key carries',
    alter: calling((call) =>
      isBound(call) && call.game.is === 'given' ? boundTo(call, call.game.id) : call,
    ),
  },
  {
    name: 'other-game-ignored',
    clause: '5.3/game',
    description: 'ignores a Game-Id of another game than that of the secret key',
    alter: overlooking('game', (call, facts) => isBound(call) && namesGame(call, facts)),
  },
  {
    name: 'other-game-as-not-authorized',
    clause: '5.3/game',
    description: 'answers a Game-Id of another game with OperationNotAuthorized',
    alter: refusingAs(
      'game',
      'OperationNotAuthorized',
      (call, facts) => isBound(call) && namesGame(call, facts),
    ),
  },
  {
    name: 'other-game-ignored-for-group-admin',
    clause: '5.3/game',
    description: 'ignores Game-Id on the admin variant of groups',
    alter: on(['group.admin'], overlooking('game', isBound)),
  },
  {
    name: 'unknown-game-ignored-for-bound-key',
    clause: '5.3/game/unknown',
    description: 'ignores a Game-Id that names no game where the secret key carries one',
    alter: overlooking('game', (call, facts) => isBound(call) && !namesGame(call, facts)),
  },
];
