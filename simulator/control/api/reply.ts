import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** How replies of the control API and the console are written. */

/** What a route hands back where it is not a JSON value: pieces of text are written as fast as the client takes them. */
export class ControlReply {
  readonly type: string;
  readonly body: string | Iterable<string> | AsyncIterable<string>;
  /** Undefined: that of the route. */
  readonly status: number | undefined;

  constructor(type: string, body: ControlReply['body'], status?: number) {
    this.type = type;
    this.body = body;
    this.status = status;
  }
}

/** On every reply of the control API and the console. */
export const SAFE: readonly string[] = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

export function write(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  more: readonly string[] = [],
): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, ['Content-Type', type, 'Content-Length', String(length), ...SAFE, ...more]);
  response.end(body);
}

export const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Writes pieces as they come; it stops where the client is gone. */
export async function writeStream(
  response: ServerResponse,
  { type, body }: ControlReply,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, ['Content-Type', type, ...SAFE]);
  response.flushHeaders();
  try {
    for await (const piece of body) {
      if (signal.aborted) break;
      if (!response.write(piece)) await once(response, 'drain', { signal });
    }
    response.end();
  } catch (error) {
    // The client is gone, or the stream can't go on: it must not look whole.
    response.destroy();
    if (!signal.aborted) throw error;
  }
}
