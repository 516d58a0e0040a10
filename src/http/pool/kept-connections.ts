/**
 * Tells a server that hangs up on a request from one that closes an idle connection just as a request is sent on it, which is
 * right HTTP. The evidence is how long the target keeps idle connections: as it announces, or as was seen.
 */
import type { WireFault } from '../exchange.ts';

/** Clocks tick coarsely: a connection must have been kept this many times longer than the one that was closed. */
const MARGIN = 2;
/** And this much longer: a busy process closes late, so that a connection lives longer than the server means it to. */
const PAUSE_MS = 50;
/** The longest that a connection is left idle to see whether it is kept, and how long all of them together. */
const LONGEST_REST_MS = 5000;
const ALL_RESTS_MS = 25_000;
const MAX_DOUBTFUL = 1000;

/** A used connection that was closed on a request. */
export interface Closing {
  /** From writing the request before until the close: the connection was idle for less than that. */
  readonly spanMs: number;
  /** How long the server said that it keeps an idle connection. */
  readonly announcedMs: number | undefined;
}

export class KeptConnections {
  #longestMs = 0;
  #doubtful: Closing[] = [];
  #restedMs = 0;

  /** Notes a reply over a connection that had been idle for this long. */
  answeredAfter(idleMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, idleMs);
  }

  closed(closing: Closing): void {
    if (this.#doubtful.length < MAX_DOUBTFUL) this.#doubtful.push(closing);
  }

  /** How long a new connection should rest to show whether it is kept for longer than the closed one was; 0: not at all. */
  restAfter({ spanMs, announcedMs }: Closing): number {
    // Timers drop fractions of a millisecond.
    const needed = Math.ceil(spanMs * MARGIN + PAUSE_MS) + 2;
    const known = this.#isProven({ spanMs, announcedMs });
    if (known || needed > Math.min(LONGEST_REST_MS, ALL_RESTS_MS - this.#restedMs)) return 0;
    this.#restedMs += needed;
    return needed;
  }

  /** The closings that are now known not to be idle time-outs, each once; with `only`, just that one. */
  proven(only?: Closing): readonly WireFault[] {
    if (this.#doubtful.length === 0) return [];
    const proven = this.#doubtful.filter(
      (closing) => (only === undefined || closing === only) && this.#isProven(closing),
    );
    if (proven.length === 0) return [];
    this.#doubtful = this.#doubtful.filter((closing) => !proven.includes(closing));
    return proven.map((closing) => ({ kind: 'hung-up', detail: this.#words(closing) }));
  }

  #isProven({ spanMs, announcedMs }: Closing): boolean {
    return (
      spanMs * MARGIN + PAUSE_MS < this.#longestMs || (announcedMs !== undefined && spanMs < announcedMs)
    );
  }

  #words({ spanMs, announcedMs }: Closing): string {
    const idle = `a connection that was idle for less than ${spokenDuration(spanMs)} was closed on a request without a reply`;
    return announcedMs !== undefined && spanMs < announcedMs
      ? `${idle}; the server announced to keep it for ${spokenDuration(announcedMs)}`
      : `${idle}; others were kept for ${spokenDuration(this.#longestMs)}`;
  }
}

const spokenDuration = (ms: number): string => `${Number(ms.toPrecision(2))} ms`;

const TIMEOUT = /(?:^|[\s,;])timeout\s*=\s*"?([0-9]{1,6})/i;

/** The time in a `Keep-Alive` header, as in `timeout=5, max=100`; undefined: it says none. */
export function announcedKeepAlive(value: string | undefined): number | undefined {
  const seconds = value === undefined ? undefined : TIMEOUT.exec(value)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
