/** A connection of undici to a target: for one request at a time, opened again where it was closed. */
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
  const connect = { timeout: settings.timeoutMs, ...(tls && { secureContext: tls }) };
  const connector = buildConnector(connect);
  const client = (to: URL | string, options: object): Client =>
    new Client(to, { ...options, ...connectionLimits(link), pipelining: 1 });
  const { proxy } = settings;
  return () => {
    const dispatcher =
      proxy === undefined
        ? client(origin, { connect: connector })
        : new ProxyAgent({
            uri: proxy,
            proxyTunnel: false,
            connections: 1,
            requestTls: connect,
            proxyTls: { timeout: settings.timeoutMs },
            factory: client,
            clientFactory: client,
          });
    const connection: Connection = {
      dispatch: ({ method, path, headers, body = null }, handler) =>
        dispatcher.dispatch({ origin, method, path, headers, body }, handler),
      destroy: () => dispatcher.destroy(),
      served: 0,
      replies: 1,
      once: false,
    };
    dispatcher.on('connect', () => (connection.served = 0));
    return connection;
  };
}
