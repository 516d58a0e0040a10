/** The everyday transport: undici over kept-alive connections; what undici can't send as planned goes over a raw one. */
import { Connection, connectorTo } from '../connection.ts';
import { noReply, type NoReply, type Transport } from '../exchange.ts';
import { linkOf, type LinkOptions } from '../link.ts';
import { rawConnection } from '../raw/raw-connection.ts';
import { type ResolvedRequest, resolveRequest } from '../resolved-request.ts';
import { ABORTED } from '../why.ts';
import { Sending } from './sending.ts';

const UNSENT: NoReply = {
  ...noReply(
    'unreachable',
    "through a proxy the bytes can't be sent as planned",
    'run it without http: proxy',
  ),
  own: true,
};

/**
 * Opens a transport to the target at `baseUrl`, whose path is put before that of every request. Nothing is sent yet,
 * but wrong settings are a TagproofError already. Redirects are never followed.
 */
export function openTransport(options: LinkOptions): Transport {
  const link = linkOf(options);
  const isProxied = link.settings.proxy !== undefined;
  const connector = connectorTo(link);
  const open = new Set<Connection>();
  /** Those of `open` on which no request is under way, but for those that are lent. */
  const idle: Connection[] = [];
  let isClosed = false;

  /** Sends over a connection that is idle, or a new one: there are as many as requests under way, late ones included. */
  const transportOver = (lent: { idle: Connection[] }, close: () => Promise<void>): Transport => ({
    send(request, signal) {
      const resolved = resolveRequest(request, link);
      const isRaw = needsRaw(resolved);
      const isOver = signal?.aborted === true || isClosed;
      if (isOver || (isRaw && isProxied))
        return Promise.resolve({ request, outcome: isOver ? ABORTED : UNSENT, ms: 0 });
      const connection = isRaw
        ? rawConnection(resolved, link, connector)
        : (lent.idle.pop() ?? idle.pop() ?? new Connection(link, connector));
      open.add(connection);
      const ended = (): void => {
        if (!isRaw && !connection.isDestroyed) return void lent.idle.push(connection);
        open.delete(connection);
        void connection.destroy();
      };
      return new Promise((settled) =>
        new Sending({ request, resolved, link, connection, signal, settled, ended }).start(),
      );
    },
    ...(isProxied && {
      cannot: (request) => (needsRaw(resolveRequest(request, link)) ? UNSENT.detail : undefined),
    }),
    single() {
      const own = { idle: new Array<Connection>() };
      return transportOver(own, async () => {
        idle.push(...own.idle);
        own.idle = idle;
      });
    },
    close,
  });

  return transportOver({ idle }, async () => {
    isClosed = true;
    await Promise.all([...open].map((each) => each.destroy()));
  });
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
