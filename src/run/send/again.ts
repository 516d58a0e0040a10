/**
 * Every reason to send something again, and how often at most. They multiply, so all of them stand here:
 * `maxRuns` says what those of a case come to at the worst.
 */
import { setTimeout as sleep } from 'node:timers/promises';

interface Again {
  /** What is done again: one request, a look at the target, or a whole case. */
  readonly of: 'request' | 'target' | 'case';
  /** How often it is done at most, the first time included; infinite where time bounds it. */
  readonly tries: number;
  /** Milliseconds before the second try: each further pause is twice as long, up to `maxPauseMs`. Left out: none. */
  readonly pauseMs?: number;
  readonly maxPauseMs?: number;
  /** Nothing else is sent meanwhile. */
  readonly alone?: true;
}

export const AGAIN = {
  /** A closed connection or a time-out: one of them may be the network's. */
  'no reply': { of: 'request', tries: 2 },
  /** A gateway's status, or a limit that serves nothing. */
  busy: { of: 'request', tries: 5, pauseMs: 200, maxPauseMs: 5000 },
  /** The same where any status is right for the request, so that a gateway's may be the answer. */
  'busy, or the answer': { of: 'request', tries: 2, pauseMs: 200, maxPauseMs: 5000 },
  /** A limit that serves others: a request that is refused this often meanwhile is not refused for a rate. */
  limited: { of: 'request', tries: 12, pauseMs: 200, maxPauseMs: 5000 },
  /** The same while the limit serves no other request either. */
  'limited, as all are': { of: 'request', tries: 24, pauseMs: 200, maxPauseMs: 5000 },
  /** A status that firewalls send, to an odd request: is it the same each time? */
  firewall: { of: 'request', tries: 2 },
  /** A step that waits for a limit to end, for as long as its `until`. */
  'until it is served': { of: 'request', tries: Number.POSITIVE_INFINITY, pauseMs: 45 },
  /** Tags that no reading of tagKeys explains: sent twice more, the request follows itself and not another one. */
  'the request before': { of: 'request', tries: 3 },

  /** --wait-for-start. */
  starting: { of: 'target', tries: Number.POSITIVE_INFINITY, pauseMs: 100, maxPauseMs: 1000 },
  /** A gateway answers all of the first requests: it may only be busy for a moment. */
  'gateway at first': { of: 'target', tries: 4, pauseMs: 350 },
  /** Is it an outage, or a quick restart? */
  outage: { of: 'target', tries: Number.POSITIVE_INFINITY, pauseMs: 100 },

  /** A case about a limit whose requests show nothing: a connection was closed on them, or they took too long. */
  spoiled: { of: 'case', tries: 3 },
  /** Where chance has a part in what the server gets, the majority of a fixed number of tries counts. */
  chance: { of: 'case', tries: 15 },
  /** A failure that rests on what was learned: until it fails by the same clause in the same way. */
  'a learned fact': { of: 'case', tries: 4 },
  /** Others sent while a case that needs the target for itself rested: company never decides. */
  company: { of: 'case', tries: 2, alone: true },
  /** As often as the user asks. */
  '--repeat': { of: 'case', tries: Number.POSITIVE_INFINITY },
  /** A failure, for the note whether it fails always: twice, and once more if it did not fail again. */
  failed: { of: 'case', tries: 3, alone: true },
} as const satisfies Record<string, Again>;

export type AgainReason = keyof typeof AGAIN;

/** Milliseconds to wait after this many tries. */
export function pauseAfter(reason: AgainReason, tries: number): number {
  const { pauseMs = 0, maxPauseMs = Number.POSITIVE_INFINITY }: Again = AGAIN[reason];
  return Math.min(maxPauseMs, pauseMs * 2 ** (tries - 1));
}

/** How often a case runs at most where all reasons come together: for itself with --repeat, then to see whether it fails again. */
export const maxRuns = (repeat = 1): number =>
  (repeat * AGAIN.company.tries + AGAIN.failed.tries) *
  Math.max(AGAIN.chance.tries, AGAIN['a learned fact'].tries) *
  AGAIN.spoiled.tries;

/**
 * Does something until it is enough or has been done as often as it may; every result, in their order. `first`: a result that is
 * there already, and is not enough; `signal` ends a pause.
 */
export async function again<T>(
  reason: AgainReason,
  work: () => Promise<T>,
  isEnough: (last: T, all: readonly T[]) => boolean,
  { first, signal }: { readonly first?: T; readonly signal?: AbortSignal } = {},
): Promise<readonly [T, ...T[]]> {
  const results: [T, ...T[]] = [first ?? (await work())];
  let last = results[0];
  while (results.length < AGAIN[reason].tries && (last === first || !isEnough(last, results))) {
    const ms = pauseAfter(reason, results.length);
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
    last = await work();
    results.push(last);
  }
  return results;
}
