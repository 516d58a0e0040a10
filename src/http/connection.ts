/** A connection of undici to a target: for one request at a time, opened again where it was closed. */
import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { Link } from './link.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES } from './reply-bounds.ts';
import type { ResolvedRequest } from './resolved-request.ts';

const NOTHING_READ: Buffer = Buffer.alloc(0);

const CONTINUE = 'HTTP/1.1 100';
const END_OF_HEAD = '\r\n\r\n';
/** How long the head of a 100 may be. */
const MAX_CONTINUE = 4096;

/** Whether bytes are, or may become, the beginning of a 100. */
const mayBeContinue = (bytes: Buffer): boolean =>
  CONTINUE.startsWith(bytes.toString('latin1', 0, CONTINUE.length));

/** The bytes behind all 100s at their beginning. */
function behindContinues(bytes: Buffer): Buffer {
  let [rest, end] = [bytes, 0];
  while (mayBeContinue(rest) && (end = rest.indexOf(END_OF_HEAD)) !== -1)
    rest = rest.subarray(end + END_OF_HEAD.length);
  return rest;
}

/** How a socket to the target is opened. */
const socketOptions = ({ tls, timeoutMs }: Link): buildConnector.BuildOptions => ({
  timeout: timeoutMs,
  ...(tls && { secureContext: tls }),
});

/** Opens sockets straight to a target. */
export const connectorTo = (link: Link): buildConnector.connector => buildConnector(socketOptions(link));

type Told = Omit<Dispatcher.DispatchOptions, 'origin'>;

export class Connection {
  /** Replies since it was opened: a request on a used connection may meet its closing. */
  served = 0;
  /** The bytes that undici read last: its errors don't quote the line that they are about. */
  lastRead: Uint8Array = NOTHING_READ;
  isDestroyed = false;
  /** How many replies a request has. Where only some come, the last of them counts. */
  readonly replies: number;
  /** How undici reads the reply to a request whose bytes are written past it; undefined: as each request says. */
  readonly #told: Told | undefined;
  readonly #origin: string;
  readonly #dispatcher: Dispatcher;
  /** Nothing of a reply was read yet. */
  #isAtStart = true;

  /** Opens nothing yet. `connector` leads straight to the target: through a proxy it is not used. */
  constructor(link: Link, connector: buildConnector.connector, told?: Told, replies = 1) {
    const { origin, settings } = link;
    this.#origin = origin;
    this.#told = told;
    this.replies = replies;
    const client = (
      to: URL | string,
      { connect = connector }: { readonly connect?: buildConnector.connector },
    ): Client =>
      new Client(to, {
        maxHeaderSize: MAX_HEAD_BYTES,
        maxResponseSize: MAX_BODY_BYTES,
        // A request has a time-out of its own, from which on its reply is late.
        headersTimeout: 0,
        bodyTimeout: 0,
        pipelining: replies,
        connect: (wanted, opened) =>
          connect(wanted, (...[error, socket]) => {
            if (error !== null) opened(error, null);
            else opened(null, this.#prepared(socket));
          }),
      });
    this.#dispatcher =
      settings.proxy === undefined
        ? client(origin, {})
        : new ProxyAgent({
            uri: settings.proxy,
            proxyTunnel: false,
            connections: 1,
            requestTls: socketOptions(link),
            proxyTls: { timeout: link.timeoutMs },
            factory: client,
            clientFactory: client,
          });
  }

  dispatch({ method, path, headers, body }: ResolvedRequest, handler: Dispatcher.DispatchHandler): void {
    this.#isAtStart = true;
    const told = this.#told ?? { method, path, headers, body: body ?? null };
    for (let left = this.replies; left > 0; left -= 1)
      this.#dispatcher.dispatch({ origin: this.#origin, ...told }, handler);
  }

  /** Ends it and its request, which fails as aborted. */
  destroy(): Promise<void> {
    this.isDestroyed = true;
    return this.#dispatcher.destroy();
  }

  /** Prepares an open socket for undici, which does not read a 100 that it has not asked for. */
  #prepared(socket: Socket): Socket {
    this.served = 0;
    // Without this, undici forgets the alert of TLS for the end of the connection behind it.
    socket.on('error', (failure) => socket.destroy(failure));
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    let held = NOTHING_READ;
    socket.read = (size) => {
      const bytes = read(size);
      if (bytes === null) return null;
      const rest = this.#isAtStart ? behindContinues(Buffer.concat([held, bytes])) : bytes;
      this.#isAtStart &&= mayBeContinue(rest) && rest.length < MAX_CONTINUE;
      held = this.#isAtStart ? rest : NOTHING_READ;
      if (this.#isAtStart) return null;
      this.lastRead = rest;
      return rest;
    };
    return socket;
  }
}
