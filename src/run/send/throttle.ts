/**
 * The learned pace of one limit: additive increase, multiplicative decrease. Pure but for its own state: times come from
 * outside, so that it is the same on every machine.
 */

import { IN_A_ROW, type Restraint } from './restraint.ts';

/** The slowest pace, in requests per second. */
const LEAST_RATE = 0.2;
/** A first refusal after fewer served requests than this within a second shows nothing about a rate. */
const TELLING = 3;
/** The new pace, as a share of the requests that were served in the second before a refusal. */
const FIRST_SHARE = 0.9;
const DECREASE = 0.85;
/** A pace of which less than this share is used shows nothing about the limit. */
const USED = 0.8;
/** Each served request raises the pace: quickly while it is far below the rate that was refused last, else slowly. */
const QUICK = 1.02;
const SLOW_STEP = 0.02;
/** In a long window a pace that is too fast shows late. */
const LONG_WINDOW_STEP = 0.001;
const WINDOW_MS = 1000;
/** A limit that refuses everything for longer than this counts over a longer window than a second. */
const LONG_UNSERVED_MS = 2000;

export class Throttle {
  #rate: number | undefined;
  /** The pace at which the last refusal came. */
  #ceiling = Number.POSITIVE_INFINITY;
  #next = 0;
  #held = 0;
  /** Refusals of requests that were sent before this are of the same round. */
  #lowered = Number.NEGATIVE_INFINITY;
  /** When the first refusal since the last served request came; undefined: the last request was served. */
  #unservedSince: number | undefined;
  /** How much a served request raises the pace near the limit. */
  #step = SLOW_STEP;
  #refusals = 0;
  #served = 0;
  #windowStart = Number.NEGATIVE_INFINITY;
  #inWindow = 0;
  #inLastWindow = 0;
  /** When the current stretch of served requests began, and how many there are in it. */
  #openedAt: number | undefined;
  #sinceOpened = 0;
  /** Refusals since the last served request. */
  #inRow = 0;
  /** Shared by the limits of all keys: a target that refuses at random does so with every key. */
  readonly #restraint: Restraint;

  constructor(restraint: Restraint) {
    this.#restraint = restraint;
  }

  /** Whether it holds requests back at all: as many refusals in a row are a limit, even where restraint does not help with others. */
  get holds(): boolean {
    return this.#restraint.applies || this.#inRow >= IN_A_ROW;
  }

  /** Requests per second; undefined: no limit was met, or none that a slower pace would keep. */
  get rate(): number | undefined {
    return this.#restraint.isUseless && !this.holds ? undefined : this.#rate;
  }

  /** How often it refused. */
  get refusals(): number {
    return this.#refusals;
  }

  get hasServed(): boolean {
    return this.#served > 0;
  }

  /** For how long every request was refused; 0: the last one was served. */
  sinceServedMs(now: number): number {
    return this.#unservedSince === undefined ? 0 : now - this.#unservedSince;
  }

  /** Until when it lets nothing go, by performance.now(). */
  get heldUntil(): number {
    return this.holds ? this.#held : Number.NEGATIVE_INFINITY;
  }

  /** Takes the next turn: when the request may go. A burst is not spaced out. */
  reserve(now: number, burst: boolean): number {
    if (!this.holds) return now;
    if (burst) return Math.max(now, this.#held);
    const at = Math.max(now, this.#next, this.#held);
    this.#next = at + (this.#rate === undefined ? 0 : 1000 / this.#rate);
    return at;
  }

  served(now: number): void {
    this.#served += 1;
    this.#inRow = 0;
    if (this.#refusals > 0) this.#restraint.served();
    this.#endUnserved(now);
    this.#openedAt ??= now;
    this.#sinceOpened += 1;
    this.#count(now);
    // A pace that is not used up shows nothing about the limit.
    const used = Math.max(this.#inWindow, this.#inLastWindow);
    if (this.#rate === undefined || used < this.#rate * USED) return;
    const isFar = this.#rate < this.#ceiling * FIRST_SHARE;
    this.#rate = isFar
      ? Math.min(this.#rate * QUICK, this.#ceiling * FIRST_SHARE)
      : this.#rate + this.#step * Math.sqrt(this.#rate);
  }

  /** Notes a refusal that is not for a rate: the key is served no more until a request is. */
  unserved(now: number): void {
    this.#unservedSince ??= now;
  }

  /** Notes a refusal of a request that was sent at `sentAt`; lets nothing go for `holdMs`. */
  refused(now: number, sentAt: number, holdMs: number): void {
    this.#refusals += 1;
    this.#inRow += 1;
    this.#restraint.refused();
    this.#count(now, 0);
    const wasServedSince = this.#unservedSince === undefined;
    this.#unservedSince ??= now;
    this.#held = Math.max(this.#held, now + holdMs);
    this.#next = this.#held;
    // A trial without restraint shows no pace.
    if (!this.holds) return;
    // Replies to requests that were under way together count as one sign, and so do the replies since the last served request.
    if (sentAt < this.#lowered || (!wasServedSince && this.#rate !== undefined)) return;
    this.#lower(now);
  }

  #lower(now: number): void {
    const measured = Math.max(this.#inWindow, this.#inLastWindow);
    if (this.#rate === undefined) {
      if (measured < TELLING && this.#refusals < 2) return;
      this.#set(Math.max(1, measured * FIRST_SHARE), Math.max(1, measured));
    } else this.#set(this.#rate * DECREASE, this.#rate);
    this.#lowered = now;
  }

  #set(rate: number, ceiling: number): void {
    this.#rate = Math.max(LEAST_RATE, rate);
    this.#ceiling = ceiling;
  }

  /** A long time since a request was served shows a long window: what was served in the whole of it is the pace. */
  #endUnserved(now: number): void {
    const ms = this.sinceServedMs(now);
    this.#unservedSince = undefined;
    if (ms < LONG_UNSERVED_MS || this.#openedAt === undefined) return;
    this.#step = LONG_WINDOW_STEP;
    const perSecond = (this.#sinceOpened * 1000) / Math.max(WINDOW_MS, now - this.#openedAt);
    if (this.#rate !== undefined) this.#set(Math.min(this.#rate, perSecond * FIRST_SHARE), perSecond);
    this.#openedAt = undefined;
    this.#sinceOpened = 0;
  }

  #count(now: number, more = 1): void {
    const elapsed = now - this.#windowStart;
    if (elapsed >= WINDOW_MS) {
      this.#inLastWindow = elapsed < 2 * WINDOW_MS ? this.#inWindow : 0;
      this.#inWindow = 0;
      this.#windowStart = now;
    }
    this.#inWindow += more;
  }
}
