/** The auth tokens of a world file. */
import type { AuthToken, Subject } from '../../world/world.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import { homeGame } from './games.ts';
import { checkPlayer, playersOf, type Players } from './players.ts';
import { spellingFact } from './spelling-fact.ts';
import type { AuthTokenInput, WorldInput } from './world-schema.ts';

interface Scope {
  readonly games: readonly string[];
  readonly players: Players;
  readonly complain: Complain;
}

type Holder = AuthToken['holder'];

function dashboard({ player, game }: AuthTokenInput, path: YamlPath, complain: Complain): Holder {
  if (player !== undefined)
    complain(
      [...path, 'player'],
      'a token is that of a player or of an admin, not both',
      'leave out player or admin',
      'key',
    );
  if (game !== undefined)
    complain([...path, 'game'], 'the token of an admin has no game', 'leave it out', 'key');
  return { kind: 'dashboard' };
}

function holderOf(input: AuthTokenInput, path: YamlPath, { games, players, complain }: Scope): Holder {
  if (input.admin === true) return dashboard(input, path, complain);
  if (input.player === undefined) {
    complain(
      path,
      'this token has no holder',
      'add player: the userId of the player who logged in, or admin: true',
    );
    return { kind: 'dashboard' };
  }
  const game = homeGame(input.game, games, path, complain);
  if (games.includes(game)) checkPlayer(input.player, game, players, [...path, 'player'], complain);
  return { kind: 'player', userId: input.player, game };
}

/** The auth tokens in the order of the file. */
export function tokensOf(
  world: WorldInput,
  games: readonly string[],
  subjects: readonly Subject[],
  complain: Complain,
): readonly AuthToken[] {
  const scope = { games, players: playersOf(subjects), complain };
  return (world.authTokens ?? []).map((input, index) => ({
    name: input.name,
    holder: holderOf(input, ['world', 'authTokens', index], scope),
    expired: input.expired === true,
    ...(input.expiresInSeconds !== undefined && { expiresInSeconds: input.expiresInSeconds }),
    ...spellingFact(input.token),
  }));
}
