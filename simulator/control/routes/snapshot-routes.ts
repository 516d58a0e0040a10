/** Snapshots of the world, or of one game. */
import { z } from 'zod';
import { MAX_SNAPSHOTS, type Snapshot } from '../../world/snapshots.ts';
import { notFound, tooMany } from '../api/control-error.ts';
import { alsoForOneGame, route, type ControlRoute } from '../api/route.ts';
import { readName } from '../api/read-value.ts';

const snapshotShape = z.strictObject({
  name: z.string(),
  game: z.string().nullable().describe('Null: it is of the whole world.'),
  at: z.string().describe('When it was taken.'),
});

export type ShownSnapshot = z.infer<typeof snapshotShape>;

const show = ({ name, game, at }: Snapshot): ShownSnapshot => ({
  name,
  game: game ?? null,
  at: new Date(at).toISOString(),
});

export const SNAPSHOT_ROUTES: readonly ControlRoute[] = [
  route('snapshots', 'GET /snapshots', {
    does: 'The snapshots.',
    reply: z.strictObject({ items: z.array(snapshotShape) }),
    handle: ({ game }, { snapshots }) => ({ items: snapshots.list(game).map(show) }),
  }),
  route('snapshots', 'PUT /snapshots/{name}', {
    does: 'Keeps the world as it is under a name. It replaces an older snapshot of that name.',
    reply: snapshotShape,
    handle: (request, { snapshots }) => {
      const { game } = request;
      const name = readName(request, 'name');
      if (snapshots.isFull && snapshots.get(name, game) === undefined)
        throw tooMany(MAX_SNAPSHOTS, 'snapshots are kept; delete some', 'path name');
      return show(snapshots.take(name, game));
    },
  }),
  route('snapshots', 'POST /snapshots/{name}/restore', {
    does: 'Puts the world back to a snapshot, in one step. The snapshot stays.',
    handle: ({ params, game }, { snapshots }) => {
      const { name = '' } = params;
      if (!snapshots.restore(name, game)) throw notFound('snapshot', name, 'path name');
    },
  }),
  route('snapshots', 'DELETE /snapshots/{name}', {
    does: 'Deletes a snapshot.',
    handle: ({ params, game }, { snapshots }) => {
      const { name = '' } = params;
      if (!snapshots.remove(name, game)) throw notFound('snapshot', name, 'path name');
    },
  }),
].flatMap(alsoForOneGame);
