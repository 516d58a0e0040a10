/** Games: worlds of their own, so that tests share one simulator without meeting. */
import { z } from 'zod';
import { headerValueProblem } from '../../../src/http/header-text.ts';
import { copyOf } from '../../world/copy-game.ts';
import { emptyPart, type GamePart } from '../../world/game-part.ts';
import { alreadyThere, ControlError, notFound, tooMany } from '../control-error.ts';
import type { Rig } from '../rig.ts';
import { route, type Route } from '../route.ts';
import { showKey, showToken } from '../views/entities.ts';
import { showGame } from './game-view.ts';
import { gameShape, keyShape, listOf, pageOf, pageQuery, tokenShape } from './shapes.ts';

const MOST_GAMES = 10_000;

const gameBody = z.strictObject({
  id: z.string().min(1).max(200).describe('The id of the new game.'),
  like: z
    .string()
    .optional()
    .describe(
      'A game to copy: its players, characters and groups, and its keys and tokens under new names and values.',
    ),
});

const createdShape = gameShape.extend({ keys: z.array(keyShape), tokens: z.array(tokenShape) });

function checkNew(id: string, { world }: Rig): void {
  const problem = headerValueProblem(id);
  if (problem !== undefined) throw new ControlError('invalid', `this id ${problem}`, 'id');
  if (world.state.games.has(id)) throw alreadyThere('game', id, 'id');
  if (world.state.games.size >= MOST_GAMES) throw tooMany(MOST_GAMES, 'games are kept; delete some', 'id');
}

function partFor(id: string, like: string | undefined, { world }: Rig): GamePart {
  if (like === undefined) return emptyPart();
  const part = world.part(like);
  if (part === undefined) throw notFound('game', like, 'like');
  return copyOf(part, id, world.state);
}

export const GAME_ROUTES: readonly Route[] = [
  route('games', 'GET /games', {
    does: 'The games, with how much is in each.',
    query: pageQuery,
    reply: listOf(gameShape),
    handle: ({ query }, { world }) =>
      pageOf(
        world.gameIds,
        query,
        (id) => id.includes(query.search ?? ''),
        (id) => showGame(id, world),
      ),
  }),
  route('games', 'POST /games', {
    does: 'Adds a game: empty, or a copy of another with keys and tokens of its own.',
    body: gameBody,
    status: 201,
    reply: createdShape,
    handle: ({ body: { id, like } }, rig) => {
      checkNew(id, rig);
      const part = partFor(id, like, rig);
      rig.world.addGame(id, part);
      return {
        ...showGame(id, rig.world),
        keys: part.keys.map((key) => showKey(key)),
        tokens: part.tokens.map((token) => showToken(token)),
      };
    },
  }),
  route('games', 'GET /games/{game}', {
    does: 'A game, with how much is in it.',
    reply: gameShape,
    handle: ({ game = '' }, { world }) => showGame(game, world),
  }),
  route('games', 'DELETE /games/{game}', {
    does: 'Deletes a game with everything in it, its keys, its tokens, its faults and its snapshots.',
    handle: ({ game = '' }, { world, faults, snapshots }) => {
      world.removeGame(game);
      faults.clear(game);
      for (const { name } of snapshots.list(game)) snapshots.remove(name, game);
    },
  }),
];
