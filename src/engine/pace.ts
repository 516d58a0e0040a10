/** When the next request may go: evenly by --rate, and later where the target says that it is too much. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Answers } from './answers.ts';
import type { LearnedPace } from './events.ts';
import { PlainRequests } from './load-or-code.ts';
import { showDuration } from '../text/duration.ts';
import { Restraint } from './restraint.ts';
import { SessionGate } from './session-gate.ts';
import { Throttle } from './throttle.ts';

/** A target that refuses everything for how much is sent: no pace helps, and a run that goes on waiting says nothing for hours. */

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

export interface Pace {
  /**
   * Resolves when a request may be sent, or when the run is ended; undefined: it may be sent now. A request of a `burst`
   * must meet a limit, so it is not spaced out.
   */
  turn(burst?: boolean, key?: string): Promise<void> | undefined;
  /** Holds all requests back for some milliseconds. */
  rest(ms: number): void;
  /** Holds all requests back for some milliseconds, and lets fewer go at once for a while after that; or this one alone, where that does not help. */
  slow(ms: number): Promise<void> | undefined;
  /** Notes that the target refused a request of this key for its rate, or that of all where the key is ANY_KEY; wait for the promise. */
  refused(key: string, sentAt: number, ms: number): Promise<void> | undefined;
  /** Notes that the target answered that it ran out of time; else as `slow`. */
  timedOut(ms: number): Promise<void> | undefined;
  /** Notes that the target refused a further session of this key. */
  refuseSession(key: string, ms: number): Promise<void>;
  /** Waits for some milliseconds; other requests go on. */
  pause(ms: number): Promise<void>;
  /** Notes that a request of this key was answered. */
  served(key: string): void;
  /** The limit of a key as far as it is known. */
  throttle(key: string): Throttle;
  /** Notes that a request is sent again. */
  resent(): void;
  /** Closes idle connections, which may count as sessions. */
  closeIdle(): void;
  readonly gate: SessionGate;
  /** Which requests were answered. */
  readonly answers: Answers;
  readonly plain: PlainRequests;
  /** Notes that the target asks for a longer wait than a run should take, and why nothing more can be sent. It may also be the pace that gives up. */
  giveUp(why: string): void;
  /** Why nothing more can be sent; undefined: something can. */
  givenUp(): string | undefined;
  learned(): LearnedPace | undefined;
  /** What the run waits for just now, in words; none: for nothing but replies. */
  waiting(): readonly string[];
}

/** The extra time between two requests after the first sign of too much; it doubles with each further one. */
const FIRST_SPACING_MS = 20;
const MOST_SPACING_MS = 500;
/** Each request shortens the spacing by a tenth, until it is under a millisecond. */
const RECOVERY = 0.9;

/** How many refusals for a rate lead to a trial without restraint. */
const TRIAL_AFTER_RATES = 12;
/** How many replies of a gateway, or that the target ran out of time, do. */
const TRIAL_AFTER = 5;
/** A request waits this long for its next try where holding back does not help. */
const SHORT_PAUSE_MS = 20;

/** A pace of `rate` requests per second; undefined: no limit. */
export function paceOf(
  rate: number | undefined,
  signal: AbortSignal,
  closeIdle: () => void = () => {},
): Pace {
  const gap = rate === undefined ? 0 : 1000 / rate;
  let next = 0;
  let spacing = 0;
  let slowUntil = 0;
  let resent = 0;
  let overlong: string | undefined;
  const gate = new SessionGate();
  const answers = new Answers();
  const plain = new PlainRequests();
  const throttles = new Map<string, Throttle>();
  const total = new TotalLimit();
  const restraint = new Restraint(TRIAL_AFTER);
  const ofRates = new Restraint(TRIAL_AFTER_RATES);

  function throttle(key: string): Throttle {
    const known = throttles.get(key) ?? new Throttle(ofRates);
    throttles.set(key, known);
    return known;
  }

  const until = (at: number): Promise<void> =>
    sleep(at - performance.now(), undefined, { signal }).catch(() => {});

  /** Waits for a turn of one limit, and for another one where a refusal came meanwhile. */
  async function waitFor(limit: Throttle, burst: boolean, first: number): Promise<void> {
    for (let at = first; at > performance.now() && !signal.aborted;) {
      await until(at);
      if (!limit.isHeld(performance.now())) return;
      at = limit.reserve(performance.now(), burst);
    }
  }

  function turnOf(key: string, burst: boolean): Promise<void> | undefined {
    const limit = throttle(key);
    const now = performance.now();
    const at = limit.reserve(now, burst);
    return at > now ? waitFor(limit, burst, at) : undefined;
  }

  /** The turn that all requests share. */
  function sharedTurn(burst: boolean): Promise<void> | undefined {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + (burst || !restraint.applies ? gap : Math.max(gap, spacing));
    spacing = spacing < 1 ? 0 : spacing * RECOVERY;
    return at > now ? until(at) : undefined;
  }

  function rest(ms: number): void {
    next = Math.max(next, performance.now() + ms);
  }

  /** What one request waits for its next try where it does not hold all others back; undefined: it does. */
  function alone({ applies, isUseless }: Restraint, ms: number): Promise<void> | undefined {
    return applies ? undefined : until(performance.now() + (isUseless ? SHORT_PAUSE_MS : ms));
  }

  function slow(ms: number): Promise<void> | undefined {
    const now = performance.now();
    restraint.refused();
    if (!restraint.applies) return alone(restraint, ms);
    // Replies to requests that were under way together are one sign, not several.
    if (now >= slowUntil) spacing = Math.min(MOST_SPACING_MS, Math.max(FIRST_SPACING_MS, spacing * 2));
    slowUntil = Math.max(slowUntil, now + ms);
    return void rest(ms);
  }

  function learned(): LearnedPace | undefined {
    const [most] = [...throttles.values()].toSorted((a, b) => b.refusals - a.refusals);
    const perSecond = most?.rate;
    const { atOnce } = gate;
    if (resent === 0 && perSecond === undefined && atOnce === Infinity) return undefined;
    return {
      ...(perSecond !== undefined && { perSecond: Number(perSecond.toPrecision(3)) }),
      ...(atOnce !== Infinity && { atOnce }),
      resent,
    };
  }

  return {
    turn(burst = false, key = ANY_KEY) {
      const own = key === ANY_KEY ? undefined : turnOf(key, burst);
      if (own !== undefined) return own.then(() => turnOf(ANY_KEY, burst)).then(() => sharedTurn(burst));
      const all = turnOf(ANY_KEY, burst);
      return all === undefined ? sharedTurn(burst) : all.then(() => sharedTurn(burst));
    },
    rest,
    slow,
    refused(key, sentAt, ms) {
      const now = performance.now();
      const limit = throttle(key);
      overlong ??= total.refused(now);
      limit.refused(now, sentAt, ms);
      return limit.holds ? undefined : alone(ofRates, ms);
    },
    timedOut(ms) {
      overlong ??= total.refused(performance.now());
      return slow(ms);
    },
    async refuseSession(key, ms) {
      const now = performance.now();
      overlong ??= total.refused(now);
      gate.refused(key);
      throttle(key).unserved(now);
      await (alone(gate.restraint, ms) ?? until(now + ms));
      if (gate.restraint.applies) closeIdle();
    },
    pause: (ms) => until(performance.now() + ms),
    served(key) {
      const now = performance.now();
      total.served();
      restraint.served();
      gate.restraint.served();
      throttle(ANY_KEY).served(now);
      if (key !== ANY_KEY) throttle(key).served(now);
    },
    throttle,
    resent: () => void (resent += 1),
    closeIdle,
    gate,
    answers,
    plain,
    giveUp: (why) => void (overlong ??= why),
    givenUp: () => overlong ?? answers.hungTooLong(),
    learned,
    waiting() {
      const now = performance.now();
      const held = Math.max(next, ...[...throttles.values()].map((limit) => limit.heldUntil)) - now;
      return [
        ...(held > 100
          ? [`the target limits how much is sent: the next request goes in ${showDuration(held)}`]
          : []),
        ...answers.waiting(now),
      ];
    },
  };
}
