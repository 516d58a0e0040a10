/** A connection for one request whose bytes are written as planned: undici reads the reply, and what it would write goes nowhere. */
import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { Link } from '../link.ts';
import { type Connection, connectionLimits, connectOptions, forUndici, unused } from '../connection.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { NoReplyError, closedUnanswered } from '../why.ts';
import { planBytes, type BytePlan } from './plan-bytes.ts';

/** A connection straight to the target. */
export function rawConnection(request: ResolvedRequest, link: Link): Connection {
  const plan = planBytes(request, link.origin);
  const connect = buildConnector(connectOptions(link));
  let isOpened = false;
  const client = new Client(link.origin, {
    ...connectionLimits(link),
    pipelining: plan.requests,
    connect: (wanted, opened) => {
      // It was closed before all of its replies.
      if (isOpened) return opened(new NoReplyError(closedUnanswered(link)), null);
      isOpened = true;
      connect(wanted, (...[error, socket]) => {
        if (error !== null) return opened(error, null);
        const write = socket.write.bind(socket);
        socket.write = () => true;
        opened(null, forUndici(socket, connection));
        writePaced(socket, write, plan);
      });
    },
  });
  // To undici, the method says only whether the reply has a body.
  const options = {
    origin: link.origin,
    method: request.method === 'HEAD' ? ('HEAD' as const) : ('POST' as const),
    path: '/',
    idempotent: true,
  };
  const connection: Connection = {
    ...unused(),
    dispatch: (__, handler) => {
      for (let left = plan.requests; left > 0; left -= 1) client.dispatch(options, handler);
    },
    destroy: () => client.destroy(),
    replies: plan.requests,
    once: true,
  };
  return connection;
}

/** A turn of the event loop between two segments keeps the system from joining them, a pause makes sure of it. */
function writePaced(
  socket: Socket,
  write: (bytes: Uint8Array) => void,
  { segments, pauseMs, ends }: BytePlan,
): void {
  socket.setNoDelay(true);
  const next = (index: number) => {
    const segment = segments[index];
    if (socket.destroyed || segment === undefined) return;
    const last = index === segments.length - 1;
    if (last && ends) socket.end(segment);
    else write(segment);
    if (last) return;
    if (pauseMs === undefined) setImmediate(next, index + 1);
    else setTimeout(next, pauseMs, index + 1);
  };
  next(0);
}

/** Which requests undici refuses or would change, so that they must be sent raw. */

const VALID_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALID_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const VALID_PATH = /^\/[\x21-\xff]*$/;

/** undici writes these itself, refuses them, or loses them where it makes an object of the headers. What occurs twice it sends twice. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  'connection content-length expect keep-alive proxy-authorization transfer-encoding upgrade __proto__'.split(
    ' ',
  ),
);

/**
 * Whether only a raw connection can send exactly this. An invalid header or path must never reach undici: it throws
 * there and uses up the connection. Blanks around a value are not a reason: undici sends them as they are.
 */
export function needsRaw({ method, path, headers, wire }: ResolvedRequest): boolean {
  if (wire !== undefined || method === 'CONNECT' || !VALID_TOKEN.test(method) || !VALID_PATH.test(path))
    return true;
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    if (OWN_NAMES.has(name) || !VALID_TOKEN.test(name) || !VALID_VALUE.test(headers[i + 1] ?? ''))
      return true;
  }
  return false;
}
