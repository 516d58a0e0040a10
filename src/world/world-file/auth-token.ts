/** An auth token: how a file declares it, how one is read, and how it is shown. */
import { z } from 'zod';
import { secretText } from './checked-texts.ts';
import { idSchema } from './subject.ts';
import type { AuthToken } from '../world.ts';
import { checkPlayer, gameSchema, homeGame, nameSchema, spellingFact, type EntityScope } from './entity.ts';

/** About thirty years. */
const MAX_TOKEN_SECONDS = 1_000_000_000;

export const authTokenSchema = z.strictObject({
  name: nameSchema,
  token: secretText.describe('The value of the Auth-Token header; best "${env:NAME}".'),
  player: idSchema('gamePlayer').describe('The userId of the player who logged in.').optional(),
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

function holderOf({ admin, player, game }: AuthTokenInput, scope: EntityScope): AuthToken['holder'] {
  const { complain } = scope;
  if (admin !== true && player !== undefined) {
    const home = homeGame(game, scope);
    if (scope.games.includes(home)) checkPlayer(player, home, ['player'], scope);
    return { kind: 'player', userId: player, game: home };
  }
  if (admin !== true)
    complain(
      [],
      'this token has no holder',
      'add player: the userId of the player who logged in, or admin: true',
    );
  else if (player !== undefined)
    complain(
      ['player'],
      'a token belongs to a player or to an admin, not to both',
      'leave out player or admin',
      'key',
    );
  else if (game !== undefined) complain(['game'], 'the token of an admin has no game', 'leave it out', 'key');
  return { kind: 'dashboard' };
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
