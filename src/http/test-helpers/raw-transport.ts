/** A transport that sends everything raw, as the everyday one sends what undici can't. */
import type { Transport } from '../exchange.ts';
import { withinBounds } from '../reply-bounds.ts';
import type { Link } from '../link.ts';
import { rawSender } from '../raw/raw-transport.ts';
import { resolveRequest } from '../secrets/secrets.ts';

export function rawTransport(link: Link): Transport {
  const ended = new AbortController();
  const sendRaw = rawSender(link);
  const additions = { secretStore: link.secretStore, prefix: link.prefix, headers: link.settings.headers };
  return {
    async send(request, signal) {
      const resolved = resolveRequest(request, additions);
      const start = performance.now();
      const { outcome, faults } = await sendRaw(resolved, [signal, ended.signal]);
      const exchange = { request, outcome: withinBounds(outcome, request), ms: performance.now() - start };
      return faults.length === 0 ? exchange : { ...exchange, faults };
    },
    single: () => rawTransport(link),
    close: async () => {
      ended.abort();
      link.replyTimeout.close();
    },
  };
}
