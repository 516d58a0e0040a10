/** How strictly the reply to a request is judged whatever its outcome (P6). */
import { endpointOf, METHOD } from '../contract/endpoints.ts';
import type { Request } from '../exchange/request.ts';
import { MALFORMED_WIRE } from '../exchange/wire-bends.ts';
import type { Reach } from './allowed.ts';

/** Methods whose reply has no body, or which speak of the connection rather than of the service. */
const UNJUDGED: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'CONNECT', 'TRACE']);

/** Bytes of a head from which on a server may refuse it as HTTP. */
const LONG_HEAD = 8192;

function headBytes({ headers }: Request): number {
  return headers.reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 64) + 4,
    0,
  );
}

export function reachOf(request: Request): Reach {
  if (request.wire !== undefined && MALFORMED_WIRE.has(request.wire)) return 'alive';
  if (UNJUDGED.has(request.method) || headBytes(request) > LONG_HEAD) return 'alive';
  return request.method === METHOD && request.path === endpointOf(request.endpoint).path
    ? 'endpoint'
    : 'elsewhere';
}
