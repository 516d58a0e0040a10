/** When the next request may go: evenly by --rate, and later where the target says that it is too much. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Answers } from './answers.ts';
import { Concurrency, fixedAtOnce } from './concurrency.ts';
import type { LearnedPace } from '../../report/record/events.ts';
import { PlainRequests } from './load-or-code.ts';
import { showDuration } from '../../base/text/quantities.ts';
import { Restraint } from './restraint.ts';
import { SessionGate } from './session-gate.ts';
import { Throttle } from './throttle.ts';

// A target that refuses everything for how much is sent: no pace helps, and a run that goes on waiting says nothing for hours.

/** How long a target that has served nothing yet may refuse everything: longer than a window of seconds. */
const BUDGET_AT_FIRST_MS = 20_000;
/** How long one that has served something may: longer than a window of a minute. */
const BUDGET_MS = 65_000;
/** Fewer refusals may be those of one burst, however long their replies took. */
const LEAST_REFUSALS = 12;

export class TotalLimit {
  #served = false;
  /** When the first of the refusals since the last served request came. */
  #since: number | undefined;
  #refusals = 0;

  /** Notes that a request was answered, with any key. */
  served(): void {
    this.#served = true;
    this.#since = undefined;
    this.#refusals = 0;
  }

  /** Notes a refusal for how much is sent; returns why to stop, once that has gone on for too long. */
  refused(now: number): string | undefined {
    this.#since ??= now;
    this.#refusals += 1;
    const ms = now - this.#since;
    const budget = this.#served ? BUDGET_MS : BUDGET_AT_FIRST_MS;
    if (this.#refusals < LEAST_REFUSALS || ms < budget) return undefined;
    const others = this.#served ? 'none was answered since' : 'none was answered in this run';
    return `the target limits everything: for ${showDuration(ms)} it refused all ${this.#refusals} requests (MaxRequestReject, MaxCCUReject, OperationTimeout or HTTP 429), and ${others}; wait until its limits let requests through (a limit of a minute or more may still count an earlier run), raise the limits of the keys for tests, or declare them`;
  }
}

/** A request of no particular key: a gateway in front of the target limits all requests together. */
export const ANY_KEY = '';

/** The extra time between two requests after the first sign of too much; it doubles with each further one. */
const FIRST_SPACING_MS = 20;
const MAX_SPACING_MS = 500;
/** Each request shortens the spacing by a tenth, until it is under a millisecond. */
const RECOVERY = 0.9;

/** How many refusals for a rate lead to a trial without restraint. */
const TRIAL_AFTER_RATES = 12;
/** How many replies of a gateway, or that the target ran out of time, do. */
const TRIAL_AFTER = 5;
/** A request waits this long for its next try where holding back does not help. */
const SHORT_PAUSE_MS = 20;

/** The pace of one run. */
export class Pace {
  readonly gate: SessionGate;
  /** Which requests were answered. */
  readonly answers = new Answers();
  readonly plain = new PlainRequests();
  readonly concurrency: Concurrency;
  readonly #signal: AbortSignal;
  readonly #closeIdle: () => void;
  /** Milliseconds between two requests, by --rate. */
  readonly #gap: number;
  readonly #throttles = new Map<string, Throttle>();
  readonly #total = new TotalLimit();
  readonly #restraint = new Restraint(TRIAL_AFTER);
  readonly #ofRates = new Restraint(TRIAL_AFTER_RATES);
  #next = 0;
  #spacing = 0;
  #slowUntil = 0;
  #resent = 0;
  #givenUp: string | undefined;

  /**
   * `rate`: requests per second, undefined for no limit; `closeIdle`: closes idle connections, which may count as sessions;
   * `concurrency`: how many requests go at once; left out: the caller sees to that.
   */
  constructor(
    rate: number | undefined,
    signal: AbortSignal,
    closeIdle: () => void = () => {},
    concurrency?: Concurrency,
  ) {
    this.concurrency = concurrency ?? new Concurrency(fixedAtOnce());
    this.gate = new SessionGate(concurrency && (() => concurrency.atOnce));
    this.#gap = rate === undefined ? 0 : 1000 / rate;
    this.#signal = signal;
    this.#closeIdle = closeIdle;
  }

  /**
   * Resolves when a request may be sent, or when the run is ended; undefined: it may be sent now. A request of a `burst`
   * must meet a limit, so it is not spaced out.
   */
  turn(burst = false, key: string = ANY_KEY): Promise<void> | undefined {
    const own = key === ANY_KEY ? undefined : this.#turnOf(key, burst);
    if (own !== undefined)
      return own.then(() => this.#turnOf(ANY_KEY, burst)).then(() => this.#sharedTurn(burst));
    const all = this.#turnOf(ANY_KEY, burst);
    return all === undefined ? this.#sharedTurn(burst) : all.then(() => this.#sharedTurn(burst));
  }

  /** Holds all requests back for some milliseconds, and lets fewer go at once for a while after that; or this one alone, where that does not help. */
  slow(ms: number): Promise<void> | undefined {
    const now = performance.now();
    this.#restraint.refused();
    if (!this.#restraint.applies) return this.#alone(this.#restraint, ms);
    // Replies to requests that were under way together are one sign, not several.
    if (now >= this.#slowUntil)
      this.#spacing = Math.min(MAX_SPACING_MS, Math.max(FIRST_SPACING_MS, this.#spacing * 2));
    this.#slowUntil = Math.max(this.#slowUntil, now + ms);
    this.#next = Math.max(this.#next, now + ms);
    return undefined;
  }

  /** Notes that the target refused a request of this key for its rate, or that of all where the key is ANY_KEY; wait for the promise. */
  refused(key: string, sentAt: number, ms: number): Promise<void> | undefined {
    const now = performance.now();
    const limit = this.throttle(key);
    this.#givenUp ??= this.#total.refused(now);
    limit.refused(now, sentAt, ms);
    return limit.holds ? undefined : this.#alone(this.#ofRates, ms);
  }

  /** Notes that the target answered that it ran out of time; else as `slow`. */
  timedOut(ms: number): Promise<void> | undefined {
    this.#givenUp ??= this.#total.refused(performance.now());
    return this.slow(ms);
  }

  /** Notes that the target refused a further session of this key. */
  async refuseSession(key: string, ms: number): Promise<void> {
    const now = performance.now();
    this.#givenUp ??= this.#total.refused(now);
    this.gate.refused(key);
    this.throttle(key).unserved(now);
    await (this.#alone(this.gate.restraint, ms) ?? this.pause(ms));
    if (this.gate.restraint.applies) this.#closeIdle();
  }

  /** Waits for some milliseconds; other requests go on. */
  pause(ms: number): Promise<void> {
    return this.#until(performance.now() + ms);
  }

  /** Notes that a request of this key was answered. */
  served(key: string): void {
    const now = performance.now();
    this.#total.served();
    this.#restraint.served();
    this.gate.restraint.served();
    this.throttle(ANY_KEY).served(now);
    if (key !== ANY_KEY) this.throttle(key).served(now);
  }

  /** The limit of a key as far as it is known. */
  throttle(key: string): Throttle {
    const known = this.#throttles.get(key) ?? new Throttle(this.#ofRates);
    this.#throttles.set(key, known);
    return known;
  }

  /** Notes that a request is sent again. */
  resent(): void {
    this.#resent += 1;
  }

  /** Notes that the target asks for a longer wait than a run should take, and why nothing more can be sent. It may also be the pace that gives up. */
  giveUp(why: string): void {
    this.#givenUp ??= why;
  }

  /** Why nothing more can be sent; undefined: something can. */
  givenUp(): string | undefined {
    return this.#givenUp ?? this.answers.hungTooLong();
  }

  learned(): LearnedPace | undefined {
    const [most] = [...this.#throttles.values()].toSorted((a, b) => b.refusals - a.refusals);
    const perSecond = most?.rate;
    const { foundAtOnce: atOnce } = this.gate;
    const resent = this.#resent;
    if (resent === 0 && perSecond === undefined && atOnce === Infinity) return undefined;
    return {
      ...(perSecond !== undefined && { perSecond: Number(perSecond.toPrecision(3)) }),
      ...(atOnce !== Infinity && { atOnce }),
      resent,
    };
  }

  /** What the run waits for just now, in words; none: for nothing but replies. */
  waiting(): readonly string[] {
    const now = performance.now();
    const limits = [...this.#throttles.values()];
    const held = Math.max(this.#next, ...limits.map((limit) => limit.heldUntil)) - now;
    const limited = `the target limits how much is sent: the next request goes in ${showDuration(held)}`;
    return [...(held > 100 ? [limited] : []), ...this.answers.waiting(now)];
  }

  #until(at: number): Promise<void> {
    return sleep(at - performance.now(), undefined, { signal: this.#signal }).catch(() => {});
  }

  #turnOf(key: string, burst: boolean): Promise<void> | undefined {
    const limit = this.throttle(key);
    const now = performance.now();
    const at = limit.reserve(now, burst);
    return at > now ? this.#waitFor(limit, burst, at) : undefined;
  }

  /** Waits for a turn of one limit, and for another one where a refusal came meanwhile. */
  async #waitFor(limit: Throttle, burst: boolean, first: number): Promise<void> {
    for (let at = first; at > performance.now() && !this.#signal.aborted;) {
      const { refusals } = limit;
      await this.#until(at);
      if (limit.refusals === refusals) return;
      at = limit.reserve(performance.now(), burst);
    }
  }

  /** The turn that all requests share. */
  #sharedTurn(burst: boolean): Promise<void> | undefined {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + (burst || !this.#restraint.applies ? this.#gap : Math.max(this.#gap, this.#spacing));
    this.#spacing = this.#spacing < 1 ? 0 : this.#spacing * RECOVERY;
    return at > now ? this.#until(at) : undefined;
  }

  /** What one request waits for its next try where it does not hold all others back; undefined: it does. */
  #alone({ applies, isUseless }: Restraint, ms: number): Promise<void> | undefined {
    return applies ? undefined : this.pause(isUseless ? SHORT_PAUSE_MS : ms);
  }
}
