/** Records what goes through a transport as a HAR, with the secrets in it as a browser would have them. */
import { replyHeader, type Exchange, type Transport } from '../../src/http/exchange.ts';
import { alterString } from '../../src/http/alterations/string-alterations.ts';
import { isSecretRef } from '../../src/http/request.ts';
import type { SecretStore } from '../../src/http/secrets/secrets.ts';

const BASE = 'http://backend.test';

function entryOf({ request, outcome, ms }: Exchange, secretStore: SecretStore): object {
  const headers = request.headers.map(([name, value]) => {
    if (!isSecretRef(value)) return { name, value };
    const text = secretStore.get(value.secret)?.value ?? '';
    return { name, value: value.alter === undefined ? text : alterString(text, value.alter) };
  });
  return {
    startedDateTime: '2026-01-02T03:04:05.678Z',
    time: ms,
    request: {
      method: request.method,
      url: BASE + request.path,
      headers,
      ...(request.body !== undefined && {
        postData: { mimeType: '', text: Buffer.from(request.body).toString() },
      }),
      ...(request.wire !== undefined && { comment: `sent as ${request.wire}` }),
    },
    response:
      outcome.kind === 'no-reply'
        ? { status: 0, headers: [], content: {} }
        : {
            status: outcome.status,
            headers: outcome.headers.map(([name, value]) => ({ name, value })),
            content: {
              mimeType: replyHeader(outcome, 'content-type') ?? '',
              encoding: 'base64',
              text: Buffer.from(outcome.body).toString('base64'),
            },
          },
  };
}

/** A HAR of exchanges, by the secrets of a world. */
export const harOf = (exchanges: readonly Exchange[], secretStore: SecretStore): string =>
  JSON.stringify({
    log: { version: '1.2', entries: exchanges.map((each) => entryOf(each, secretStore)) },
  });

/** The transport, and all that went through it. */
export function recording(transport: Transport): {
  readonly transport: Transport;
  readonly exchanges: readonly Exchange[];
} {
  const exchanges: Exchange[] = [];
  const over = (inner: Transport): Transport => ({
    ...inner,
    send: async (request, signal) => {
      const exchange = await inner.send(request, signal);
      if (request.misplaced === undefined) exchanges.push(exchange);
      return exchange;
    },
    single: () => over(inner.single()),
    close: () => inner.close(),
  });
  return { transport: over(transport), exchanges };
}
