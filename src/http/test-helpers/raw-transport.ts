/** A transport that sends everything raw, as the everyday one sends what undici can't. */
import type { Transport } from '../exchange.ts';
import type { Link } from '../link.ts';
import { sendRaw } from '../raw/raw-transport.ts';
import { withinBounds } from '../reply-bounds.ts';
import { resolveRequest } from '../secrets/secrets.ts';

export function rawTransport(link: Link): Transport {
  const closing = new AbortController();
  return {
    async send(request, signal) {
      const start = performance.now();
      const outcome = await sendRaw(resolveRequest(request, link), link, closing.signal, signal);
      return { request, outcome: withinBounds(outcome), ms: performance.now() - start };
    },
    single: () => rawTransport(link),
    close: async () => closing.abort(),
  };
}
