/** The everyday transport: undici over kept-alive connections; what undici can't send or read goes over a raw one. */
import {
  type Exchange,
  type Outcome,
  type Reply,
  replyHeader,
  secondTry,
  type Transport,
  type WireFault,
} from '../exchange.ts';
import type { Request } from '../request.ts';
import { DispatchTry, type DispatchTryEnd } from './attempt.ts';
import { RequestDelivery } from './delivery.ts';
import { ConnectionPool, dispatcherMaker, type PoolSlot } from './connection-pool.ts';
import { announcedKeepAlive, KeptConnections } from './kept-connections.ts';
import { type Link, linkOf, type LinkOptions } from '../link.ts';
import { needsRaw, rawSender, type SendRaw } from '../raw/raw-transport.ts';
import { overpromised, reread, type Reread } from '../raw/reply-faults.ts';
import { resolveRequest, type RequestAdditions } from '../secrets/secrets.ts';
import { ABORTED, bringsTooFewBytes, CUT, late, noReplyFor, unreadable, wasClosed } from '../why.ts';

const MAX_STRAYS = 100;

type Failure = Exclude<DispatchTryEnd, { kind: 'reply' }>;

class PoolTransport implements Transport {
  readonly #link: Link;
  readonly #slots: ConnectionPool;
  readonly #additions: RequestAdditions;
  readonly #sendRaw: SendRaw;
  readonly #closing = new AbortController();
  readonly #kept: KeptConnections;
  /** Faults of connections without a request under way, for the next exchange that is handed over. */
  #strays: WireFault[] = [];
  readonly #isSingle: boolean;
  /** Whether this backend's replies are HTTP that undici can't read: then all requests go raw, and none twice. */
  #unreadable = false;

  constructor(link: Link, connections: number = link.settings.connections, kept?: KeptConnections) {
    this.#link = link;
    this.#kept = kept ?? new KeptConnections();
    this.#isSingle = kept !== undefined;
    this.#slots = new ConnectionPool(dispatcherMaker(link), connections, (fault) => {
      if (this.#strays.length < MAX_STRAYS) this.#strays.push(fault);
    });
    this.#additions = { secretStore: link.secretStore, prefix: link.prefix, headers: link.settings.headers };
    this.#sendRaw = rawSender(link);
  }

  send(request: Request, signal?: AbortSignal): Promise<Exchange> {
    return new Promise((done) => {
      const delivery = new RequestDelivery(request, resolveRequest(request, this.#additions), done);
      if (this.#unreadable || needsRaw(delivery.resolved)) return void this.#deliverRaw(delivery, signal);
      delivery.stopOn([signal, this.#closing.signal]);
      this.#slots.take((slot) => this.#deliver(delivery, slot, signal));
    });
  }

  single(): Transport {
    return new PoolTransport(this.#link, 1, this.#kept);
  }

  closeIdle(): void {
    this.#slots.closeIdle();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // A late reply to a single connection is listened for until the whole target is closed.
    if (!this.#isSingle) this.#link.replyTimeout.close();
    await this.#slots.close();
  }

  #deliver(delivery: RequestDelivery, slot: PoolSlot, signal: AbortSignal | undefined): void {
    if (delivery.finished) return this.#slots.give(slot);
    const { method, path, headers, body } = delivery.resolved;
    const attempt = new DispatchTry(this.#link.replyTimeout.ms, slot.tap, (end) => {
      if (end.kind === 'reply') this.#answered(delivery, slot, end, signal);
      else this.#failed(delivery, slot, end, signal);
    });
    delivery.attempt = attempt;
    try {
      const options = { origin: this.#link.origin, method, path, headers: [...headers], body: body ?? null };
      slot.dispatcher.dispatch(options, attempt);
    } catch (error) {
      attempt.fail(error);
    }
  }

  #answered(
    delivery: RequestDelivery,
    slot: PoolSlot,
    { reply, startedAt }: DispatchTryEnd & { readonly kind: 'reply' },
    signal: AbortSignal | undefined,
  ): void {
    const used = slot.served > 0;
    if (used && delivery.before === undefined && isIdleTimeout(reply)) {
      delivery.before = reply;
      delivery.resent = true;
      return this.#deliver(delivery, this.#slots.renew(slot), signal);
    }
    this.#link.replyTimeout.answered(performance.now() - startedAt);
    if (used) this.#kept.answeredAfter(startedAt - slot.answeredAt);
    delivery.faults.push(...this.#faultsBeside(reply, slot, delivery.resolved.method));
    slot.tap.end();
    slot.served++;
    slot.writtenAt = startedAt;
    slot.answeredAt = performance.now();
    slot.announcedMs = announcedKeepAlive(replyHeader(reply, 'keep-alive'));
    const restMs = delivery.closing === undefined ? 0 : this.#kept.restAfter(delivery.closing);
    if (restMs > 0) setTimeout(() => this.#slots.give(slot), restMs);
    else queueMicrotask(() => this.#slots.give(slot));
    this.#finish(delivery, reply, startedAt);
  }

  #failed(delivery: RequestDelivery, slot: PoolSlot, end: Failure, signal: AbortSignal | undefined): void {
    const used = slot.served > 0;
    const listens = end.kind === 'late' && end.written;
    const fresh = listens ? this.#slots.setAside(slot) : this.#slots.renew(slot);
    const read = this.#rereadOf(slot, end, delivery.resolved.method);
    // To be sent again as what undici can't read, it would be a request whose missing reply nothing counts. Undici gives the same
    // error for lengths that it misreads, and then more would still come.
    const isCut =
      end.kind === 'error' &&
      bringsTooFewBytes(end.error) &&
      read?.outcome === undefined &&
      slot.tap.hasEnded;
    const failure =
      read?.outcome?.kind === 'no-reply' ? read.outcome : isCut ? CUT : this.#failure(end, read, slot);
    if (used && delivery.before === undefined && metClosing(end) && slot.tap.size === 0) {
      const spanMs = performance.now() - slot.writtenAt;
      delivery.closing = { spanMs, announcedMs: slot.announcedMs };
      this.#kept.closed(delivery.closing);
      delivery.before = failure;
      delivery.resent = true;
      return this.#deliver(delivery, fresh, signal);
    }
    this.#slots.give(fresh);
    if (read?.outcome !== undefined) {
      delivery.faults.push(...read.faults);
      return this.#finish(delivery, read.outcome, end.startedAt);
    }
    const isUnreadable = end.kind === 'error' && unreadable(end.error) && !isCut;
    if (isUnreadable && this.#link.settings.proxy === undefined) {
      return void this.#deliverRaw(delivery, signal);
    }
    this.#finish(delivery, secondTry(delivery.before ?? failure, failure), end.startedAt);
  }

  /** What undici can't read may still be HTTP: the raw transport reads, and judges, all of it. */
  async #deliverRaw(delivery: RequestDelivery, signal: AbortSignal | undefined): Promise<void> {
    delivery.resent ||= delivery.attempt !== undefined;
    const start = performance.now();
    const { outcome, faults } = await this.#sendRaw(delivery.resolved, [signal, this.#closing.signal]);
    if (delivery.attempt !== undefined && outcome.kind === 'reply') this.#unreadable = true;
    delivery.faults.push(...faults);
    this.#finish(delivery, outcome, start);
  }

  /** Hands over the outcome, with what is known by now of the wire. */
  #finish(delivery: RequestDelivery, outcome: Outcome, startedAt: number): void {
    if (outcome.kind === 'reply') delivery.faults.push(...this.#kept.proven(), ...this.#strays.splice(0));
    else if (delivery.closing !== undefined) delivery.faults.push(...this.#kept.proven(delivery.closing));
    delivery.finish(outcome, startedAt);
  }

  /** What is wrong with the bytes of a reply that undici has read. */
  #faultsBeside(reply: Reply, { tap }: PoolSlot, method: string): readonly WireFault[] {
    const { bytes } = tap;
    if (bytes === undefined || bytes.length === 0 || isExactly(bytes, reply)) return [];
    return reread(bytes, method).faults;
  }

  /** The reply that undici gave up on, read from its bytes; undefined: that adds nothing new. */
  #rereadOf({ tap }: PoolSlot, end: Failure, method: string): Reread | undefined {
    const { bytes } = tap;
    if (bytes === undefined || bytes.length === 0) return undefined;
    if (end.kind === 'late' || (end.kind === 'error' && unreadable(end.error))) return reread(bytes, method);
    return undefined;
  }

  #failure(end: Failure, read: Reread | undefined, { dispatcher }: PoolSlot): Outcome {
    if (end.kind === 'stopped') return ABORTED;
    const link = this.#link;
    if (end.kind === 'error') return noReplyFor(end.error, link, end.answered);
    const promised = read === undefined ? undefined : overpromised(read.parser);
    const { replyTimeout } = link;
    if (!end.written) return late(false, link, replyTimeout);
    const missing = promised ?? late(true, link, replyTimeout);
    replyTimeout.timedOut();
    const stop = (): void => void dispatcher.destroy();
    // A reply that promises more than it brings is as good as come.
    if (promised !== undefined) stop();
    const later = promised === undefined ? replyTimeout.listen(end.arrived, stop) : undefined;
    return { ...missing, ...(later !== undefined && { later }) };
  }
}

/** Whether a used connection was closed before any of the reply came: perhaps not the server's fault. */
function metClosing(end: DispatchTryEnd): boolean {
  return end.kind === 'error' && end.written && !end.answered && wasClosed(end.error);
}

/** A 408 that closes a used connection may have crossed the request on its way: it was about the idle time before. */
function isIdleTimeout(reply: Reply): boolean {
  return reply.status === 408 && replyHeader(reply, 'connection')?.toLowerCase() === 'close';
}

/** A transport to a target over the network. */

/**
 * Opens a transport to the target at `baseUrl`, whose path is put before that of every request. Nothing is sent yet,
 * but wrong settings are a TagproofError already. Redirects are never followed.
 */
export function openTransport(options: LinkOptions): Transport {
  return new PoolTransport(linkOf(options));
}

/** Whether bytes are one reply and nothing else: the quick look that spares most replies a second reading. */

const HEAD_END = '\r\n\r\n';

/** False where it takes a closer look. */
function isExactly(bytes: Uint8Array, reply: Reply): boolean {
  const length = replyHeader(reply, 'content-length');
  if (length === undefined || !/^[0-9]+$/.test(length)) return false;
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(HEAD_END, 0, 'latin1');
  return (
    end !== -1 &&
    bytes.length === end + HEAD_END.length + reply.body.length &&
    reply.body.length === Number(length)
  );
}
