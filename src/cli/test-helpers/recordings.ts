/** HAR files as recorders write them, made in a test. */
import { endpointOf, type EndpointId } from '../../spec/endpoints.ts';
import { fileWith, tagproof, type Ended } from './captured.ts';

/** One game, one player, a key of role Player and a token. */
export const WORLD = `world:
  complete: true
  games: [{ id: g }]
  secretKeys: [{ name: player, key: sk-player-0123456789, role: Player, game: g, rules: all }]
  authTokens: [{ name: ann, token: tok-ann-0123456789, player: aaaaaaaaaa, game: g }]
  gamePlayers: [{ userId: aaaaaaaaaa, game: g, tags: [{ key: vip, value: gold }] }]
`;

interface Envelope {
  readonly returnCode?: number;
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  readonly debugMessage?: string;
}

/** An envelope: Ok with the tags of the player unless another code is given. */
export function replyWith({
  returnCode = 1,
  tags = [{ key: 'vip', value: 'gold' }],
  debugMessage,
}: Envelope) {
  return {
    returnCode,
    ...(debugMessage !== undefined && { debugMessage }),
    ...(returnCode === 1 && { parameters: { errorCode: 1, infoResponseParameters: { tags } } }),
  };
}

interface Parts {
  readonly endpoint?: EndpointId;
  readonly base?: string;
  readonly url?: string;
  readonly method?: string;
  readonly key?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly reply?: unknown;
  readonly replyHeaders?: Readonly<Record<string, string>>;
  readonly content?: object;
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** An entry as Chrome writes it; a player's own tags asked for and given unless other parts are given. */
export function entry({
  endpoint = 'gamePlayer.client',
  base = 'https://api.example/base',
  url = `${base}${endpointOf(endpoint).path}`,
  method = 'POST',
  key = 'sk-player-0123456789',
  token = 'tok-ann-0123456789',
  headers = {},
  body = '{"userId": "aaaaaaaaaa"}',
  status = 200,
  reply = replyWith({}),
  replyHeaders = {},
  content = { size: -1, mimeType: 'application/json', text: JSON.stringify(reply) },
}: Parts) {
  return {
    startedDateTime: '2026-01-02T03:04:05.678Z',
    time: 12.3,
    request: {
      method,
      url,
      httpVersion: 'h2',
      headers: lines({
        ':authority': 'api.example',
        'accept-encoding': 'gzip, br',
        ...(key !== '' && { 'secret-key': key }),
        ...(token !== '' && { 'auth-token': token }),
        'content-type': 'application/json',
        cookie: 'session=cookie-0123456789',
        ...headers,
      }),
      postData: { mimeType: 'application/json', text: body },
    },
    response: {
      status,
      headers: lines({ 'content-type': 'application/json', 'content-encoding': 'br', ...replyHeaders }),
      content,
    },
  };
}

export const har = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, pages: [], entries } });

/** Judges a recording by `tagproof judge`. */
export const judged = (text: string, words = ''): Promise<Ended> =>
  tagproof(['judge', fileWith(text, 'traffic.har'), ...words.split(' ').filter((word) => word !== '')]);
