import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** What a route hands back where it is not a JSON value, and how replies of the control API and the console are written. */

export class TextReply {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** Pieces of text, written as fast as the client takes them. */
export class StreamReply {
  readonly type: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;

  constructor(type: string, pieces: StreamReply['pieces']) {
    this.type = type;
    this.pieces = pieces;
  }
}

/** A JSON value with a status of its own. */
export class StatusReply {
  readonly status: number;
  readonly value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.value = value;
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

export const JSON_TYPE = 'application/json';

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
  { type, pieces }: StreamReply,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, ['Content-Type', type, ...SAFE]);
  response.flushHeaders();
  try {
    for await (const piece of pieces) {
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
