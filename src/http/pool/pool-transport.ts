/** The everyday transport: undici over kept-alive connections; what undici can't send as planned goes over a raw one. */
import { type Connection, connectionMaker } from '../connection.ts';
import type { Exchange, NoReply, Transport } from '../exchange.ts';
import { type Link, linkOf, type LinkOptions } from '../link.ts';
import { onAbort } from '../on-abort.ts';
import { needsRaw, rawConnection } from '../raw/raw-connection.ts';
import { withinBounds } from '../reply-bounds.ts';
import type { Request } from '../request.ts';
import { resolveRequest } from '../secrets/secrets.ts';
import { ABORTED } from '../why.ts';
import { Sending } from './sending.ts';

/**
 * Opens a transport to the target at `baseUrl`, whose path is put before that of every request. Nothing is sent yet,
 * but wrong settings are a TagproofError already. Redirects are never followed.
 */
export function openTransport(options: LinkOptions): Transport {
  const link = linkOf(options);
  const closing = new AbortController();
  return new PoolTransport({
    link,
    connect: connectionMaker(link),
    open: new Set(),
    closing,
  });
}

/** What all transports to one target share. */
interface PoolTarget {
  readonly link: Link;
  readonly connect: () => Connection;
  /** All connections, idle or not. */
  readonly open: Set<Connection>;
  /** Ends all requests, and what is still listened to. */
  readonly closing: AbortController;
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
  readonly #isSingle: boolean;
  readonly #idle: Connection[] = [];
  #isClosed = false;

  constructor(target: PoolTarget, isSingle = false) {
    this.#target = target;
    this.#isSingle = isSingle;
  }

  /** Sends over a connection that is idle, or a new one: there are as many as requests under way, late ones included. */
  send(request: Request, signal?: AbortSignal): Promise<Exchange> {
    const { link, connect, open, closing } = this.#target;
    return new Promise((done) => {
      const resolved = resolveRequest(request, link);
      const isRaw = needsRaw(resolved);
      const isOver = signal?.aborted === true || closing.signal.aborted;
      if (isOver || (isRaw && link.proxied))
        return done({ request, outcome: isOver ? ABORTED : UNSENT, ms: 0 });
      const connection = isRaw ? rawConnection(resolved, link) : (this.#idle.pop() ?? connect());
      open.add(connection);
      const sending = new Sending({
        link,
        request: resolved,
        connection,
        settled: (outcome) => {
          for (const cancel of cancels) cancel();
          done({
            request,
            outcome: withinBounds(outcome),
            ms: performance.now() - sending.startedAt,
            ...(sending.isResent && { raced: true, resent: true }),
          });
        },
        ended: () => this.#give(connection),
      });
      const cancels = [signal, closing.signal].map((each) => onAbort(each, () => sending.stop()));
      sending.start();
    });
  }

  cannot(request: Request): string | undefined {
    const { link } = this.#target;
    return link.proxied && needsRaw(resolveRequest(request, link)) ? UNSENT.detail : undefined;
  }

  single(): Transport {
    return new PoolTransport(this.#target, true);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // What a single connection still waits for is listened to until the whole target is closed.
    if (this.#isSingle) return this.#idle.forEach((each) => this.#give(each));
    const { open, closing } = this.#target;
    closing.abort();
    await Promise.all([...open].map((each) => each.destroy()));
  }

  #give(connection: Connection): void {
    if (!connection.once && !this.#isClosed) return void this.#idle.push(connection);
    this.#target.open.delete(connection);
    void connection.destroy();
  }
}
