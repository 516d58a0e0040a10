/** A raw connection to a server: bytes out, replies in. */
import { connect, type Socket } from 'node:net';

export interface WireReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';

function unchunked(bytes: string): { readonly body: string; readonly end: number } | undefined {
  let body = '';
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.slice(at, line), 16);
    const end = line + 2 + size + 2;
    if (bytes.length < end) return undefined;
    body += bytes.slice(line + 2, line + 2 + size);
    if (size === 0) return { body, end };
    at = end;
  }
}

/** The first complete reply in a text of latin1, and how much of it that is. */
function parse(
  text: string,
  isHead: boolean,
): { readonly reply: WireReply; readonly end: number } | undefined {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const status = Number(statusLine.split(' ')[1]);
  const start = headEnd + HEAD_END.length;
  const found = headers.has('transfer-encoding')
    ? unchunked(text.slice(start))
    : fixed(text.slice(start), isHead || status === 100 ? 0 : Number(headers.get('content-length') ?? 0));
  if (found === undefined) return undefined;
  const body = Buffer.from(found.body, 'latin1').toString();
  return { reply: { status, headers, body }, end: start + found.end };
}

function fixed(text: string, length: number): { readonly body: string; readonly end: number } | undefined {
  return text.length < length ? undefined : { body: text.slice(0, length), end: length };
}

export class Connection {
  readonly #socket: Socket;
  readonly closed: Promise<void>;
  #text = '';
  #isClosed = false;
  #wake = (): void => {};

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.#text += String(text);
      this.#wake();
    });
    this.#socket.on('error', () => {});
    this.#socket.on('end', () => this.#gone());
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.#gone();
        resolve();
      });
    });
  }

  #gone(): void {
    this.#isClosed = true;
    this.#wake();
  }

  send(bytes: string | Uint8Array): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  }

  /** Sends each part by itself, as segments of their own. */
  async sendSlowly(parts: Iterable<string | Uint8Array>): Promise<void> {
    for (const part of parts) {
      this.send(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Sends the same again and again, as long as the server lets it. */
  async sendUntilClosed(bytes: string): Promise<void> {
    const more = setInterval(() => this.send(bytes), 10);
    await this.closed;
    clearInterval(more);
  }

  /** The next reply; undefined where the connection ends without one. */
  async reply(isHead = false): Promise<WireReply | undefined> {
    for (;;) {
      const found = parse(this.#text, isHead);
      if (found !== undefined) {
        this.#text = this.#text.slice(found.end);
        return found.reply;
      }
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** No more is sent; what comes is still read. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** The reply to these bytes on a connection of their own. */
export async function replyTo(url: string, bytes: string | Uint8Array): Promise<WireReply | undefined> {
  const connection = new Connection(url);
  connection.send(bytes);
  const reply = await connection.reply();
  connection.destroy();
  return reply;
}
