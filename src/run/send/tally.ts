/** Which requests got no answer when they were first sent: counted by what they met instead, with a few examples. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { Exchange, NoReplyWhy } from '../../http/exchange.ts';
import type { AnswersTally, RedactedExchange } from '../../report/record/events.ts';
import { keptToShow } from '../../report/record/redact.ts';
import { STILL_OPEN, UNANSWERED_WORDS, type UnansweredWord } from '../../report/record/unanswered-events.ts';
import { isBackendAnswer, isGatewayReply, LIMITED_STATUS } from './gateway.ts';

const WORDS_BY_WHY: Partial<Readonly<Record<NoReplyWhy, string>>> = {
  timeout: 'timed out',
  closed: 'closed',
  unreachable: 'without a connection',
};

const MAX_EXAMPLES = 3;
/** How long a run listens for late replies at its end, in milliseconds. */
const MAX_SETTLING_MS = 20_000;

/** A stretch of missing answers is over once this many times the requests that were under way at its onset have been answered since. */
const OVER_AFTER = 3;

/** Requests that are sent this close to one another may be lost together, as by a restart of the target. */
const WINDOW = 64;

/**
 * In how many stretches answers were missing, by the numbers of the requests: a stretch goes on while most of its requests are lost.
 * What times out is noticed together, however far apart it was sent.
 */
export function stretchesOf(numbers: readonly number[]): number {
  let [start, lost, stretches] = [Number.NEGATIVE_INFINITY, 0, 0];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (number - start < WINDOW || lost > (number - start) / 2) {
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
  readonly #counts = new Map<UnansweredWord, Count>();
  readonly #open = new Set<Open>();
  readonly #listening = new Set<Promise<void>>();
  #requests = 0;
  #slowestMs = 0;
  #sent = 0;
  #underWay = 0;
  /** The numbers of the requests that got no answer. */
  readonly #missing: number[] = [];
  /** In how many stretches, by the order in which it was noticed. */
  #stretches = 0;
  /** How many requests had been sent when the last stretch began, and how many answers to later ones end it. */
  #onset = 0;
  #answersLeft = 0;

  /** How many requests were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Counts a request that is about to be sent; its number. */
  begin(): number {
    this.#sent += 1;
    this.#underWay += 1;
    return this.#sent;
  }

  /** Notes what a request got. */
  end(number: number, { outcome }: Exchange): void {
    this.#underWay -= 1;
    if (this.#answersLeft > 0 && number > this.#onset && isBackendAnswer(outcome)) this.#answersLeft -= 1;
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
    if (this.#answersLeft === 0) {
      this.#stretches += 1;
      this.#onset = this.#sent;
      this.#answersLeft = 1 + OVER_AFTER * this.#underWay;
    }
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
          incidents: word === 'hung-up' ? Math.max(this.#stretches, stretchesOf(this.#missing)) : 0,
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
