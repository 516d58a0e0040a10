/** Putting a delivery on the wire: through node's response, or as raw bytes where node gives none. */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import type { ReplyDelivery, Verbatim } from '../answer/stages.ts';

const CLOSE = ['Connection', 'close'] as const;

/** What the connection adds to a reply. */
export interface ReplyFraming {
  /** Whether the connection ends with the reply. */
  readonly close: boolean;
  /** Header lines in addition to the reply's own. */
  readonly extra: HeaderLines;
}
export const LENGTH = 'Content-Length';

const sizeOf = (body: string | Uint8Array): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length;

function endInChunks(response: ServerResponse, body: string | Uint8Array): void {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  response.write(bytes.subarray(0, half));
  response.end(bytes.subarray(half));
}

/** Writes the bytes past node's response, which then ends without any of its own: so the connection can be kept. */
export function writeVerbatim(response: ServerResponse, { bytes, close }: Verbatim): void {
  const { socket } = response;
  if (socket === null) return;
  socket.write(bytes);
  if (close) {
    socket.end();
    return;
  }
  socket.write = (...given: readonly unknown[]): boolean => {
    const written = given.at(-1);
    if (typeof written === 'function') queueMicrotask(() => written());
    return true;
  };
  response.once('finish', () => Reflect.deleteProperty(socket, 'write'));
  response.writeHead(200).end();
}

/** Answers through node's response. `end` writes the body where it is not to be sent at once. */
export function writeReply(
  response: ServerResponse,
  delivery: ReplyDelivery,
  { close, extra }: ReplyFraming,
  end?: (body: string | Uint8Array) => void,
): void {
  const { status, body } = delivery;
  const inChunks = delivery.chunked && body.length > 0;
  const length = sizeOf(body);
  const headers = [...delivery.headers];
  if (!inChunks) headers.push(LENGTH, String(length));
  if (close || delivery.close) headers.push(...CLOSE);
  if (extra.length > 0) headers.push(...extra);
  response.writeHead(status, headers);
  if (end !== undefined) end(body);
  else if (inChunks) endInChunks(response, body);
  // Text of ASCII alone has as many bytes as characters, and node writes it faster as latin1.
  else response.end(body, length === body.length ? 'latin1' : 'utf8');
}

/** Header lines as they are written. */
export function linesText(lines: HeaderLines): string {
  let text = '';
  for (let at = 0; at < lines.length; at += 2) text += `${lines[at]}: ${lines[at + 1]}\r\n`;
  return text;
}

/** The head of a reply with these lines added to its own; the connection ends with it. */
export const headText = ({ status, headers }: ReplyDelivery, more: HeaderLines): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${linesText(headers)}${linesText(more)}${linesText(CLOSE)}\r\n`;

/** The bytes of a reply that is the last on its connection, for where node gives no response. */
export function rawReply(delivery: ReplyDelivery, extra: HeaderLines): Uint8Array {
  const body = Buffer.from(delivery.body);
  const head = headText(delivery, [LENGTH, String(body.length), ...extra]);
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
