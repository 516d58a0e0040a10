/** The everyday transport: undici over kept-alive connections; what undici can't send as planned goes over a raw one. */
import { type Connection, connectionMaker } from '../connection.ts';
import type { Exchange, NoReply, Transport } from '../exchange.ts';
import { type Link, linkOf, type LinkOptions } from '../link.ts';
import { onAbort } from '../on-abort.ts';
import { needsRaw, rawConnection } from '../raw/raw-connection.ts';
import { withinBounds } from '../reply-bounds.ts';
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

/** A request on its way. */
interface Handed {
  readonly request: Request;
  readonly resolved: ResolvedRequest;
  readonly signal: AbortSignal | undefined;
  readonly done: (exchange: Exchange) => void;
  readonly isRaw: boolean;
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

  send(request: Request, signal?: AbortSignal): Promise<Exchange> {
    const { link, closing } = this.#target;
    return new Promise((done) => {
      const resolved = resolveRequest(request, link);
      const isRaw = needsRaw(resolved);
      if (signal?.aborted === true || closing.signal.aborted) done({ request, outcome: ABORTED, ms: 0 });
      else if (isRaw && link.proxied) done({ request, outcome: UNSENT, ms: 0 });
      else this.#send({ request, resolved, signal, done, isRaw });
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

  /** Sends over a connection that is idle, or a new one: there are as many as requests under way, late ones included. */
  #send({ request, resolved, signal, done, isRaw }: Handed): void {
    const { link, connect, open, closing } = this.#target;
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
  }

  #give(connection: Connection): void {
    if (!connection.once && !this.#isClosed) return void this.#idle.push(connection);
    this.#target.open.delete(connection);
    void connection.destroy();
  }
}
