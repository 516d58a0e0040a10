/** Plans the call of the page: what the reader does not choose is chosen automatically. */
import {
  endpointOf,
  isEndpointId,
  VARIANT_FACTS,
  type EndpointId,
} from '../../../../src/contract/endpoints.ts';

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
const tokenFor = (player: string, game: string, tokens: readonly TokenItem[]): TokenItem | undefined =>
  tokens.find((token) => token.player === player && token.game === game && token.expired !== true);

/** What the reader chose; a key, a token, a Game-Id or a body that is undefined is chosen automatically. */
export interface Wanted {
  readonly endpoint: EndpointId;
  readonly game: string;
  readonly id: string;
  /** Whose token is sent, on client endpoints. */
  readonly player: string;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly gameId?: string | undefined;
  readonly body?: string | undefined;
}

export interface CallPlan {
  /** Names, and texts as they are sent; an empty one is not sent. */
  readonly key: string;
  readonly token: string;
  readonly gameId: string;
  readonly body: string;
  /** The player for whom a token must be issued first; empty: none is needed. */
  readonly issueFor: string;
}

export const endpointFrom = (text: string | undefined): EndpointId =>
  text !== undefined && isEndpointId(text) ? text : 'gamePlayer.admin';

export function planCall(
  { endpoint, game, id, player, ...wanted }: Wanted,
  keys: readonly KeyItem[],
  tokens: readonly TokenItem[],
): CallPlan {
  const { variant, idMember } = endpointOf(endpoint);
  const name = wanted.key ?? keyFor(endpoint, game, keys)?.name ?? '';
  const key = keys.find((each) => each.name === name);
  const { sendsToken } = VARIANT_FACTS[variant];
  const own = sendsToken ? tokenFor(player, game, tokens)?.name : undefined;
  return {
    key: name,
    token: wanted.token ?? own ?? '',
    gameId: wanted.gameId ?? (key?.game === null ? game : ''),
    body: wanted.body ?? JSON.stringify({ [idMember]: id }),
    issueFor: sendsToken && wanted.token === undefined && own === undefined ? player : '',
  };
}

/** The plan as the API takes it. */
export const bodyOfCall = (endpoint: EndpointId, { key, token, gameId, body }: CallPlan): object => ({
  endpoint,
  ...(key !== '' && { key }),
  ...(token !== '' && { token }),
  ...(gameId !== '' && { gameId }),
  body,
});
