/** References to players: owners, members and token holders must be declared. */
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { Subject } from '../../world/world.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';

/** The ids of the declared players, by game. */
export type Players = ReadonlyMap<string, ReadonlySet<string>>;

export function playersOf(subjects: readonly Subject[]): Players {
  const players = new Map<string, Set<string>>();
  for (const { resource, game, id } of subjects) {
    if (resource === 'gamePlayer') players.set(game, (players.get(game) ?? new Set()).add(id));
  }
  return players;
}

/** Checks that a player is declared in a game. */
export function checkPlayer(
  userId: string,
  game: string,
  players: Players,
  path: YamlPath,
  complain: Complain,
): void {
  const known = players.get(game) ?? new Set<string>();
  if (known.has(userId)) return;
  const where = game === IMPLICIT_GAME ? '' : ` in the game ${JSON.stringify(game)}`;
  const remedy = `declare it: gamePlayers: [{ userId: ${JSON.stringify(userId)} }]`;
  const message = `no game player ${JSON.stringify(userId)} is declared${where}`;
  complain(path, message, didYouMean(userId, known) ?? remedy);
}
