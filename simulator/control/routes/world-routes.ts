/** The whole world, or all of one game: read, replaced, reset. */
import { z } from 'zod';
import { ControlError } from '../api/control-error.ts';
import { readWorldText, type WorldRead } from '../api/read-world.ts';
import { ControlReply } from '../api/reply.ts';
import { type Rig, alsoForOneGame, route, type ControlRoute } from '../api/route.ts';
import { WORLD_FORMATS, worldFile } from '../api/world-file.ts';
import { partOf, type GamePart } from '../../world/game-part.ts';
import { gameOfSecret } from '../../world/world-state.ts';
import { gameShape, showGame } from './game-routes.ts';

const formatQuery = z.strictObject({
  format: z.enum(['json', 'yaml']).optional().describe('json unless given.'),
});

const summaryShape = z.strictObject({ games: z.array(gameShape) });

/** The choices that a world file makes; what it leaves out stays as it is. */
function adopt({ file, chosen }: WorldRead, { adopt: change }: Rig): void {
  change({
    ...(chosen.dialect && { answers: file.dialectAnswers }),
    ...(chosen.extensions && { extensions: file.extensions }),
    ...(chosen.provoke && { provoke: file.provoke }),
  });
}

const summary = ({ world }: Rig): unknown => ({
  games: world.gameIds.map((id) => showGame(id, world)),
});

/** The part of the one game that a world file holds; its names and values must be free in the other games. */
function partRead({ state }: WorldRead, game: string, { world }: Rig): GamePart {
  const [only, ...others] = [...state.games.keys()];
  if (only !== game || others.length > 0)
    throw new ControlError(
      'invalid',
      `the world file must hold the game ${JSON.stringify(game)} and no other`,
      'world.games',
    );
  const part = partOf(state, game);
  if (part === undefined) throw new TypeError('a game was read that is not there');
  const outside = [...state.keys.all(), ...state.tokens.all()].find(
    ({ item }) => gameOfSecret(item) !== game,
  );
  if (outside !== undefined)
    throw new ControlError(
      'invalid',
      `${JSON.stringify(outside.item.name)} is not of this game alone`,
      'world',
    );
  const { keys, tokens } = world.state;
  const own = new Set([...keys.of(game), ...tokens.of(game)].map(({ item }) => item.name));
  for (const { item, value } of [...part.keys, ...part.tokens]) {
    const named = keys.get(item.name) ?? tokens.get(item.name);
    const valued = keys.withValue(value) ?? tokens.withValue(value);
    const taken = [named, valued].find((held) => held !== undefined && !own.has(held.item.name));
    if (taken !== undefined)
      throw new ControlError(
        'conflict',
        `the name or the value of ${JSON.stringify(item.name)} is that of ${JSON.stringify(taken.item.name)} outside of this game`,
        'world',
      );
  }
  return part;
}

export const WORLD_ROUTES: readonly ControlRoute[] = [
  ...alsoForOneGame(
    route('world', 'GET /world', {
      does: 'The world as a world file. Secrets that are not public are references.',
      query: formatQuery,
      reply: 'world file',
      handle: ({ query: { format = 'json' }, game }, { world }) =>
        new ControlReply(WORLD_FORMATS[format].type, worldFile(world.forkWithTimeLeft(), game, format)),
    }),
  ),
  ...alsoForOneGame(
    route('world', 'PUT /world', {
      does: 'Replaces the world by a world file, in one step. Its dialect, extensions and provoke count where it has them.',
      body: 'world file',
      reply: summaryShape,
      handle: ({ body, game }, rig) => {
        const read = readWorldText(body, rig.world);
        if (game === undefined) {
          rig.world.replace(read.state);
          adopt(read, rig);
        } else rig.world.replaceGame(game, partRead(read, game, rig));
        return game === undefined ? summary(rig) : { games: [showGame(game, rig.world)] };
      },
    }),
  ),
  ...alsoForOneGame(
    route('world', 'POST /reset', {
      does: 'Restores the start: the world, the faults and the dialect. The journal, the snapshots and the clock stay.',
      handle: ({ game }, { world, faults, resetChoices }) => {
        if (game === undefined) {
          world.reset();
          resetChoices();
        } else world.resetGame(game);
        faults.clear(game);
      },
    }),
  ),
];
