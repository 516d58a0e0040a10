/** A connection for one request whose bytes are written as planned: undici reads the reply, and what it would write goes nowhere. */
import { connect, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import type { Link } from '../link.ts';
import { type Connection, connectionLimits, keepLastRead, unused } from '../connection.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { late, NoReplyError, closedUnanswered } from '../why.ts';
import { planBytes, type BytePlan } from './plan-bytes.ts';

/** A connection straight to the target. */
export function rawConnection(request: ResolvedRequest, link: Link): Connection {
  const plan = planBytes(request, link.origin);
  const { timeoutMs } = link.settings;
  let socket: Socket | undefined;
  const client = new Client(link.origin, {
    ...connectionLimits(link),
    pipelining: plan.requests,
    connect: (_, opened) => {
      // It was closed before all of its replies.
      if (socket !== undefined) return opened(new NoReplyError(closedUnanswered(link)), null);
      const own = openSocket(link);
      socket = own;
      const timer = setTimeout(() => own.destroy(new NoReplyError(late(false, link, timeoutMs))), timeoutMs);
      const failed = (error: Error): void => opened(error, null);
      own.once('error', failed);
      own.once('close', () => clearTimeout(timer));
      own.once(link.secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        own.off('error', failed);
        const replies = new Replies(own);
        keepLastRead(replies, connection);
        opened(null, replies as Duplex as Socket);
        writePaced(own, plan);
      });
    },
  });
  // To undici, the method says only whether the reply has a body.
  const options = {
    origin: link.origin,
    method: request.method === 'HEAD' ? ('HEAD' as const) : ('POST' as const),
    path: '/',
    idempotent: true,
  };
  const connection: Connection = {
    ...unused(),
    dispatch: (__, handler) => {
      for (let left = plan.requests; left > 0; left -= 1) client.dispatch(options, handler);
    },
    destroy: () => {
      socket?.destroy();
      return client.destroy();
    },
    replies: plan.requests,
    once: true,
  };
  return connection;
}

function openSocket({ host, port, tls }: Link): Socket {
  if (tls === undefined) return connect({ host, port });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, secureContext: tls, ALPNProtocols: ['http/1.1'], ...servername });
}

const NO_BYTES_YET = Buffer.alloc(0);
const CONTINUE = 'HTTP/1.1 100';
const CONTINUES = /^(?:HTTP\/1\.1 100[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)*/;
const MAX_CONTINUE = 4096;

/** What undici sees of the connection: what comes, without any 100 at the beginning, which it does not read. */
class Replies extends Duplex {
  readonly #socket: Socket;
  /** The first bytes, while they may belong to a 100. */
  #held: Buffer = NO_BYTES_YET;
  #isBegun = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('end', () => {
      this.push(this.#held);
      this.push(null);
    });
    socket.on('error', (error) => this.destroy(error));
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#held, chunk]);
    const text = this.#isBegun ? '' : bytes.toString('latin1', 0, MAX_CONTINUE);
    const length = CONTINUES.exec(text)?.[0].length ?? 0;
    const start = text.slice(length);
    const mayBeContinue = CONTINUE.startsWith(start) || start.startsWith(CONTINUE);
    this.#isBegun ||= !mayBeContinue || text.length === MAX_CONTINUE;
    this.#held = this.#isBegun ? NO_BYTES_YET : bytes.subarray(length);
    if (this.#isBegun && !this.push(bytes.subarray(length))) this.#socket.pause();
  }
}

/** A turn of the event loop between two segments keeps the system from joining them, a pause makes sure of it. */
function writePaced(socket: Socket, { segments, pauseMs, ends }: BytePlan): void {
  socket.setNoDelay(true);
  const next = (index: number) => {
    const segment = segments[index];
    if (socket.destroyed || segment === undefined) return;
    const last = index === segments.length - 1;
    if (last && ends) socket.end(segment);
    else socket.write(segment);
    if (last) return;
    if (pauseMs === undefined) setImmediate(next, index + 1);
    else setTimeout(next, pauseMs, index + 1);
  };
  next(0);
}

/** Which requests undici refuses or would change, so that they must be sent raw. */

const VALID_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALID_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const VALID_PATH = /^\/[\x21-\xff]*$/;

/** undici writes these itself, refuses them, or loses them where it makes an object of the headers. What occurs twice it sends twice. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  'connection content-length expect keep-alive proxy-authorization transfer-encoding upgrade __proto__'.split(
    ' ',
  ),
);

/**
 * Whether only a raw connection can send exactly this. An invalid header or path must never reach undici: it throws
 * there and uses up the connection. Blanks around a value are not a reason: undici sends them as they are.
 */
export function needsRaw({ method, path, headers, wire }: ResolvedRequest): boolean {
  if (wire !== undefined || method === 'CONNECT' || !VALID_TOKEN.test(method) || !VALID_PATH.test(path))
    return true;
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    if (OWN_NAMES.has(name) || !VALID_TOKEN.test(name) || !VALID_VALUE.test(headers[i + 1] ?? ''))
      return true;
  }
  return false;
}
