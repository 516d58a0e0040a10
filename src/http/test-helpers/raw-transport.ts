/** A transport that sends everything over raw connections, as the everyday one sends what undici can't. */
import type { Transport } from '../exchange.ts';
import type { Link } from '../link.ts';
import { onAbort } from '../on-abort.ts';
import { Sending } from '../pool/sending.ts';
import { rawConnection } from '../raw/raw-connection.ts';
import { withinBounds } from '../reply-bounds.ts';
import { resolveRequest } from '../secrets/secrets.ts';
import { ABORTED } from '../why.ts';

export function rawTransport(link: Link): Transport {
  const closing = new AbortController();
  return {
    send: (request, signal) =>
      new Promise((done) => {
        if (signal?.aborted === true || closing.signal.aborted)
          return done({ request, outcome: ABORTED, ms: 0 });
        const resolved = resolveRequest(request, link);
        const connection = rawConnection(resolved, link);
        const sending = new Sending({
          link,
          request: resolved,
          connection,
          settled: (outcome) =>
            done({ request, outcome: withinBounds(outcome), ms: performance.now() - sending.startedAt }),
          ended: () => void connection.destroy(),
        });
        for (const each of [signal, closing.signal]) onAbort(each, () => sending.stop());
        sending.start();
      }),
    single: () => rawTransport(link),
    close: async () => closing.abort(),
  };
}
