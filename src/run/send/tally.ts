/** Which requests got no answer when they were first sent: counted by what they met instead, with a few examples. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { Exchange, NoReplyWhy } from '../../http/exchange.ts';
import type { AnswersTally, RedactedExchange } from '../../report/record/events.ts';
import { keptToShow } from '../../report/record/redact.ts';
import { STILL_OPEN, UNANSWERED_WORDS, type UnansweredWord } from '../../report/record/unanswered-events.ts';
import { isGatewayReply, LIMITED_STATUS } from './gateway.ts';

const WORDS_BY_WHY: Partial<Readonly<Record<NoReplyWhy, string>>> = {
  timeout: 'timed out',
  closed: 'closed',
  unreachable: 'without a connection',
};

const MAX_EXAMPLES = 3;
/** How long a run listens for late replies at its end, in milliseconds. */
const MAX_SETTLING_MS = 20_000;

/** Requests this far apart may be lost together, as by a restart of the target: four times as many as go at once, and at most these. */
const WINDOW_EACH = 4;
const MAX_WINDOW = 64;

/**
 * In how many stretches requests were lost, by their numbers: one goes on while most of its requests are. So those that time out are
 * told apart, though they are noticed together.
 */
export function stretchesOf(numbers: readonly number[], window: number): number {
  let [start, lost, stretches] = [Number.NEGATIVE_INFINITY, 0, 0];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (number - start < window || lost > (number - start) / 2) {
      lost += 1;
      continue;
    }
    stretches += 1;
    [start, lost] = [number, 1];
  }
  return stretches;
}

/** What was counted of one word. */
class Count {
  readonly kinds = new Map<string, number>();
  readonly endpoints = new Set<EndpointId>();
  readonly examples: Exchange[] = [];

  add(kind: string, exchange: Exchange): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.endpoints.add(exchange.request.endpoint);
    if (this.examples.length < MAX_EXAMPLES) this.examples.push(keptToShow(exchange));
  }
}

/** A request that ran out of time, and whose reply may still come. */
interface Open {
  readonly kind: string;
  readonly exchange: Exchange;
}

export class Tally {
  /** How many requests were sent. */
  sent = 0;
  readonly #counts = new Map<UnansweredWord, Count>();
  readonly #open = new Set<Open>();
  readonly #listening = new Set<Promise<void>>();
  #requests = 0;
  #slowestMs = 0;
  #underWay = 0;
  #mostUnderWay = 0;
  /** The numbers of the requests that got no answer. */
  readonly #missing: number[] = [];

  /** Counts a request that is about to be sent; its number. */
  begin(): number {
    this.sent += 1;
    this.#underWay += 1;
    this.#mostUnderWay = Math.max(this.#mostUnderWay, this.#underWay);
    return this.sent;
  }

  /** Notes that a request has ended. */
  end(): void {
    this.#underWay -= 1;
  }

  /** Notes what a request got that was sent for the first time, and must be answered. */
  first(number: number, exchange: Exchange, sentAt: number): void {
    const { outcome } = exchange;
    if (outcome.kind === 'no-reply' && (outcome.why === 'aborted' || outcome.own === true)) return;
    this.#requests += 1;
    if (isGatewayReply(outcome)) {
      if (outcome.status !== LIMITED_STATUS) this.#count('gateway').add(`HTTP ${outcome.status}`, exchange);
      return;
    }
    if (outcome.kind === 'reply') {
      if (exchange.raced === true) this.#count('raced').add('closed', exchange);
      return;
    }
    const kind = WORDS_BY_WHY[outcome.why];
    if (kind === undefined) return;
    this.#missing.push(number);
    if (outcome.later !== undefined) this.#listen(outcome.later, { kind, exchange }, sentAt);
    else this.#count('hung-up').add(kind, exchange);
  }

  /** Notes, once a request, that it was refused for how much is sent (`MaxRequestReject`, `HTTP 429`), or by a firewall. */
  refused(word: 'limited' | 'firewall', kind: string, exchange: Exchange): void {
    this.#count(word).add(kind, exchange);
  }

  /** Waits until it is known of each request that ran out of time whether its reply comes late; not beyond the end of a run. */
  async settled(signal: AbortSignal): Promise<void> {
    if (this.#listening.size === 0) return;
    const settled = new AbortController();
    const limit = AbortSignal.any([signal, settled.signal]);
    const over = sleep(MAX_SETTLING_MS, undefined, { signal: limit }).catch(() => {});
    await Promise.race([Promise.all(this.#listening), over]);
    settled.abort();
  }

  /** Adds up what came; undefined: every request was answered at once. An outage is reported as such, and not here. */
  total(shown: (exchange: Exchange) => RedactedExchange, isOutage: boolean): AnswersTally | undefined {
    for (const { exchange } of this.#open) this.#count('hung-up').add(STILL_OPEN, exchange);
    this.#open.clear();
    const window = Math.min(MAX_WINDOW, WINDOW_EACH * this.#mostUnderWay);
    const tallies = UNANSWERED_WORDS.flatMap((word) => {
      const found = this.#counts.get(word);
      if (found === undefined || (isOutage && word !== 'limited')) return [];
      const { kinds, endpoints, examples } = found;
      return [
        {
          word,
          kinds: [...kinds],
          endpoints: [...endpoints],
          examples: examples.map(shown),
          incidents: word === 'hung-up' ? stretchesOf(this.#missing, window) : 0,
          slowestMs: word === 'late' ? Math.round(this.#slowestMs) : 0,
        },
      ];
    });
    return tallies.length === 0 ? undefined : { requests: this.#requests, tallies };
  }

  #count(word: UnansweredWord): Count {
    const count = this.#counts.get(word) ?? new Count();
    this.#counts.set(word, count);
    return count;
  }

  #listen(later: Promise<boolean>, open: Open, sentAt: number): void {
    this.#open.add(open);
    const known = later.then((came) => {
      this.#listening.delete(known);
      if (!this.#open.delete(open)) return;
      this.#count(came ? 'late' : 'hung-up').add(open.kind, open.exchange);
      if (came) this.#slowestMs = Math.max(this.#slowestMs, performance.now() - sentAt);
    });
    this.#listening.add(known);
  }
}
