/** Which key opens an endpoint for a game, as a list of keys in the form of a world file has them. */
import { endpointOf, type EndpointId } from '../../../../src/contract/endpoints.ts';

export interface KeyItem {
  readonly name: string;
  readonly role?: string;
  readonly game?: string | null;
  readonly rules?: 'all' | readonly string[];
  readonly limits?: object;
}

export interface TokenItem {
  readonly name: string;
  readonly player?: string;
  readonly game?: string;
  readonly admin?: boolean;
  readonly expired?: boolean;
}

/** The first key of the right role with the rule, those of the game before those without a game, those without limits first. */
export function keyFor(endpoint: EndpointId, game: string, keys: readonly KeyItem[]): KeyItem | undefined {
  const { role, rule } = endpointOf(endpoint);
  const fit = keys.filter(
    (key) =>
      key.role === role &&
      (key.game === game || key.game === null) &&
      (key.rules === 'all' || key.rules?.includes(rule) === true),
  );
  const rank = (key: KeyItem): number => (key.limits === undefined ? 0 : 2) + (key.game === null ? 1 : 0);
  return fit.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** A token of a player that has not expired. */
export const tokenFor = (player: string, game: string, tokens: readonly TokenItem[]): TokenItem | undefined =>
  tokens.find((token) => token.player === player && token.game === game && token.expired !== true);
