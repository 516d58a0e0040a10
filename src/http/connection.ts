/** A connection of undici to a target: for one request at a time, opened again where it was closed. */
import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { Link } from './link.ts';
import { MAX_HEAD_BYTES } from './reply-bounds.ts';
import type { ResolvedRequest } from './secrets/secrets.ts';

export interface Connection {
  dispatch(request: ResolvedRequest, handler: Dispatcher.DispatchHandler): void;
  destroy(): Promise<void>;
  /** Replies since it was opened: a request on a used connection may meet its closing. */
  served: number;
  /** How many replies a request has. Where only some come, the last of them counts. */
  readonly replies: number;
  /** It serves one request alone. */
  readonly once: boolean;
  /** Nothing of a reply was read yet. */
  isAtStart: boolean;
  /** The bytes that undici read last: its errors don't quote the line that they are about. */
  lastRead: Uint8Array;
}

const NOTHING_READ: Buffer = Buffer.alloc(0);

/** What is counted and kept of each connection: nothing as yet. */
export const unused = () => ({ served: 0, isAtStart: true, lastRead: NOTHING_READ });

const CONTINUE = 'HTTP/1.1 100';
const END_OF_HEAD = '\r\n\r\n';
/** How long the head of a 100 may be. */
const MAX_CONTINUE = 4096;

/** Whether bytes are, or may become, the beginning of a 100. */
const mayBeContinue = (bytes: Buffer): boolean =>
  CONTINUE.startsWith(bytes.toString('latin1', 0, CONTINUE.length));

/** The bytes behind all 100s at their beginning. */
function behindContinues(bytes: Buffer): Buffer {
  let [rest, end] = [bytes, 0];
  while (mayBeContinue(rest) && (end = rest.indexOf(END_OF_HEAD)) !== -1)
    rest = rest.subarray(end + END_OF_HEAD.length);
  return rest;
}

/** Prepares an open socket for undici, which does not read a 100 that it has not asked for. */
export function forUndici(socket: Socket, connection: Connection): Socket {
  // Without this, undici forgets the alert of TLS for the end of the connection behind it.
  socket.on('error', (failure) => socket.destroy(failure));
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let held = NOTHING_READ;
  socket.read = (size) => {
    for (let bytes = read(size); bytes !== null; bytes = read(size)) {
      const rest = connection.isAtStart ? behindContinues(Buffer.concat([held, bytes])) : bytes;
      connection.isAtStart &&= mayBeContinue(rest) && rest.length < MAX_CONTINUE;
      held = connection.isAtStart ? rest : NOTHING_READ;
      if (connection.isAtStart) continue;
      connection.lastRead = rest;
      return rest;
    }
    return null;
  };
  return socket;
}

/** What holds for every connection. undici ends only those of late replies by its own time-outs, which are coarse. */
export const connectionLimits = ({ lateMs }: Link) => ({
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: lateMs,
  bodyTimeout: lateMs,
});

/** How a connection to the target is opened. */
export const connectOptions = ({ tls, settings: { timeoutMs } }: Link): buildConnector.BuildOptions => ({
  timeout: timeoutMs,
  ...(tls && { secureContext: tls }),
});

/** Makes kept-alive connections to a target, straight or through a proxy. */
export function connectionMaker(link: Link): () => Connection {
  const { origin, settings } = link;
  const { proxy, timeoutMs } = settings;
  const toTarget = connectOptions(link);
  const connector = buildConnector(toTarget);
  return () => {
    const client = (to: URL | string, options: { readonly connect?: buildConnector.connector }): Client =>
      new Client(to, {
        ...options,
        ...connectionLimits(link),
        pipelining: 1,
        connect: (wanted, opened) =>
          (options.connect ?? connector)(wanted, (...[error, socket]) => {
            if (error !== null) opened(error, null);
            else opened(null, forUndici(socket, connection));
          }),
      });
    const dispatcher =
      proxy === undefined
        ? client(origin, {})
        : new ProxyAgent({
            uri: proxy,
            proxyTunnel: false,
            connections: 1,
            requestTls: toTarget,
            proxyTls: { timeout: timeoutMs },
            factory: client,
            clientFactory: client,
          });
    const connection: Connection = {
      ...unused(),
      dispatch: ({ method, path, headers, body = null }, handler) => {
        connection.isAtStart = true;
        dispatcher.dispatch({ origin, method, path, headers, body }, handler);
      },
      destroy: () => dispatcher.destroy(),
      replies: 1,
      once: false,
    };
    dispatcher.on('connect', () => (connection.served = 0));
    return connection;
  };
}
