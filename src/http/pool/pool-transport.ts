/** The everyday transport: undici over kept-alive connections; what undici can't send as planned goes over a raw one. */
import type { buildConnector } from 'undici';
import { Connection, connectorTo } from '../connection.ts';
import type { Exchange, NoReply, Transport } from '../exchange.ts';
import { type Link, linkOf, type LinkOptions } from '../link.ts';
import { rawConnection } from '../raw/raw-connection.ts';
import type { Request } from '../request.ts';
import { type ResolvedRequest, resolveRequest } from '../secrets/secrets.ts';
import { ABORTED } from '../why.ts';
import { Sending } from './sending.ts';

/**
 * Opens a transport to the target at `baseUrl`, whose path is put before that of every request. Nothing is sent yet,
 * but wrong settings are a TagproofError already. Redirects are never followed.
 */
export function openTransport(options: LinkOptions): Transport {
  const link = linkOf(options);
  return new PoolTransport({
    link,
    connector: connectorTo(link),
    open: new Set(),
    idle: [],
    isClosed: false,
  });
}

/** What all transports to one target share. */
interface PoolTarget {
  readonly link: Link;
  readonly connector: buildConnector.connector;
  /** All connections, idle or not. */
  readonly open: Set<Connection>;
  readonly idle: Connection[];
  /** Nothing is sent any more. */
  isClosed: boolean;
}

const UNSENT: NoReply = {
  kind: 'no-reply',
  why: 'unreachable',
  detail: "through a proxy the bytes can't be sent as planned",
  hint: 'run it without http: proxy',
  own: true,
};

class PoolTransport implements Transport {
  readonly #target: PoolTarget;
  /** Those that no request is under way on; a single connection is lent, and is here until it is given back. */
  #idle: Connection[];
  readonly cannot?: (request: Request) => string | undefined;

  constructor(target: PoolTarget, idle = target.idle) {
    this.#target = target;
    this.#idle = idle;
    const { link } = target;
    if (link.settings.proxy !== undefined)
      this.cannot = (request) => (needsRaw(resolveRequest(request, link)) ? UNSENT.detail : undefined);
  }

  /** Sends over a connection that is idle, or a new one: there are as many as requests under way, late ones included. */
  send(request: Request, signal?: AbortSignal): Promise<Exchange> {
    const { link, connector, open, idle, isClosed } = this.#target;
    const resolved = resolveRequest(request, link);
    const isRaw = needsRaw(resolved);
    const isOver = signal?.aborted === true || isClosed;
    if (isOver || (isRaw && link.settings.proxy !== undefined))
      return Promise.resolve({ request, outcome: isOver ? ABORTED : UNSENT, ms: 0 });
    const connection = isRaw
      ? rawConnection(resolved, link, connector)
      : (this.#idle.pop() ?? idle.pop() ?? new Connection(link, connector));
    open.add(connection);
    const ended = () => this.#free(connection, isRaw);
    return new Promise((settled) =>
      new Sending({ request, resolved, link, connection, signal, settled, ended }).start(),
    );
  }

  single(): Transport {
    return new PoolTransport(this.#target, []);
  }

  async close(): Promise<void> {
    const { idle, open } = this.#target;
    if (this.#idle !== idle) {
      idle.push(...this.#idle);
      this.#idle = idle;
    } else {
      this.#target.isClosed = true;
      await Promise.all([...open].map((each) => each.destroy()));
    }
  }

  #free(connection: Connection, isRaw: boolean): void {
    if (!isRaw && !connection.isDestroyed) return void this.#idle.push(connection);
    this.#target.open.delete(connection);
    void connection.destroy();
  }
}

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
