/** The games of a world, and which of them a key, a token or a subject belongs to. */
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import { headerValueProblem } from '../../http/header-text.ts';
import type { WorldInput } from './world-schema.ts';

const WORLD = 'world';

function named(world: WorldInput): readonly string[] {
  const all = [world.secretKeys, world.authTokens, world.gamePlayers, world.characterPlayers, world.groups];
  const games = all.flatMap((list) => (list ?? []).map(({ game }) => game));
  return [...new Set(games.filter((game) => typeof game === 'string'))];
}

function declared(games: readonly { readonly id: string }[], complain: Complain): readonly string[] {
  const seen = new Set<string>();
  for (const [index, { id }] of games.entries()) {
    const path = [WORLD, 'games', index, 'id'];
    if (seen.has(id)) complain(path, `the game ${JSON.stringify(id)} is declared twice`);
    seen.add(id);
    const problem = headerValueProblem(id);
    if (problem !== undefined) complain(path, `this id ${problem}`);
  }
  return [...seen];
}

/** The declared games; else those that anything names; else, where the world is not complete, the implicit one. */
export function gamesOf(world: WorldInput, complain: Complain): readonly string[] {
  if (world.games !== undefined) return declared(world.games, complain);
  const found = named(world);
  return found.length > 0 || world.complete === true ? found : [IMPLICIT_GAME];
}

/** Checks that a game is among the declared ones. */
export function checkGame(game: string, games: readonly string[], path: YamlPath, complain: Complain): void {
  if (games.includes(game)) return;
  const hint = didYouMean(game, games) ?? 'declare it under world.games';
  complain(path, `no game ${JSON.stringify(game)} is declared`, hint);
}

/** The game of something that has to have one: the given game, or else the only one. `path` leads to that something. */
export function homeGame(
  game: string | undefined,
  games: readonly string[],
  path: YamlPath,
  complain: Complain,
): string {
  if (game !== undefined) {
    checkGame(game, games, [...path, 'game'], complain);
    return game;
  }
  const [only, ...others] = games;
  if (only === undefined)
    complain(path, 'a world without games has nothing in it', 'declare one: games: [{ id: … }]');
  else if (others.length > 0)
    complain(path, 'the game is missing, and there are several', `add game: ${games.join(' or game: ')}`);
  return only ?? IMPLICIT_GAME;
}
