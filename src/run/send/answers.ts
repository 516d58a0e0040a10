/** Which requests of a run were not answered when they were first sent, and which were refused only for how much is sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { Exchange, NoReplyWhy } from '../../http/exchange.ts';
import { plural, showDuration } from '../../base/text/quantities.ts';
import type { AnswersTally, RedactedExchange, UnansweredTally } from '../../report/record/events.ts';
import { isAnswer, isGatewayReply } from './gateway.ts';
import { keptToShow } from '../../report/record/redact.ts';
import { STILL_OPEN, UNANSWERED_WORDS, type UnansweredWord } from '../../report/record/unanswered-events.ts';

const KINDS: Partial<Readonly<Record<NoReplyWhy, string>>> = {
  timeout: 'timed out',
  closed: 'closed',
  unreachable: 'without a connection',
};

interface Unanswered {
  word: UnansweredWord;
  readonly kind: string;
  readonly endpoint: EndpointId;
  /** Which incident it belongs to: a stretch in which hardly any other request was answered. */
  readonly incident: number;
  /** Kept of the first few. */
  readonly exchange: Exchange | undefined;
  /** How long its reply took in the end, in milliseconds. */
  ms: number;
  /** Whether its reply may still come. */
  isOpen: boolean;
}

/** An incident is over once this many times the requests that were under way at its onset have been answered since. */
const OTHERS = 3;

const NO_INCIDENT = 0;

interface Incident {
  readonly number: number;
  /** How many requests had been sent at its onset. */
  readonly onset: number;
  /** How many answers to later requests end it. */
  left: number;
}

/** A request that takes longer than this is worth a word. */
const LONG_MS = 1000;

const MAX_EXAMPLES = 3;
/** A few more are kept of each word: a reply that comes late takes its exchange along. */
const MAX_KEPT = 20;
/** How long a run listens for late replies at its end, in milliseconds. */
const MAX_SETTLING_MS = 20_000;
/** How long a run waits in all for requests that hang, in milliseconds. */
const MAX_HANGING_MS = 180_000;

export class Answers {
  readonly #all: Unanswered[] = [];
  readonly #listening = new Set<Promise<void>>();
  #requests = 0;
  #begun = 0;
  readonly #underWay = new Map<number, number>();
  #incidents = 0;
  #incident: Incident | undefined;
  #streak = 0;
  #longest = 0;
  readonly #counts = new Map<UnansweredWord, number>();
  #hangs = 0;
  #hangingMs = 0;
  #hungUntil = 0;

  /** Notes a request; call the result with what became of it. `owed`: it is sent for the first time, and must be answered. */
  begin(owed: boolean): (exchange: Exchange) => void {
    const sentAt = performance.now();
    this.#begun += 1;
    const number = this.#begun;
    this.#underWay.set(number, sentAt);
    return (exchange) => {
      this.#underWay.delete(number);
      const { outcome } = exchange;
      if (outcome.kind === 'no-reply' && (outcome.why === 'aborted' || outcome.own === true)) return;
      if (outcome.kind === 'no-reply' && outcome.why === 'timeout') this.#hung(sentAt);
      if (owed) this.#requests += 1;
      if (isAnswer(outcome)) this.#answered(number);
      if (owed) this.#note(exchange, sentAt);
    };
  }

  /** Notes requests that were answered and not counted here. */
  count(requests: number): void {
    this.#requests += requests;
  }

  /** The requests that met something else than an answer, as far as they are kept. */
  get missed(): readonly Exchange[] {
    return this.#all.flatMap(({ word, exchange }) => (word === 'limited' ? [] : (exchange ?? [])));
  }

  /** Notes, once a request, that the target refused it for how much is sent: `MaxRequestReject`, `HTTP 429`. */
  limited(kind: string, exchange: Exchange): void {
    this.#add('limited', kind, exchange, NO_INCIDENT);
  }

  /** How many requests are under way, where any has been for long. */
  waiting(now: number): readonly string[] {
    const [oldest] = this.#underWay.values();
    if (oldest === undefined || now - oldest < LONG_MS) return [];
    return [
      `${plural(this.#underWay.size, 'request')} without a reply yet, the oldest for ${showDuration(now - oldest)}`,
    ];
  }

  /** Why no further request that hangs is waited for; undefined: it is. */
  hungTooLong(): string | undefined {
    if (this.#hangingMs < MAX_HANGING_MS) return undefined;
    return `${this.#hangs} requests were never answered, and waiting for them took ${showDuration(this.#hangingMs)} in all; mend the target, or run with a lower --timeout or only a part of the cases (--only)`;
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

  /** Adds up what came. `ended`: an outage ended the run, which is reported as such; what belongs to it is left out. */
  tally(
    shown: (exchange: Exchange) => RedactedExchange,
    { ended = false }: { readonly ended?: boolean } = {},
  ): AnswersTally | undefined {
    const outage = ended ? this.#incident?.number : undefined;
    const counted = this.#all.filter(({ incident }) => incident === NO_INCIDENT || incident !== outage);
    const tallies = UNANSWERED_WORDS.flatMap((word) => {
      const all = counted.filter((each) => each.word === word);
      return all.length === 0 ? [] : [this.#tallyOf(word, all, shown)];
    });
    return tallies.length === 0 ? undefined : { requests: this.#requests, tallies };
  }

  #note(exchange: Exchange, sentAt: number): void {
    const { outcome, faults = [] } = exchange;
    if (isGatewayReply(outcome)) {
      if (outcome.status !== 429) this.#add('gateway', `HTTP ${outcome.status}`, exchange, this.#miss());
      return;
    }
    if (outcome.kind === 'reply') {
      for (const { kind } of faults)
        if (kind === 'hung-up') this.#add('hung-up', 'closed', exchange, this.#miss());
      return;
    }
    const kind = KINDS[outcome.why];
    if (kind === undefined) return;
    const missing = this.#add('hung-up', kind, exchange, this.#miss());
    if (outcome.later !== undefined) this.#listen(outcome.later, missing, sentAt);
  }

  #listen(later: Promise<boolean>, missing: Unanswered, sentAt: number): void {
    missing.isOpen = true;
    const known = later.then((came) => {
      this.#listening.delete(known);
      missing.isOpen = false;
      if (!came) return;
      missing.word = 'late';
      missing.ms = performance.now() - sentAt;
    });
    this.#listening.add(known);
  }

  /** Requests that hang side by side are waited for together. */
  #hung(sentAt: number): void {
    const now = performance.now();
    this.#hangs += 1;
    this.#hangingMs += now - Math.max(sentAt, this.#hungUntil);
    this.#hungUntil = now;
  }

  #add(word: UnansweredWord, kind: string, exchange: Exchange, incident: number): Unanswered {
    const count = this.#counts.get(word) ?? 0;
    this.#counts.set(word, count + 1);
    const { endpoint } = exchange.request;
    const kept = count < MAX_KEPT ? keptToShow(exchange) : undefined;
    const added = { word, kind, endpoint, incident, exchange: kept, ms: 0, isOpen: false };
    this.#all.push(added);
    return added;
  }

  /** Which incident a missing answer belongs to. */
  #miss(): number {
    this.#streak += 1;
    this.#longest = Math.max(this.#longest, this.#streak);
    this.#incident ??= {
      number: (this.#incidents += 1),
      onset: this.#begun,
      left: 1 + OTHERS * this.#underWay.size,
    };
    return this.#incident.number;
  }

  #answered(number: number): void {
    this.#streak = 0;
    if (this.#incident === undefined || number <= this.#incident.onset) return;
    this.#incident.left -= 1;
    if (this.#incident.left <= 0) this.#incident = undefined;
  }

  #tallyOf(
    word: UnansweredWord,
    all: readonly Unanswered[],
    shown: (exchange: Exchange) => RedactedExchange,
  ): UnansweredTally {
    const kinds = new Map<string, number>();
    for (const { kind, isOpen } of all) {
      const shownKind = isOpen ? STILL_OPEN : kind;
      kinds.set(shownKind, (kinds.get(shownKind) ?? 0) + 1);
    }
    return {
      word,
      kinds: [...kinds],
      endpoints: [...new Set(all.map(({ endpoint }) => endpoint))],
      examples: all
        .flatMap(({ exchange }) => exchange ?? [])
        .slice(0, MAX_EXAMPLES)
        .map(shown),
      incidents: new Set(all.filter(({ isOpen }) => !isOpen).map(({ incident }) => incident)).size,
      longest: Math.min(all.length, this.#longest),
      slowestMs: Math.round(all.reduce((most, { ms }) => Math.max(most, ms), 0)),
    };
  }
}
