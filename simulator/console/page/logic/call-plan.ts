/** Plans the call of the page: what the reader does not choose is chosen automatically. */
import {
  endpointOf,
  isEndpointId,
  VARIANT_FACTS,
  type EndpointId,
} from '../../../../src/contract/endpoints.ts';
import { keyFor, tokenFor, type KeyItem, type TokenItem } from './choose-key.ts';

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
