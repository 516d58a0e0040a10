/** Secret keys, of all games or of one. */
import type { z } from 'zod';
import { readSecretKey, type SecretKeyInput } from '../../../src/config/world-file/secret-key.ts';
import type { SecretKey } from '../../../src/world/world.ts';
import { envNameOf, freeName, newSecret } from '../../world/copy-game.ts';
import { gameOfKey } from '../../world/game-part.ts';
import { keysIn } from '../../world/live-world.ts';
import type { Held } from '../../world/world-state.ts';
import { inGame, notFound, tooMany } from '../control-error.ts';
import { checkFreeName, checkSecretValue, readInWorld } from '../read/read-entity.ts';
import type { Rig } from '../rig.ts';
import { alsoForOneGame, route, type ControlRequest, type Route } from '../route.ts';
import { showKey } from '../views/entities.ts';
import { keyBody, keyShape, listOf, pageOf, pageQuery } from './shapes.ts';

type KeyBody = z.infer<typeof keyBody>;

const MOST_KEYS = 100_000;
const changes = keyBody.omit({ name: true }).partial();

/** The key of a path; within a game only a key that carries that game. */
function found({ params, game }: ControlRequest, { world }: Rig): Held<SecretKey> {
  const { name = '' } = params;
  const held = world.state.keys.get(name);
  if (held === undefined || (game !== undefined && gameOfKey(held.item) !== game))
    throw notFound('secret key', name, 'path name');
  return held;
}

function created(body: KeyBody, { world }: Rig): Held<SecretKey> {
  const { state } = world;
  if (state.keys.size >= MOST_KEYS) throw tooMany(MOST_KEYS, 'keys are kept', 'body');
  const name = body.name ?? freeName(`${body.game ?? 'any'}.${body.role.toLowerCase()}`, state);
  const value = body.key ?? newSecret();
  checkFreeName(name, world);
  checkSecretValue(value, 'key', name, world);
  const item = readInWorld(world, (scope) =>
    readSecretKey({ ...body, name, key: value } as SecretKeyInput, scope),
  );
  return { item, value, envName: envNameOf(name, 'KEY'), public: true };
}

export const KEY_ROUTES: readonly Route[] = [
  route('credentials', 'GET /keys', {
    does: 'The secret keys.',
    query: pageQuery,
    reply: listOf(keyShape),
    handle: ({ query, game }, { world }) =>
      pageOf(keysIn(world.state, game), query, ({ item }) => item.name.includes(query.search ?? ''), showKey),
  }),
  route('credentials', 'POST /keys', {
    does: 'Adds a secret key. A name and a value that are left out are made up; the reply has them.',
    body: keyBody,
    status: 201,
    reply: keyShape,
    handle: ({ body, game }, rig) => {
      const held = created(inGame(body, game), rig);
      rig.world.putKey(held);
      return showKey(held);
    },
  }),
  route('credentials', 'GET /keys/{name}', {
    does: 'A secret key.',
    reply: keyShape,
    handle: (request, rig) => showKey(found(request, rig)),
  }),
  route('credentials', 'PATCH /keys/{name}', {
    does: 'Changes the given members of a secret key: its value, role, game, rules or limits.',
    body: changes,
    reply: keyShape,
    handle: (request, rig) => {
      const held = found(request, rig);
      const body = inGame(request.body, request.game);
      const value = body.key ?? held.value;
      checkSecretValue(value, 'key', held.item.name, rig.world);
      const item = readInWorld(rig.world, (scope) =>
        readSecretKey({ ...showKey(held), ...body, key: value } as SecretKeyInput, scope),
      );
      const changed = { ...held, item, value, public: held.public || body.key !== undefined };
      rig.world.putKey(changed);
      return showKey(changed);
    },
  }),
  route('credentials', 'DELETE /keys/{name}', {
    does: 'Deletes a secret key.',
    handle: (request, rig) => void rig.world.removeKey(found(request, rig).item.name),
  }),
].flatMap(alsoForOneGame);
