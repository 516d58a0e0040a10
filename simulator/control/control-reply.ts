/** How replies of the control API and the console are written, and which request targets are theirs. */
import type { ServerResponse } from 'node:http';

/** Everything of the control API and the console lies below. */
export const CONTROL_PREFIX = '/_tagproof';

/** On every reply of the control API and the console. */
export const SAFE: readonly string[] = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

export function writeReply(
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

export const jsonText = (value: unknown): string => `${JSON.stringify(value)}\n`;
