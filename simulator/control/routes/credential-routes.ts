/** Secret keys, and auth tokens that are issued the way a login would. */
import { z } from 'zod';
import {
  authTokenSchema,
  MAX_TOKEN_SECONDS,
  readAuthToken,
} from '../../../src/world/world-file/auth-token.ts';
import { readSecretKey, secretKeySchema } from '../../../src/world/world-file/secret-key.ts';
import { headerValueProblem } from '../../../src/http/header-text.ts';
import type { AuthToken, SecretKey } from '../../../src/world/world.ts';
import { freeName, issued, newSecret } from '../../world/issued.ts';
import { type LiveWorld, expiryOf, secondsLeft } from '../../world/live-world.ts';
import type { Held } from '../../world/world-state.ts';
import { ControlError, notFound, tooMany } from '../api/control-error.ts';
import { readInWorld, showKey, showToken } from '../api/entities.ts';
import { type Rig, route, type ControlRequest, type ControlRoute } from '../api/route.ts';

/** Refuses a value that no header can carry, or that a key or a token has already. */
function checkValueIsFree(value: string, at: string, { state }: LiveWorld): void {
  const problem = headerValueProblem(value);
  if (problem !== undefined) throw new ControlError('invalid', `this value ${problem}`, at);
  const taken = (state.keys.withValue(value) ?? state.tokens.withValue(value))?.item.name;
  if (taken !== undefined)
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

const MAX_KEYS = 100_000;
const keyBody = secretKeySchema.partial({ name: true, key: true }).required({ role: true });

/** A secret key as replies show it. */
const keyShape: z.ZodType = secretKeySchema;

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
const tokenShape: z.ZodType = authTokenSchema.extend({
  expiresInSeconds: z.number().optional().describe('Seconds until it expires.'),
});

function shownToken(held: Held<AuthToken>, world: LiveWorld): unknown {
  const left = secondsLeft(held, world.clock.now);
  const view = showToken(held, world.token(held));
  return left === undefined || left <= 0 ? view : { ...view, expiresInSeconds: left };
}

const gameQuery = z.strictObject({ game: z.string().optional().describe('Only those of this game.') });

const listOf = (item: z.ZodType): z.ZodType => z.strictObject({ items: z.array(item) });

function keyOf({ params: { name = '' } }: ControlRequest, { world: { state } }: Rig): Held<SecretKey> {
  const held = state.keys.get(name);
  if (held === undefined) throw notFound('secret key', name, 'path name');
  return held;
}

function tokenOf({ params: { name = '' } }: ControlRequest, { world: { state } }: Rig): Held<AuthToken> {
  const held = state.tokens.get(name);
  if (held === undefined) throw notFound('auth token', name, 'path name');
  return held;
}

const KEY_ROUTES: readonly ControlRoute[] = [
  route('credentials', 'GET /keys', {
    does: 'The secret keys.',
    query: gameQuery,
    reply: listOf(keyShape),
    handle: ({ query: { game } }, { world }) => ({ items: world.state.keys.of(game).map(showKey) }),
  }),
  route('credentials', 'POST /keys', {
    does: 'Adds a secret key. A name and a value that are left out are made up; the reply has them.',
    body: keyBody,
    status: 201,
    reply: keyShape,
    handle: ({ body }, { world }) => {
      const { state } = world;
      if (state.keys.size >= MAX_KEYS) throw tooMany(MAX_KEYS, 'keys are kept', 'body');
      const name = body.name ?? freeName(`${body.game ?? 'any'}.${body.role.toLowerCase()}`, state);
      const key = body.key ?? newSecret();
      checkNameIsFree(name, world);
      checkValueIsFree(key, 'key', world);
      const held = issued(
        readInWorld(world, (scope) => readSecretKey({ ...body, name, key }, scope)),
        key,
      );
      world.change(({ keys }) => keys.put(held));
      return showKey(held);
    },
  }),
  route('credentials', 'GET /keys/{name}', {
    does: 'A secret key.',
    reply: keyShape,
    handle: (request, rig) => showKey(keyOf(request, rig)),
  }),
  route('credentials', 'DELETE /keys/{name}', {
    does: 'Deletes a secret key.',
    handle: (request, rig) => {
      const { item } = keyOf(request, rig);
      rig.world.change(({ keys }) => keys.remove(item.name));
    },
  }),
];

const TOKEN_ROUTES: readonly ControlRoute[] = [
  route('credentials', 'GET /tokens', {
    does: 'The auth tokens.',
    query: gameQuery,
    reply: listOf(tokenShape),
    handle: ({ query: { game } }, { world }) => ({
      items: world.state.tokens.of(game).map((held) => shownToken(held, world)),
    }),
  }),
  route('credentials', 'POST /tokens', {
    does: 'Issues an auth token to a player, or to an admin of the dashboard, as a login would. The reply has its value.',
    body: tokenBody,
    status: 201,
    reply: tokenShape,
    handle: ({ body: { expiresInSeconds: seconds, ...body } }, { world }) => {
      const { state, clock } = world;
      if (state.tokens.size >= MAX_TOKENS) throw tooMany(MAX_TOKENS, 'tokens are kept; delete some', 'body');
      const name = body.name ?? freeName(`${body.player ?? 'dashboard'}.token`, state);
      const token = body.token ?? newSecret();
      checkNameIsFree(name, world);
      checkValueIsFree(token, 'token', world);
      const item = readInWorld(world, (scope) => readAuthToken({ ...body, name, token }, scope));
      const held = {
        ...issued(item, token),
        ...(seconds !== undefined && { expiresAt: expiryOf(seconds, clock.now) }),
      };
      world.change(({ tokens }) => tokens.put(held));
      return shownToken(held, world);
    },
  }),
  route('credentials', 'GET /tokens/{name}', {
    does: 'An auth token.',
    reply: tokenShape,
    handle: (request, rig) => shownToken(tokenOf(request, rig), rig.world),
  }),
  route('credentials', 'DELETE /tokens/{name}', {
    does: 'Deletes an auth token: it is then unknown.',
    handle: (request, rig) => {
      const { item } = tokenOf(request, rig);
      rig.world.change(({ tokens }) => tokens.remove(item.name));
    },
  }),
  route('credentials', 'POST /tokens/{name}/expire', {
    does: 'Expires an auth token at once.',
    reply: tokenShape,
    handle: (request, rig) => {
      const held = tokenOf(request, rig);
      const expired = { ...held, item: { ...held.item, expired: true } };
      rig.world.change(({ tokens }) => tokens.put(expired));
      return shownToken(expired, rig.world);
    },
  }),
];

export const CREDENTIAL_ROUTES: readonly ControlRoute[] = [...KEY_ROUTES, ...TOKEN_ROUTES];
