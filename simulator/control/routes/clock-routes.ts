/** The clock by which tokens expire, rates refill and sessions end. */
import { z } from 'zod';
import type { LiveWorld } from '../../world/live-world.ts';
import { route, type ControlRoute } from '../api/route.ts';

const SECOND_MS = 1000;
const MAX_SECONDS = 1e9;

const clockShape = z.strictObject({
  aheadSeconds: z.number().describe('How far it is ahead of real time.'),
  stopped: z.boolean(),
});

export type ClockState = z.infer<typeof clockShape>;

const show = ({ clock }: LiveWorld): ClockState => {
  const { aheadMs, stopped } = clock.read();
  return { aheadSeconds: aheadMs / SECOND_MS, stopped };
};

export const CLOCK_ROUTES: readonly ControlRoute[] = [
  route('clock', 'GET /clock', {
    does: 'How far the clock is ahead, and whether it is stopped.',
    reply: clockShape,
    handle: (_, { world }) => show(world),
  }),
  route('clock', 'PUT /clock', {
    does: 'Stops the clock, which can still be moved forward, or lets it go on from where it stopped.',
    body: z.strictObject({ stopped: z.boolean() }),
    reply: clockShape,
    handle: ({ body: { stopped } }, { world }) => {
      if (stopped) world.clock.stop();
      else world.clock.resume();
      return show(world);
    },
  }),
  route('clock', 'POST /clock/advance', {
    does: 'Moves the clock forward: tokens expire, rates refill, sessions end. It never goes back.',
    body: z.strictObject({ seconds: z.number().positive().max(MAX_SECONDS) }),
    reply: clockShape,
    handle: ({ body: { seconds } }, { world }) => {
      world.clock.advance(seconds * SECOND_MS);
      return show(world);
    },
  }),
];
