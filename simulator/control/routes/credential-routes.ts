/** Secret keys, and auth tokens that are issued the way a login would: of all games or of one. */
import { z } from 'zod';
import {
  authTokenSchema,
  MAX_TOKEN_SECONDS,
  readAuthToken,
} from '../../../src/config/world-file/auth-token.ts';
import { readSecretKey, secretKeySchema } from '../../../src/config/world-file/secret-key.ts';
import { headerValueProblem } from '../../../src/http/header-text.ts';
import { ENTITY_KINDS } from '../../../src/world/entity-kinds.ts';
import type { AuthToken, SecretKey } from '../../../src/world/world.ts';
import { freeName, issued, newSecret } from '../../world/game-part.ts';
import { type LiveWorld, expiryOf, secondsLeft } from '../../world/live-world.ts';
import { gameOfSecret, type Held, type SecretTable } from '../../world/world-state.ts';
import { ControlError, inGame, tooMany } from '../api/control-error.ts';
import { readInWorld, showKey, showToken } from '../api/entities.ts';
import { alsoForOneGame, route, type ControlRequest, type ControlRoute } from '../api/route.ts';
import { collectionRoutes, itemOf, type Collection } from './collection.ts';

/** Refuses a value that no header can carry, or that another key or token has. */
function checkValueIsFree(value: string, at: string, ownName: string, { state }: LiveWorld): void {
  const problem = headerValueProblem(value);
  if (problem !== undefined) throw new ControlError('invalid', `this value ${problem}`, at);
  const taken = (state.keys.withValue(value) ?? state.tokens.withValue(value))?.item.name;
  if (taken !== undefined && taken !== ownName)
    throw new ControlError('conflict', `${JSON.stringify(taken)} has the same value`, at);
}

/** Refuses a name that a key or a token has already. */
function checkNameIsFree(name: string, { state: { keys, tokens } }: LiveWorld): void {
  if (keys.has(name) || tokens.has(name))
    throw new ControlError(
      'conflict',
      `the name ${JSON.stringify(name)} is taken by a key or a token`,
      'name',
    );
}

/** One of a table; within a game only one of that game. */
function namedIn<T extends SecretKey | AuthToken>(
  table: SecretTable<T>,
  name: string,
  { game }: ControlRequest,
): Held<T> | undefined {
  const held = table.get(name);
  return held !== undefined && game !== undefined && gameOfSecret(held.item) !== game ? undefined : held;
}

const MAX_KEYS = 100_000;
const keyBody = secretKeySchema.partial({ name: true, key: true }).required({ role: true });
const keyEdit = keyBody.omit({ name: true }).partial();

/** A secret key as replies show it. */
export const keyShape: z.ZodType = secretKeySchema;

const KEYS: Collection<Held<SecretKey>, typeof keyBody, typeof keyEdit> = {
  group: 'credentials',
  path: '/keys',
  parameter: 'name',
  word: ENTITY_KINDS.secretKey.word,
  shape: keyShape,
  does: { list: 'The secret keys.', read: 'A secret key.', remove: 'Deletes a secret key.' },
  items: ({ game }, { world }) => world.state.keys.of(game),
  holds: ({ item }, text) => item.name.includes(text),
  find: (name, request, { world }) => namedIn(world.state.keys, name, request),
  show: (held) => showKey(held),
  add: {
    does: 'Adds a secret key. A name and a value that are left out are made up; the reply has them.',
    body: keyBody,
    apply: (given, { game }, { world }) => {
      const body = inGame(given, game);
      const { state } = world;
      if (state.keys.size >= MAX_KEYS) throw tooMany(MAX_KEYS, 'keys are kept', 'body');
      const name = body.name ?? freeName(`${body.game ?? 'any'}.${body.role.toLowerCase()}`, state);
      const key = body.key ?? newSecret();
      checkNameIsFree(name, world);
      checkValueIsFree(key, 'key', name, world);
      const held = issued(
        readInWorld(world, (scope) => readSecretKey({ ...body, name, key }, scope)),
        key,
      );
      world.change(({ keys }) => keys.put(held));
      return showKey(held);
    },
  },
  edit: {
    does: 'Changes the given members of a secret key.',
    body: keyEdit,
    apply: (before, given, { game }, { world }) => {
      const body = inGame(given, game);
      const { name } = before.item;
      const value = body.key ?? before.value;
      checkValueIsFree(value, 'key', name, world);
      const input = { ...showKey(before), ...body, key: value };
      const item = readInWorld(world, (scope) => readSecretKey(input, scope));
      const held = { ...before, item, value, public: before.public || body.key !== undefined };
      world.change(({ keys }) => keys.put(held));
      return showKey(held);
    },
  },
  remove: ({ item }, { world }) => world.change(({ keys }) => keys.remove(item.name)),
};

const MAX_TOKENS = 1_000_000;
const tokenBody = authTokenSchema.partial({ name: true, token: true }).extend({
  expiresInSeconds: z
    .number()
    .positive()
    .max(MAX_TOKEN_SECONDS)
    .optional()
    .describe('When it expires by the clock of the simulator; left out: never.'),
});

/** An auth token as replies show it. */
export const tokenShape: z.ZodType = authTokenSchema.extend({
  expiresInSeconds: z.number().optional().describe('Seconds until it expires.'),
});

function shownToken(held: Held<AuthToken>, world: LiveWorld): unknown {
  const left = secondsLeft(held, world.clock.now);
  const view = showToken(held, world.token(held));
  return left === undefined || left <= 0 ? view : { ...view, expiresInSeconds: left };
}

const TOKENS: Collection<Held<AuthToken>, typeof tokenBody, never> = {
  group: 'credentials',
  path: '/tokens',
  parameter: 'name',
  word: ENTITY_KINDS.authToken.word,
  shape: tokenShape,
  does: {
    list: 'The auth tokens.',
    read: 'An auth token.',
    remove: 'Deletes an auth token: it is then unknown.',
  },
  items: ({ game }, { world }) => world.state.tokens.of(game),
  holds: ({ item }, text) => item.name.includes(text),
  find: (name, request, { world }) => namedIn(world.state.tokens, name, request),
  show: (held, { world }) => shownToken(held, world),
  add: {
    does: 'Issues an auth token to a player, or to an admin of the dashboard, as a login would. The reply has its value.',
    body: tokenBody,
    apply: (given, { game }, { world }) => {
      // Within a game, players of that game alone are issued tokens.
      if (game !== undefined && given.admin === true)
        throw new ControlError(
          'invalid',
          'the token of an admin has no game; issue it outside of games',
          'admin',
        );
      const { expiresInSeconds: seconds, ...body } = inGame(given, game);
      const { state, clock } = world;
      if (state.tokens.size >= MAX_TOKENS) throw tooMany(MAX_TOKENS, 'tokens are kept; delete some', 'body');
      const name = body.name ?? freeName(`${body.player ?? 'dashboard'}.token`, state);
      const token = body.token ?? newSecret();
      checkNameIsFree(name, world);
      checkValueIsFree(token, 'token', name, world);
      const item = readInWorld(world, (scope) => readAuthToken({ ...body, name, token }, scope));
      const held = {
        ...issued(item, token),
        ...(seconds !== undefined && { expiresAt: expiryOf(item, seconds, clock.now) }),
      };
      world.change(({ tokens }) => tokens.put(held));
      return shownToken(held, world);
    },
  },
  remove: ({ item }, { world }) => world.change(({ tokens }) => tokens.remove(item.name)),
};

export const CREDENTIAL_ROUTES: readonly ControlRoute[] = [
  ...collectionRoutes(KEYS),
  ...collectionRoutes(TOKENS),
  route('credentials', 'POST /tokens/{name}/expire', {
    does: 'Expires an auth token at once.',
    reply: tokenShape,
    handle: (request, rig) => {
      const held = itemOf(TOKENS, request, rig);
      const expired = { ...held, item: { ...held.item, expired: true } };
      rig.world.change(({ tokens }) => tokens.put(expired));
      return shownToken(expired, rig.world);
    },
  }),
].flatMap(alsoForOneGame);
