/** The everyday transport: undici over kept-alive connections; what undici can't send or read goes over a raw one. */
import { secondTry, type Exchange, type Outcome, type Transport } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { Attempt, type AttemptEnd } from './attempt.ts';
import { Delivery } from './delivery.ts';
import { dispatcherMaker } from './dispatchers.ts';
import { Lanes, type Lane } from './lanes.ts';
import { whereOf, type Link } from './link.ts';
import { needsRaw } from './needs-raw.ts';
import { rawSender, type SendRaw } from './raw-transport.ts';
import { resolveRequest, type Additions } from './resolved.ts';
import { ABORTED, late, noReplyFor, unreadable, wasClosed } from './why.ts';

export class PoolTransport implements Transport {
  readonly #link: Link;
  readonly #lanes: Lanes;
  readonly #additions: Additions;
  readonly #sendRaw: SendRaw;
  readonly #closing = new AbortController();
  /** Whether this backend's replies are HTTP that undici can't read: then all requests go raw, and none twice. */
  #unreadable = false;

  constructor(link: Link, connections: number = link.settings.connections) {
    this.#link = link;
    this.#lanes = new Lanes(dispatcherMaker(link), connections);
    this.#additions = { vault: link.vault, prefix: link.prefix, headers: link.settings.headers };
    this.#sendRaw = rawSender(link);
  }

  send(request: Request, signal?: AbortSignal): Promise<Exchange> {
    return new Promise((done) => {
      const delivery = new Delivery(request, resolveRequest(request, this.#additions), done);
      if (this.#unreadable || needsRaw(delivery.resolved)) return void this.#deliverRaw(delivery, signal);
      delivery.stopOn([signal, this.#closing.signal]);
      this.#lanes.take((lane) => this.#deliver(delivery, lane, signal));
    });
  }

  single(): Transport {
    return new PoolTransport(this.#link, 1);
  }

  shed(): void {
    this.#lanes.shed();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#lanes.close();
  }

  #deliver(delivery: Delivery, lane: Lane, signal: AbortSignal | undefined): void {
    if (delivery.finished) return this.#lanes.give(lane);
    const { method, path, headers, body } = delivery.resolved;
    const attempt = new Attempt(this.#link.settings.timeoutMs, (end) =>
      this.#ended(delivery, lane, end, signal),
    );
    delivery.attempt = attempt;
    try {
      const options = { origin: this.#link.origin, method, path, headers: [...headers], body: body ?? null };
      lane.dispatcher.dispatch(options, attempt);
    } catch (error) {
      attempt.fail(error);
    }
  }

  #ended(delivery: Delivery, lane: Lane, end: AttemptEnd, signal: AbortSignal | undefined): void {
    if (end.kind === 'reply') {
      lane.served++;
      queueMicrotask(() => this.#lanes.give(lane));
      return delivery.finish(end.reply, end.startedAt);
    }
    const used = lane.served > 0;
    const fresh = this.#lanes.renew(lane);
    if (used && delivery.before === undefined && metClosing(end)) {
      delivery.before = this.#failure(end);
      return this.#deliver(delivery, fresh, signal);
    }
    this.#lanes.give(fresh);
    if (end.kind === 'error' && unreadable(end.error) && this.#link.settings.proxy === undefined) {
      return void this.#deliverRaw(delivery, signal);
    }
    const failure = this.#failure(end);
    delivery.finish(secondTry(delivery.before ?? failure, failure), end.startedAt);
  }

  /** What undici can't read may still be HTTP: the raw transport reads, and judges, all of it. */
  async #deliverRaw(delivery: Delivery, signal: AbortSignal | undefined): Promise<void> {
    const start = performance.now();
    const outcome = await this.#sendRaw(delivery.resolved, [signal, this.#closing.signal]);
    if (delivery.attempt !== undefined && outcome.kind === 'reply') this.#unreadable = true;
    delivery.finish(outcome, start);
  }

  #failure(end: Exclude<AttemptEnd, { kind: 'reply' }>): Outcome {
    if (end.kind === 'stopped') return ABORTED;
    const where = whereOf(this.#link);
    return end.kind === 'late'
      ? late(end.written, where, this.#link.settings.timeoutMs)
      : noReplyFor(end.error, where, end.answered);
  }
}

/** Whether a used connection was closed before any of the reply came: perhaps not the server's fault. */
function metClosing(end: AttemptEnd): boolean {
  return end.kind === 'error' && !end.answered && wasClosed(end.error);
}
