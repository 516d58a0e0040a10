/** What is under way, and what requests got: which of them were not answered when they were first sent, and how many in a row not at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointId } from '../../spec/endpoints.ts';
import { type Exchange, hasReached, type NoReplyWhy, type Outcome } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
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
interface Count {
  readonly kinds: Map<string, number>;
  readonly endpoints: Set<EndpointId>;
  readonly examples: Exchange[];
}

/** A request that is sent. `name`: of its case, or of its trial. */
export interface Sent {
  readonly number: number;
  readonly name: string;
  readonly request: Request;
}

/** A request that ran out of time, and whose reply may still come. */
interface Open {
  readonly kind: string;
  readonly exchange: Exchange;
}

export class Tally {
  /** How many requests were sent, and how many of them the backend answered. */
  sent = 0;
  answered = 0;
  /** The request that was answered last. */
  last: Sent | undefined;
  /** Why the target does not answer a plain request, as it was asked since the last answer; undefined: it was not. */
  whyGone: Promise<string | undefined> | undefined;
  /** How many in a row got no reply, or that of a gateway without a backend. */
  row = 0;
  /** Those that were under way when the first of the row got no reply, or were sent since, and reached the target. */
  suspects = new Set<Sent>();
  readonly #underWay = new Set<Sent>();
  #mostUnderWay = 0;
  readonly #counts = new Map<UnansweredWord, Count>();
  /** Those whose reply may still come, by what waits for it. */
  readonly #open = new Map<Promise<void>, Open>();
  #requests = 0;
  #slowestMs = 0;
  /** The numbers of the requests that got no answer. */
  readonly #missing: number[] = [];

  /** Notes that a request is sent. */
  begin(name: string, request: Request): Sent {
    this.sent += 1;
    const sent = { number: this.sent, name, request };
    this.#underWay.add(sent);
    this.#mostUnderWay = Math.max(this.#mostUnderWay, this.#underWay.size);
    return sent;
  }

  /** Notes what became of it. `isOwed`: it was sent for the first time, and must be answered. */
  end(sent: Sent, exchange: Exchange, isOwed: boolean): void {
    const { outcome } = exchange;
    const isAnswer = outcome.kind === 'reply' && (outcome.status === 200 || !isGatewayReply(outcome));
    if (isAnswer) {
      this.answered += 1;
      this.last = sent;
      this.noteAnswer();
      this.suspects.delete(sent);
    } else if (looksGone(outcome)) {
      if (this.row === 0) this.suspects = new Set(this.#underWay);
      this.row += 1;
      if (!hasReached(outcome)) this.suspects.delete(sent);
    }
    this.#underWay.delete(sent);
    if (!isOwed || isOfRunner(outcome)) return;
    this.#requests += 1;
    if (!isAnswer) this.#unanswered(sent, exchange);
    else if (exchange.raced === true) this.#count('raced', 'closed', exchange);
  }

  /** Notes that the target is there. */
  noteAnswer(): void {
    this.row = 0;
    this.whyGone = undefined;
  }

  /** Counts a request that got no reply, or the reply of a gateway. */
  #unanswered({ number }: Sent, exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind === 'reply') {
      if (outcome.status !== LIMITED_STATUS) this.#count('gateway', `HTTP ${outcome.status}`, exchange);
      return;
    }
    const kind = WORDS_BY_WHY[outcome.why];
    if (kind === undefined) return;
    this.#missing.push(number);
    if (outcome.later === undefined) this.#count('hung-up', kind, exchange);
    else this.#listen(outcome.later, { kind, exchange });
  }

  /** Notes, once a request, that it was refused for how much is sent (`MaxRequestReject`, `HTTP 429`), or by a firewall. */
  refused(word: 'limited' | 'firewall', kind: string, exchange: Exchange): void {
    this.#count(word, kind, exchange);
  }

  /** Waits until it is known of each request that ran out of time whether its reply comes late; not beyond the end of a run. */
  async settled(signal: AbortSignal): Promise<void> {
    if (this.#open.size === 0) return;
    const settled = new AbortController();
    const limit = AbortSignal.any([signal, settled.signal]);
    const over = sleep(MAX_SETTLING_MS, undefined, { signal: limit }).catch(() => {});
    await Promise.race([Promise.all(this.#open.keys()), over]);
    settled.abort();
  }

  /** Adds up what came; undefined: every request was answered at once. An outage is reported as such, and not here. */
  total(shown: (exchange: Exchange) => RedactedExchange, isOutage: boolean): AnswersTally | undefined {
    for (const { exchange } of this.#open.values()) this.#count('hung-up', STILL_OPEN, exchange);
    this.#open.clear();
    if (this.#counts.size === 0) return undefined;
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

  #count(word: UnansweredWord, kind: string, exchange: Exchange): void {
    const count: Count = this.#counts.get(word) ?? { kinds: new Map(), endpoints: new Set(), examples: [] };
    this.#counts.set(word, count);
    count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1);
    count.endpoints.add(exchange.request.endpoint);
    if (count.examples.length < MAX_EXAMPLES) count.examples.push(keptToShow(exchange));
  }

  #listen(later: Promise<boolean>, open: Open): void {
    const known = later.then((came) => {
      if (!this.#open.delete(known)) return;
      this.#count(came ? 'late' : 'hung-up', open.kind, open.exchange);
      const { sentAt = 0 } = open.exchange;
      if (came) this.#slowestMs = Math.max(this.#slowestMs, performance.now() - sentAt);
    });
    this.#open.set(known, open);
  }
}

/** Whether a target that does not answer so may be gone: there is no reply, or the reply of the gateway in front of it. */
function looksGone(outcome: Outcome): boolean {
  if (outcome.kind === 'reply') return outcome.status !== LIMITED_STATUS;
  return outcome.why === 'closed' || outcome.why === 'timeout' || outcome.why === 'unreachable';
}

/** Whether a request got no reply because the run was ended, or for what is wrong with this machine. */
const isOfRunner = (outcome: Outcome): boolean =>
  outcome.kind === 'no-reply' && (outcome.why === 'aborted' || outcome.own === true);
