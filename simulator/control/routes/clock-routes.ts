/** The clock by which tokens expire, rates refill and sessions end. */
import { z } from 'zod';
import type { LiveWorld } from '../../world/live-world.ts';
import { alsoForOneGame, route, type ControlRoute } from '../api/route.ts';

const SECOND_MS = 1000;
const MAX_SECONDS = 1e9;

const clockShape = z.strictObject({
  aheadSeconds: z.number().describe('How far it is ahead of real time.'),
  stopped: z.boolean(),
});

export type ClockState = z.infer<typeof clockShape>;

const show = (world: LiveWorld, game: string | undefined): ClockState => {
  const { aheadMs, stopped } = world.clock.read(game);
  return { aheadSeconds: aheadMs / SECOND_MS, stopped };
};

export const CLOCK_ROUTES: readonly ControlRoute[] = [
  route('clock', 'GET /clock', {
    does: 'How far the clock is ahead, and whether it is stopped.',
    reply: clockShape,
    handle: ({ game }, { world }) => show(world, game),
  }),
  route('clock', 'POST /clock/advance', {
    does: 'Moves the clock forward: tokens expire, rates refill, sessions end. It never goes back.',
    body: z.strictObject({ seconds: z.number().positive().max(MAX_SECONDS) }),
    reply: clockShape,
    handle: ({ game, body: { seconds } }, { world }) => {
      world.clock.advance(seconds * SECOND_MS, game);
      return show(world, game);
    },
  }),
  ...(
    [
      ['stop', 'Stops the clock; it can still be moved forward.'],
      ['resume', 'Lets the clock go on from where it stopped.'],
    ] as const
  ).map(([action, does]) =>
    route('clock', `POST /clock/${action}`, {
      does,
      reply: clockShape,
      handle: ({ game }, { world }) => {
        world.clock[action](game);
        return show(world, game);
      },
    }),
  ),
].flatMap(alsoForOneGame);
