/** The clock by which tokens expire, rates refill and sessions end. */
import { z } from 'zod';
import { alsoForOneGame, route, type Route } from '../api/route.ts';

const SECOND_MS = 1000;
const MAX_SECONDS = 1e9;

const clockShape = z.strictObject({
  aheadSeconds: z.number().describe('How far it is ahead of real time.'),
  stopped: z.boolean(),
});

const read = (
  { game }: { readonly game: string | undefined },
  { world }: Parameters<Route['handle']>[1],
): unknown => {
  const { aheadMs, stopped } = world.clock.read(game);
  return { aheadSeconds: aheadMs / SECOND_MS, stopped };
};

export const CLOCK_ROUTES: readonly Route[] = [
  route('clock', 'GET /clock', {
    does: 'How far the clock is ahead, and whether it is stopped.',
    reply: clockShape,
    handle: read,
  }),
  route('clock', 'POST /clock/advance', {
    does: 'Moves the clock forward: tokens expire, rates refill, sessions end. It never goes back.',
    body: z.strictObject({ seconds: z.number().positive().max(MAX_SECONDS) }),
    reply: clockShape,
    handle: (request, rig) => {
      rig.world.clock.advance(request.body.seconds * SECOND_MS, request.game);
      return read(request, rig);
    },
  }),
  route('clock', 'POST /clock/stop', {
    does: 'Stops the clock; it can still be moved forward.',
    reply: clockShape,
    handle: (request, rig) => {
      rig.world.clock.stop(request.game);
      return read(request, rig);
    },
  }),
  route('clock', 'POST /clock/resume', {
    does: 'Lets the clock go on from where it stopped.',
    reply: clockShape,
    handle: (request, rig) => {
      rig.world.clock.resume(request.game);
      return read(request, rig);
    },
  }),
].flatMap(alsoForOneGame);
