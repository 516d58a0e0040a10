/** A transport to a function instead of a server: it gets requests as a server has read them, without a socket. */
import { setMaxListeners } from 'node:events';
import type { Outcome, ReplyHeaders, Transport } from '../../src/http/exchange.ts';
import { withinBounds } from '../../src/http/reply-bounds.ts';
import { MALFORMED_WIRE } from '../../src/http/alterations/wire-alterations.ts';
import { maskerOf } from '../../src/http/secrets/mask.ts';
import { headOf } from '../../src/http/raw/plan-bytes.ts';
import { type ResolvedRequest, resolveRequest } from '../../src/http/resolved-request.ts';
import type { SecretStore } from '../../src/http/secrets/secrets.ts';
import { ABORTED } from '../../src/http/why.ts';

/** A request as an HTTP server hands it on: blanks around header values are gone, lines as they came otherwise. */
export interface InProcessRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: [string, string][];
  /** The version of HTTP, for instance `1.1`. */
  readonly version: string;
  readonly body: Uint8Array | undefined;
}

export interface InProcessReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Uint8Array;
}

/** Answers a request. A rejection is seen as a closed connection. */
export type InProcessAnswer = (request: InProcessRequest) => Promise<InProcessReply>;

interface InProcessOptions {
  readonly secretStore: SecretStore;
  /** Milliseconds that an answer may take; without it, any time. */
  readonly timeoutMs?: number;
}

const ORIGIN = 'http://in-process';

export function inProcessTransport(
  answer: InProcessAnswer,
  { secretStore, timeoutMs }: InProcessOptions,
): Transport {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const mask = maskerOf(secretStore);
  const transport: Transport = {
    async send(request, signal) {
      const resolved = resolveRequest(request, { secretStore, prefix: '', settings: { headers: [] } });
      const start = performance.now();
      const outcome = await bounded(answered(answer, resolved, mask), [signal, closing.signal], timeoutMs);
      return { request, outcome: withinBounds(outcome), ms: performance.now() - start };
    },
    single: () => inProcessTransport(answer, { secretStore, ...(timeoutMs !== undefined && { timeoutMs }) }),
    close: async () => closing.abort(),
  };
  return transport;
}

async function answered(
  answer: InProcessAnswer,
  request: ResolvedRequest,
  mask: (text: string) => string,
): Promise<Outcome> {
  if (request.wire !== undefined && MALFORMED_WIRE.has(request.wire))
    return closed(`${request.wire} needs a socket`);
  try {
    const { status, headers, body } = await answer(readAsServer(request));
    return { kind: 'reply', status, headers, body };
  } catch (error) {
    return closed(`the handler failed: ${mask(error instanceof Error ? error.message : String(error))}`);
  }
}

function readAsServer(request: ResolvedRequest): InProcessRequest {
  const [first = '', ...lines] = headOf(request, ORIGIN).split('\r\n').filter(Boolean);
  const [, method = '', path = '', version = ''] = /^([^]*?) ([^]*) HTTP\/(.*)$/.exec(first) ?? [];
  const headers = lines.map((line): [string, string] => {
    const end = line.indexOf(':');
    return [line.slice(0, end), line.slice(end + 1).replace(/^[\t ]+|[\t ]+$/g, '')];
  });
  return { method, path, headers, version, body: request.body };
}

function bounded(
  outcome: Promise<Outcome>,
  signals: readonly (AbortSignal | undefined)[],
  timeoutMs: number | undefined,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const late: Outcome = { kind: 'no-reply', why: 'timeout', detail: `no reply within ${timeoutMs} ms` };
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => resolve(late), timeoutMs);
    const abort = (): void => resolve(ABORTED);
    for (const signal of signals) signal?.addEventListener('abort', abort);
    if (signals.some((signal) => signal?.aborted === true)) abort();
    void outcome.then(resolve).finally(() => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', abort);
    });
  });
}

function closed(detail: string): Outcome {
  return { kind: 'no-reply', why: 'closed', detail };
}
