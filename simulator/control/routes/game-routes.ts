/** Games: worlds of their own, so that tests share one simulator without meeting. */
import { z } from 'zod';
import { RESOURCES, RESOURCE_FACTS } from '../../../src/contract/endpoints.ts';
import { headerValueProblem } from '../../../src/http/header-text.ts';
import { ENTITY_KINDS } from '../../../src/world/entity-kinds.ts';
import { copyOf, emptyPart, type GamePart } from '../../world/game-part.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import { alreadyThere, ControlError, notFound, tooMany } from '../api/control-error.ts';
import type { Rig, ControlRoute } from '../api/route.ts';
import { showKey, showToken } from '../api/entities.ts';
import { collectionRoutes } from './collection.ts';
import { keyShape, tokenShape } from './credential-routes.ts';

const MAX_GAMES = 10_000;
const { word } = ENTITY_KINDS.game;

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

export function showGame(id: string, { state }: LiveWorld): Readonly<Record<string, unknown>> {
  const gameSubjects = state.games.get(id);
  return {
    id,
    ...Object.fromEntries(
      RESOURCES.map((resource) => [RESOURCE_FACTS[resource].plural, gameSubjects?.[resource].size ?? 0]),
    ),
    secretKeys: state.keys.of(id).length,
    authTokens: state.tokens.of(id).length,
  };
}

const gameBody = z.strictObject({
  id: z.string().min(1).max(200).describe('The id of the new game.'),
  like: z
    .string()
    .optional()
    .describe(
      'A game to copy: its players, characters and groups, and its keys and tokens under new names and values.',
    ),
});

function checkNew(id: string, { world }: Rig): void {
  const problem = headerValueProblem(id);
  if (problem !== undefined) throw new ControlError('invalid', `this id ${problem}`, 'id');
  if (world.state.games.has(id)) throw alreadyThere(word, id, 'id');
  if (world.state.games.size >= MAX_GAMES) throw tooMany(MAX_GAMES, 'games are kept; delete some', 'id');
}

function partFor(id: string, like: string | undefined, { world }: Rig): GamePart {
  if (like === undefined) return emptyPart();
  const part = world.part(like);
  if (part === undefined) throw notFound(word, like, 'like');
  return copyOf(part, id, world.state);
}

export const GAME_ROUTES: readonly ControlRoute[] = collectionRoutes<string, typeof gameBody, never>({
  group: 'games',
  path: '/games',
  parameter: 'game',
  word,
  shape: gameShape,
  does: {
    list: 'The games, with how much is in each.',
    read: 'A game, with how much is in it.',
    remove: 'Deletes a game with everything in it, its keys, its tokens, its faults and its snapshots.',
  },
  items: (_, { world }) => world.gameIds,
  holds: (id, text) => id.includes(text),
  find: (_, { game }) => game,
  show: (id, { world }) => showGame(id, world),
  add: {
    does: 'Adds a game: empty, or a copy of another with keys and tokens of its own.',
    body: gameBody,
    reply: gameShape.extend({ keys: z.array(keyShape), tokens: z.array(tokenShape) }),
    apply: ({ id, like }, _, rig) => {
      checkNew(id, rig);
      const part = partFor(id, like, rig);
      rig.world.addGame(id, part);
      return {
        ...showGame(id, rig.world),
        keys: part.keys.map((key) => showKey(key)),
        tokens: part.tokens.map((token) => showToken(token)),
      };
    },
  },
  remove: (id, { world, faults, snapshots }) => {
    world.removeGame(id);
    faults.clear(id);
    for (const { name } of snapshots.list(id)) snapshots.remove(name, id);
  },
});
