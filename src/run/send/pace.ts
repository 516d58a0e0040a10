/**
 * When the next request may go: how many are under way, how far apart they are, and how long all are held back after a refusal. Twice
 * as many go at once again and again, as long as the target answers as fast as before, unless the user names a number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { plural, showDuration } from '../../base/text/quantities.ts';
import type { Outcome } from '../../http/exchange.ts';
import type { LearnedPace } from '../../report/record/events.ts';

/** How many requests go at once, as a user says it. `auto`: as many as the target bears. */
export type AtOnce = number | 'auto';

/** How many at first, and again once a request was not answered for load. */
const DEFAULT_CONCURRENCY = 16;
/** How many at most: what a target can be expected to bear, and a pool of connections to hold. */
const MAX_CONCURRENCY = 64;

/** How many, where it is to be one number. */
export const fixedAtOnce = (wanted: AtOnce = 'auto'): number =>
  wanted === 'auto' ? DEFAULT_CONCURRENCY : wanted;

/** More at once bring nothing where replies take this many times as long as the fastest did. */
const SLOWER = 1.5;
/** A step is judged by this many replies for each of the requests at once. */
const REPLIES_EACH = 3;

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Milliseconds between two requests after the first refusal; each further one doubles them, each answer takes a part of them off. */
const FIRST_GAP_MS = 20;
const MAX_GAP_MS = 500;
const RECOVERY = 0.98;

/** How long a run is held back, and waits for requests that hang, in all. */
const MAX_LOST_MS = 180_000;
/** How long everything may be refused where nothing was served yet: longer than a window of seconds. */
const MAX_REFUSING_AT_FIRST_MS = 20_000;
/** So many rows of refusals, with fewer answers than these behind each, are no work of a limit. */
const MANY_ROWS = 12;
const MANY_ANSWERS = 4;

export class Pace {
  /** How many requests go at once just now, and at most. */
  atOnce: number;
  readonly most: number;
  /** Why nothing more is sent, and what to do; undefined: something is. */
  gaveUp: string | undefined;
  readonly #signal: AbortSignal;
  readonly #firstAtOnce: number;
  /** Whether the number at once stays as it is. */
  #isSettled: boolean;
  #fastest = Number.POSITIVE_INFINITY;
  #times: number[] = [];
  /** Milliseconds between two requests, by --rate. */
  readonly #ownGap: number;
  #underWay = 0;
  /** Requests and bursts that wait for slots, the first one first. */
  readonly #waiting: { readonly slots: number; readonly go: () => void }[] = [];
  /** Milliseconds between two requests that the target's refusals ask for. */
  #gap = 0;
  /** When the next request may go. */
  #next = 0;
  #heldUntil = 0;
  #hasServed = false;
  /** When the first refusal came, and how many requests were served since. */
  #limitedSince: number | undefined;
  #served = 0;
  #refusals = 0;
  /** How often refusals began anew after an answer, and whether the last reply was one. */
  #rows = 0;
  #isRefusing = false;
  #hangs = 0;
  /** How long all were held back or waited for requests that hang; what overlaps counts once. */
  #lostMs = 0;
  #lostUntil = 0;

  /** `rate`: requests per second; undefined: no limit. */
  constructor(rate: number | undefined, signal: AbortSignal, wanted: AtOnce = fixedAtOnce()) {
    this.#ownGap = rate === undefined ? 0 : 1000 / rate;
    this.#signal = signal;
    this.atOnce = this.#firstAtOnce = wanted === 'auto' ? DEFAULT_CONCURRENCY : wanted;
    this.most = wanted === 'auto' ? MAX_CONCURRENCY : wanted;
    this.#isSettled = wanted !== 'auto';
  }

  /** Whether more go at once now than at first. */
  get goesFaster(): boolean {
    return this.atOnce !== this.#firstAtOnce;
  }

  /** What was learned of the target's limits; undefined: it set none. */
  get learned(): LearnedPace | undefined {
    if (this.#limitedSince === undefined) return undefined;
    const seconds = Math.max(1, (performance.now() - this.#limitedSince) / 1000);
    return {
      perSecond: Number((this.#served / seconds).toPrecision(3)),
      resent: this.#refusals,
      ...(this.#isInVain && { inVain: true as const }),
    };
  }

  /** Takes a slot for one request; undefined: it may go now. A part of a burst has its slot, and keeps no gap but the one of --rate. */
  take(isBurst = false): Promise<void> | undefined {
    const held = isBurst ? undefined : this.takeSlots(1);
    return held === undefined ? this.#turn(isBurst) : held.then(() => this.#turn(false));
  }

  /**
   * Takes the slots of requests that go at once; undefined: they may go now. A burst waits until there is room for it beside what is
   * under way, or nothing is, and nothing begins before it.
   */
  takeSlots(slots: number): Promise<void> | undefined {
    if (this.#waiting.length > 0 || !this.#hasRoom(slots))
      return new Promise((go) => this.#waiting.push({ slots, go }));
    this.#underWay += slots;
    return undefined;
  }

  #hasRoom(slots: number): boolean {
    if (slots === 1) return this.#underWay < this.atOnce;
    return this.#underWay === 0 || this.#underWay + slots <= Math.max(this.most, MAX_CONCURRENCY);
  }

  /** Gives the slot of a request back, and notes whether it was answered. */
  release(outcome: Outcome, sentAt: number): void {
    this.#underWay -= 1;
    if (outcome.kind === 'no-reply' && outcome.why !== 'aborted') this.#strained();
    if (outcome.kind === 'no-reply' && outcome.why === 'timeout') this.hung(sentAt);
    for (let next = this.#waiting[0]; next && this.#hasRoom(next.slots); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#underWay += next.slots;
      next.go();
    }
  }

  /** Notes an answer, and how long it took. */
  served(ms: number): void {
    this.#hasServed = true;
    this.#served += 1;
    this.#isRefusing = false;
    this.#gap = this.#gap < 1 ? 0 : this.#gap * RECOVERY;
    if (!this.#isSettled && this.#times.push(ms) >= REPLIES_EACH * this.atOnce) this.#setAtOnce();
  }

  /** Whether more may go at once: by how long the replies since the last time took. */
  #setAtOnce(): void {
    const now = median(this.#times);
    this.#times = [];
    this.#fastest = Math.min(this.#fastest, now);
    this.#isSettled = now > SLOWER * this.#fastest;
    this.atOnce = this.#isSettled
      ? Math.max(this.#firstAtOnce, this.atOnce / 2)
      : Math.min(this.most, this.atOnce * 2);
  }

  /** From now on as many go at once as at first: a request got no answer, or was refused for load. */
  #strained(): void {
    this.#isSettled = true;
    this.atOnce = this.#firstAtOnce;
  }

  /** Notes that the target refused a request for how much is sent, and holds all requests back for these milliseconds. */
  refused(ms: number): void {
    const now = performance.now();
    if (!this.#isRefusing) this.#rows += 1;
    this.#isRefusing = true;
    if (this.#limitedSince === undefined) [this.#limitedSince, this.#served] = [now, 0];
    this.#refusals += 1;
    this.#strained();
    // Replies to requests that were under way together are one sign, not several.
    if (now >= this.#heldUntil) this.#gap = Math.min(MAX_GAP_MS, Math.max(FIRST_GAP_MS, this.#gap * 2));
    this.#heldUntil = Math.max(this.#heldUntil, now + ms);
    this.#next = Math.max(this.#next, this.#heldUntil);
    this.#lose(now, this.#heldUntil);
  }

  /** Notes that a request ran out of time. */
  hung(sentAt: number): void {
    this.#hangs += 1;
    this.#lose(sentAt, performance.now());
  }

  /** Notes for how long nothing could be sent, and gives up where that is too much in all. */
  #lose(from: number, until: number): void {
    this.#lostMs += Math.max(0, until - Math.max(from, this.#lostUntil));
    this.#lostUntil = Math.max(this.#lostUntil, until);
    const isAtFirst = !this.#hasServed && this.#hangs === 0;
    const refusingMs = performance.now() - (this.#limitedSince ?? performance.now());
    if (this.#lostMs < MAX_LOST_MS && !(isAtFirst && refusingMs >= MAX_REFUSING_AT_FIRST_MS)) return;
    const what = [
      this.#hangs > 0 ? `did not answer ${plural(this.#hangs, 'request')}` : [],
      this.#refusals > 0 ? `refused ${plural(this.#refusals, 'request')}` : [],
    ].flat();
    const slower = this.#isInVain
      ? 'slowing down did not help: its log says what it refuses'
      : `${isAtFirst ? 'wait a minute, ' : ''}run with a lower --rate`;
    this.giveUp(
      `the target ${what.join(' and ')}, and waiting for it took ${showDuration(this.#lostMs)} in all; ${this.#refusals === 0 ? 'mend it' : slower}, or run only a part of the cases (--only)`,
    );
  }

  /** Ends the run; the first reason counts. */
  giveUp(why: string): void {
    this.gaveUp ??= why;
  }

  /** What the run waits for just now, in words; undefined: for nothing but replies. */
  waitingFor(): string | undefined {
    const left = this.#next - performance.now();
    if (left < 100) return undefined;
    return `the target limits how much is sent: the next request goes in ${showDuration(left)}`;
  }

  /** Whether few answers come between two refusals, however slowly requests are sent. A limit on how much is sent lets many pass. */
  get #isInVain(): boolean {
    return this.#rows >= MANY_ROWS && this.#served < MANY_ANSWERS * this.#rows;
  }

  #turn(isBurst: boolean): Promise<void> | undefined {
    const at = this.#reserve(isBurst);
    return at > performance.now() ? this.#until(at, isBurst) : undefined;
  }

  /** When the next request goes: after the gap behind the one before. */
  #reserve(isBurst: boolean): number {
    const at = Math.max(performance.now(), this.#next);
    this.#next = at + (isBurst ? this.#ownGap : Math.max(this.#ownGap, this.#gap));
    return at;
  }

  /** Waits, and longer where all are held back meanwhile. */
  async #until(first: number, isBurst: boolean): Promise<void> {
    for (let at = first; at > performance.now() && !this.#signal.aborted;) {
      await sleep(at - performance.now(), undefined, { signal: this.#signal }).catch(() => {});
      if (this.#heldUntil > performance.now()) at = this.#reserve(isBurst);
    }
  }
}
