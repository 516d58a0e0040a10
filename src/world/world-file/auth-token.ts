/** An auth token: how a file declares it, how one is read, and how it is shown. */
import { z } from 'zod';
import type { AuthToken } from '../world.ts';
import {
  checkPlayer,
  gameSchema,
  homeGame,
  nameSchema,
  secretText,
  spellingFact,
  type EntityScope,
} from './entity.ts';

/** About thirty years. */
export const MAX_TOKEN_SECONDS = 1_000_000_000;

export const authTokenSchema = z.strictObject({
  name: nameSchema,
  token: secretText.describe('The value of the Auth-Token header; best "${env:NAME}".'),
  player: z.string().describe('The userId of the player who logged in.').optional(),
  admin: z.boolean().describe('true: the token of an admin who logged in through the dashboard.').optional(),
  game: gameSchema.optional(),
  expired: z.boolean().describe('true: the token has expired.').optional(),
  expiresInSeconds: z
    .number()
    .positive()
    .max(MAX_TOKEN_SECONDS)

    .describe(
      'tagproof simulate lets the token expire this many seconds after it begins to serve the world. A run takes it as valid.',
    )
    .optional(),
});

export type AuthTokenInput = z.infer<typeof authTokenSchema>;

type Holder = AuthToken['holder'];

function dashboard({ player, game }: AuthTokenInput, { complain }: EntityScope): Holder {
  if (player !== undefined)
    complain(
      ['player'],
      'a token is that of a player or of an admin, not both',
      'leave out player or admin',
      'key',
    );
  if (game !== undefined) complain(['game'], 'the token of an admin has no game', 'leave it out', 'key');
  return { kind: 'dashboard' };
}

function holderOf(input: AuthTokenInput, scope: EntityScope): Holder {
  if (input.admin === true) return dashboard(input, scope);
  if (input.player === undefined) {
    scope.complain(
      [],
      'this token has no holder',
      'add player: the userId of the player who logged in, or admin: true',
    );
    return { kind: 'dashboard' };
  }
  const game = homeGame(input.game, scope);
  if (scope.games.includes(game)) checkPlayer(input.player, game, ['player'], scope);
  return { kind: 'player', userId: input.player, game };
}

/** Reads one auth token. */
export function readAuthToken(input: AuthTokenInput, scope: EntityScope): AuthToken {
  const { name, token, expired, expiresInSeconds } = input;
  return {
    name,
    holder: holderOf(input, scope),
    expired: expired === true,
    ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    ...spellingFact(token),
  };
}

/** An auth token as a file declares it; `shownValue` stands for its value. */
export function showAuthToken(
  { name, holder, expired, expiresInSeconds }: AuthToken,
  shownValue: string,
): AuthTokenInput {
  return {
    name,
    token: shownValue,
    ...(holder.kind === 'dashboard' ? { admin: true } : { player: holder.userId, game: holder.game }),
    ...(expired ? { expired } : expiresInSeconds !== undefined && { expiresInSeconds }),
  };
}
