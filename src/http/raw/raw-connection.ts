/** A connection for one request whose bytes are written as planned: undici reads the reply, and what it would write goes nowhere. */
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { Connection } from '../connection.ts';
import type { Link } from '../link.ts';
import type { ResolvedRequest } from '../resolved-request.ts';
import type { Framing } from './framing.ts';
import { framingOf, segmentsOf } from './plan-bytes.ts';

/** A connection straight to the target. */
export function rawConnection(
  request: ResolvedRequest,
  link: Link,
  connector: buildConnector.connector,
): Connection {
  const framing = framingOf(request);
  const segments = segmentsOf(request, link.origin);
  let isOpened = false;
  const connect: buildConnector.connector = (wanted, opened) => {
    // It was closed before all of its replies.
    if (isOpened) return opened(Object.assign(new Error(), { code: 'ECONNRESET' }), null);
    isOpened = true;
    connector(wanted, (...[error, socket]) => {
      if (error !== null) return opened(error, null);
      const write = socket.write.bind(socket);
      socket.write = () => true;
      opened(null, socket);
      void writePaced(socket, write, segments, framing);
    });
  };
  // To undici, the method says only whether the reply has a body.
  const told = { method: request.method === 'HEAD' ? 'HEAD' : 'POST', path: '/', idempotent: true } as const;
  return new Connection(link, connect, told, framing.requests);
}

/** A turn of the event loop between two segments keeps the system from joining them, a pause makes sure of it. */
async function writePaced(
  socket: Socket,
  write: (bytes: Uint8Array) => void,
  segments: readonly Uint8Array[],
  { pauseMs, ends = false }: Framing,
): Promise<void> {
  socket.setNoDelay(true);
  for (const segment of segments) {
    if (socket.destroyed) return;
    write(segment);
    await (pauseMs === undefined ? setImmediate() : setTimeout(pauseMs));
  }
  if (ends) socket.end();
}
