/** The whole world: read, replaced, reset. */
import { z } from 'zod';
import { readWorldText, type WorldRead } from '../api/read-world.ts';
import { ControlReply } from '../api/reply.ts';
import { type Rig, route, type ControlRoute } from '../api/route.ts';
import { WORLD_FORMATS, worldFile } from '../api/world-file.ts';
import { gameShape, showGames } from './game-routes.ts';

/** The choices that a world file makes; what it leaves out stays as it is. */
function adopt({ file, chosen }: WorldRead, { adopt: change }: Rig): void {
  change({
    ...(chosen.dialect && { answers: file.dialectAnswers }),
    ...(chosen.extensions && { extensions: file.extensions }),
    ...(chosen.provoke && { provoke: file.provoke }),
  });
}

export const WORLD_ROUTES: readonly ControlRoute[] = [
  route('world', 'GET /world', {
    does: 'The world as a world file. Secrets that are not public are references.',
    query: z.strictObject({
      format: z.enum(['json', 'yaml']).optional().describe('json unless given.'),
    }),
    reply: 'world file',
    handle: ({ query: { format = 'json' } }, { world }) =>
      new ControlReply(WORLD_FORMATS[format].type, worldFile(world.forkWithTimeLeft(), format)),
  }),
  route('world', 'PUT /world', {
    does: 'Replaces the world by a world file, in one step. Its dialect, extensions and provoke count where it has them.',
    body: 'world file',
    reply: z.strictObject({ games: z.array(gameShape) }),
    handle: ({ body }, rig) => {
      const read = readWorldText(body, rig.world);
      rig.world.replace(read.state);
      adopt(read, rig);
      return { games: showGames(rig.world) };
    },
  }),
  route('world', 'POST /reset', {
    does: 'Restores the start: the world, the faults and the dialect. The journal and the clock stay.',
    handle: (_, { world, faults, resetChoices }) => {
      world.reset();
      resetChoices();
      faults.clear();
    },
  }),
];
