/** The text of requests on the wire. */
import { endpointOf, METHOD } from '../../src/spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../../src/spec/headers.ts';
import { valueOf } from './small-world.ts';

export const PATH = endpointOf('gamePlayer.client').path;

/** Ann's credentials on the player client. */
export const CREDENTIALS = [
  `${CONTENT_TYPE}: ${JSON_TYPE}`,
  `${SECRET_KEY}: ${valueOf('player')}`,
  `${AUTH_TOKEN}: ${valueOf('ann')}`,
] as const;

/** A head of these lines, with the blank line that ends it. */
export function head(requestLine: string, ...lines: readonly string[]): string {
  return [requestLine, ...lines, '', ''].join('\r\n');
}

/** Ann's request for herself, with a length and the lines given. */
export function plainRequest(body = '{}', ...lines: readonly string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return head(`${METHOD} ${PATH} HTTP/1.1`, 'Host: here', ...CREDENTIALS, length, ...lines) + body;
}
