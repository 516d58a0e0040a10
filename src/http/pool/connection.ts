/** A kept-alive connection of undici to a target, straight or through a proxy: for one request at a time, opened again where it was closed. */
import { buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { Link } from '../link.ts';
import { MAX_HEAD_BYTES } from '../reply-bounds.ts';

export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Replies since it was opened: a request on a used connection may meet its closing. */
  served: number;
}

/** Makes connections to a target. undici ends only those of late replies by its own time-outs, which are coarse. */
export function connectionMaker({ origin, tls, settings, lateMs }: Link): () => Connection {
  const limits = {
    pipelining: 1,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: lateMs,
    bodyTimeout: lateMs,
  };
  const connect = { timeout: settings.timeoutMs, ...(tls && { secureContext: tls }) };
  const client = (to: URL | string, options: object): Client => new Client(to, { ...options, ...limits });
  const connector = buildConnector(connect);
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
    const connection: Connection = { dispatcher, served: 0 };
    dispatcher.on('connect', () => (connection.served = 0));
    return connection;
  };
}
