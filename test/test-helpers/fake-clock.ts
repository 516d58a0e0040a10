/**
 * A clock that only sleeping moves, in place of node:timers/promises and performance.now:
 * `vi.mock('node:timers/promises', async () => (await import('./fake-clock.ts')).fakeTimers)`.
 */
import { vi } from 'vitest';

const START = 1_000_000;

interface Sleeper {
  readonly end: number;
  readonly wake: () => void;
}

const sleepers: Sleeper[] = [];
/** The time, the length of each sleep, and what is called at the start of one. */
export const clock = { now: START, slept: [] as number[], asleep: (): void => {} };

/** Milliseconds since the clock was started. */
export const elapsed = (): number => clock.now - START;

/** Once nothing else happens, moves the clock to when the first sleeper wakes. */
function tick(): void {
  const [first] = sleepers.toSorted((a, b) => a.end - b.end);
  if (first === undefined) return;
  sleepers.splice(sleepers.indexOf(first), 1);
  clock.now = Math.max(clock.now, first.end);
  first.wake();
  setImmediate(tick);
}

export const fakeTimers = {
  setTimeout: (ms: number, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      clock.slept.push(Math.round(ms));
      const stop = (): void => {
        if (sleepers.includes(sleeper)) sleepers.splice(sleepers.indexOf(sleeper), 1);
        reject(new Error('aborted'));
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve(value);
      };
      const sleeper = { end: clock.now + ms, wake };
      if (signal?.aborted === true) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      sleepers.push(sleeper);
      clock.asleep();
      setImmediate(tick);
    }),
};

/** Starts the clock anew, before each test. */
export function startClock(): void {
  clock.now = START;
  clock.slept = [];
  clock.asleep = () => {};
  sleepers.length = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
}
