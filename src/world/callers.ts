/** Who may ask about a subject: which keys and tokens fit it, as far as is known (§4.1, §5.1, §5.4). */
import type { Endpoint } from '../spec/endpoints.ts';
import { holdsRule, UNKNOWN, type AuthToken, type Fact, type SecretKey } from './world.ts';

/** Whether a key may be of the role of an endpoint, and have the rule for it. */
export const mayOpen = (key: SecretKey, { role, rule }: Endpoint): boolean =>
  (key.role === UNKNOWN || key.role === role) && holdsRule(key, rule) !== false;

/** Whether a key may ask for something of this game. */
export function keyFitsGame({ game }: SecretKey, wanted: string): boolean {
  return game === UNKNOWN || game === null || game === wanted;
}

/** Whether a token is in force, of a player of this game. */
export const isInForce = ({ holder, expired }: AuthToken, game: string): boolean =>
  !expired && holder.kind === 'player' && holder.game === game;

/** Whether what these players own is the token's own: its player, its character, its group. */
export const isOwnersToken = ({ holder }: AuthToken, owners: Fact<readonly string[]>): boolean =>
  holder.kind === 'player' && owners !== UNKNOWN && owners.includes(holder.userId);

/** Tokens in force of a game's players, those of the owners first. */
export function tokensInForce(
  tokens: readonly AuthToken[],
  { game, owners }: { readonly game: string; readonly owners: Fact<readonly string[]> },
): readonly AuthToken[] {
  return tokens
    .filter((token) => isInForce(token, game))
    .toSorted((a, b) => Number(isOwnersToken(b, owners)) - Number(isOwnersToken(a, owners)));
}
