/** The undici client of one connection to a target, straight or through a proxy. */
import type { Socket } from 'node:net';
import { buildConnector, Client, ProxyAgent, type Dispatcher } from 'undici';
import { MAX_HEAD_BYTES } from '../../http/reply-bounds.ts';
import type { Link } from '../link.ts';

/**
 * Makes a client of one connection, and hands over each socket that it opens straight to the target: behind a proxy there is
 * none. The time-outs of undici are off: they fire up to a second late.
 */
export type OpenDispatcher = (onSocket: (socket: Socket) => void) => Dispatcher;

export function dispatcherMaker({ origin, tls, settings }: Link): OpenDispatcher {
  const limits = {
    pipelining: 1,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const connect = { timeout: 0, ...(tls && { secureContext: tls }) };
  const { proxy } = settings;
  if (proxy === undefined) {
    const open = buildConnector(connect);
    return (onSocket) =>
      new Client(origin, {
        ...limits,
        connect: (options, callback) =>
          open(options, (...opened) => {
            if (opened[0] === null) onSocket(opened[1]);
            callback(...opened);
          }),
      });
  }
  return () =>
    new ProxyAgent({
      uri: proxy,
      proxyTunnel: false,
      connections: 1,
      requestTls: connect,
      proxyTls: { timeout: 0 },
      factory: (to, options) => new Client(to, { ...options, ...limits }),
    });
}
