/** Auth tokens: issued the way a login would, and expired. */
import type { z } from 'zod';
import { readAuthToken, type AuthTokenInput } from '../../../src/config/world-file/auth-token.ts';
import type { AuthToken } from '../../../src/world/world.ts';
import { envNameOf, freeName, newSecret } from '../../world/copy-game.ts';
import { gameOfToken } from '../../world/game-part.ts';
import { tokensIn, type LiveWorld } from '../../world/live-world.ts';
import { expiryOf, secondsLeft } from '../../world/token-lifetimes.ts';
import type { Held } from '../../world/world-state.ts';
import { ControlError, inGame, notFound, tooMany } from '../control-error.ts';
import { checkFreeName, checkSecretValue, readInWorld } from '../read/read-entity.ts';
import type { Rig } from '../rig.ts';
import { alsoForOneGame, route, type ControlRequest, type Route } from '../route.ts';
import { showToken } from '../views/entities.ts';
import { listOf, pageOf, pageQuery, tokenBody, tokenShape } from './shapes.ts';

type TokenBody = z.infer<typeof tokenBody>;

const MOST_TOKENS = 1_000_000;

function shown(held: Held<AuthToken>, world: LiveWorld): unknown {
  const left = secondsLeft(held, world.clock.now);
  const view = showToken(held, world.token(held));
  return left === undefined || left <= 0 ? view : { ...view, expiresInSeconds: left };
}

function found({ params, game }: ControlRequest, { world }: Rig): Held<AuthToken> {
  const { name = '' } = params;
  const held = world.state.tokens.get(name);
  if (held === undefined || (game !== undefined && gameOfToken(held.item) !== game))
    throw notFound('auth token', name, 'path name');
  return held;
}

/** Within a game, players of that game alone are issued tokens. */
function ofGame(body: TokenBody, game: string | undefined): TokenBody {
  if (game !== undefined && body.admin === true)
    throw new ControlError(
      'invalid',
      'the token of an admin has no game; issue it outside of games',
      'admin',
    );
  return inGame(body, game);
}

function issued(body: TokenBody, { world }: Rig): Held<AuthToken> {
  const { state, clock } = world;
  if (state.tokens.size >= MOST_TOKENS) throw tooMany(MOST_TOKENS, 'tokens are kept; delete some', 'body');
  const { expiresInSeconds, ...input } = body;
  const name = body.name ?? freeName(`${body.player ?? 'dashboard'}.token`, state);
  const value = body.token ?? newSecret();
  checkFreeName(name, world);
  checkSecretValue(value, 'token', name, world);
  const item = readInWorld(world, (scope) =>
    readAuthToken({ ...input, name, token: value } as AuthTokenInput, scope),
  );
  const expiresAt = expiresInSeconds === undefined ? undefined : expiryOf(item, expiresInSeconds, clock.now);
  return {
    item,
    value,
    envName: envNameOf(name, 'TOKEN'),
    public: true,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

export const TOKEN_ROUTES: readonly Route[] = [
  route('credentials', 'GET /tokens', {
    does: 'The auth tokens.',
    query: pageQuery,
    reply: listOf(tokenShape),
    handle: ({ query, game }, { world }) =>
      pageOf(
        tokensIn(world.state, game),
        query,
        ({ item }) => item.name.includes(query.search ?? ''),
        (held) => shown(held, world),
      ),
  }),
  route('credentials', 'POST /tokens', {
    does: 'Issues an auth token to a player, or to an admin of the dashboard, as a login would. The reply has its value.',
    body: tokenBody,
    status: 201,
    reply: tokenShape,
    handle: ({ body, game }, rig) => {
      const held = issued(ofGame(body, game), rig);
      rig.world.putToken(held);
      return shown(held, rig.world);
    },
  }),
  route('credentials', 'GET /tokens/{name}', {
    does: 'An auth token.',
    reply: tokenShape,
    handle: (request, rig) => shown(found(request, rig), rig.world),
  }),
  route('credentials', 'POST /tokens/{name}/expire', {
    does: 'Expires an auth token at once.',
    reply: tokenShape,
    handle: (request, rig) => {
      const { name } = found(request, rig).item;
      rig.world.expireToken(name);
      return shown(found(request, rig), rig.world);
    },
  }),
  route('credentials', 'DELETE /tokens/{name}', {
    does: 'Deletes an auth token: it is then unknown.',
    handle: (request, rig) => void rig.world.removeToken(found(request, rig).item.name),
  }),
].flatMap(alsoForOneGame);
