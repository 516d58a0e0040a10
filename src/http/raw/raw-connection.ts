/** A connection for one request whose bytes are written as planned: undici reads the reply, and what it would write goes nowhere. */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { Connection } from '../connection.ts';
import type { Link } from '../link.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { planBytes, type BytePlan } from './plan-bytes.ts';

/** A connection straight to the target. */
export function rawConnection(
  request: ResolvedRequest,
  link: Link,
  connector: buildConnector.connector,
): Connection {
  const plan = planBytes(request, link.origin);
  // To undici, the method says only whether the reply has a body.
  const told = { method: request.method === 'HEAD' ? 'HEAD' : 'POST', path: '/', idempotent: true } as const;
  return new Connection(link, writing(plan, connector), told, plan.requests);
}

/** Opens a socket once that writes these bytes, whatever it is given to write. */
function writing(plan: BytePlan, connector: buildConnector.connector): buildConnector.connector {
  let isOpened = false;
  return (wanted, opened) => {
    // It was closed before all of its replies.
    if (isOpened) return opened(Object.assign(new Error(), { code: 'ECONNRESET' }), null);
    isOpened = true;
    connector(wanted, (...[error, socket]) => {
      if (error !== null) return opened(error, null);
      const write = socket.write.bind(socket);
      socket.write = () => true;
      opened(null, socket);
      writePaced(socket, write, plan);
    });
  };
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
