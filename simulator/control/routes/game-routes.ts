/** The games of the world, in a few numbers. */
import { z } from 'zod';
import { RESOURCES, RESOURCE_FACTS } from '../../../src/spec/endpoints.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import { route } from '../api/route.ts';

/** A game in a few numbers. */
export const gameShape = z.strictObject({
  id: z.string(),
  gamePlayers: z.int(),
  characterPlayers: z.int(),
  groups: z.int(),
  secretKeys: z.int().describe('Keys that carry the game.'),
  authTokens: z.int().describe('Tokens of players of the game.'),
});

export type ShownGame = z.infer<typeof gameShape>;

export const showGames = ({ gameIds, state }: LiveWorld): readonly unknown[] =>
  gameIds.map((id) => ({
    id,
    ...Object.fromEntries(
      RESOURCES.map((resource) => [
        RESOURCE_FACTS[resource].plural,
        state.games.get(id)?.[resource].size ?? 0,
      ]),
    ),
    secretKeys: state.keys.of(id).length,
    authTokens: state.tokens.of(id).length,
  }));

export const GAMES_ROUTE = route('world', 'GET /games', {
  does: 'The games, with how much is in each.',
  reply: z.strictObject({ items: z.array(gameShape) }),
  handle: (_, { world }) => ({ items: showGames(world) }),
});
