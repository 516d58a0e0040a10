/** A connection of undici to a target: for one request at a time, opened again where it was closed. */
import type { Duplex } from 'node:stream';
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
  /** The bytes that undici read last. */
  lastRead: Uint8Array;
}

const NO_BYTES = new Uint8Array();

/** What is counted and kept of each connection: nothing as yet. */
export const unused = () => ({ served: 0, lastRead: NO_BYTES });

/** Keeps what undici reads last of a socket: its errors don't quote the line that they are about. */
export function keepLastRead(socket: Duplex, connection: Pick<Connection, 'lastRead'>): void {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const bytes = read(size) as Buffer | null;
    if (bytes !== null) connection.lastRead = bytes;
    return bytes;
  };
}

/** What holds for every connection. undici ends only those of late replies by its own time-outs, which are coarse. */
export const connectionLimits = ({ lateMs }: Link) => ({
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: lateMs,
  bodyTimeout: lateMs,
});

/** Makes kept-alive connections to a target, straight or through a proxy. */
export function connectionMaker(link: Link): () => Connection {
  const { origin, tls, settings } = link;
  const { proxy, timeoutMs } = settings;
  const toTarget = { timeout: timeoutMs, ...(tls && { secureContext: tls }) };
  const connector = buildConnector(toTarget);
  return () => {
    const client = (to: URL | string, options: { readonly connect?: buildConnector.connector }): Client =>
      new Client(to, {
        ...options,
        ...connectionLimits(link),
        pipelining: 1,
        connect: (wanted, opened) =>
          (options.connect ?? connector)(wanted, (...[error, socket]) => {
            if (error !== null) return opened(error, null);
            // Without this, undici forgets the alert of TLS for the end of the connection behind it.
            socket.on('error', (failure) => socket.destroy(failure));
            keepLastRead(socket, connection);
            opened(null, socket);
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
      dispatch: ({ method, path, headers, body = null }, handler) =>
        dispatcher.dispatch({ origin, method, path, headers, body }, handler),
      destroy: () => dispatcher.destroy(),
      replies: 1,
      once: false,
    };
    dispatcher.on('connect', () => (connection.served = 0));
    return connection;
  };
}
