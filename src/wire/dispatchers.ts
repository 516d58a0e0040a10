/** The undici client of one connection to a target, straight or through a proxy. */
import { Client, ProxyAgent, type Dispatcher } from 'undici';
import { MAX_HEAD_BYTES } from './http-settings.ts';
import type { Link } from './link.ts';

/** Makes a client of one connection. The time-outs of undici are off: they fire up to a second late. */
export function dispatcherMaker({ origin, tls, settings }: Link): () => Dispatcher {
  const limits = {
    pipelining: 1,
    maxResponseSize: settings.maxReplyBytes,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const connect = { timeout: 0, ...(tls && { secureContext: tls }) };
  const { proxy } = settings;
  if (proxy === undefined) return () => new Client(origin, { ...limits, connect });
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
