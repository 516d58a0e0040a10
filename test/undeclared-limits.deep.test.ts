/** Targets that limit what is sent and do not say so: the run slows down, and nothing is accused. */
import { beforeEach, expect, test, vi } from 'vitest';
import { clock, elapsed, startClock } from './test-helpers/fake-clock.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { fixedWindow, oneSession, tokenBucket } from './test-helpers/limiters.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

vi.mock('node:timers/promises', async () => (await import('./test-helpers/fake-clock.ts')).fakeTimers);
beforeEach(startClock);

/** Bytes that are not HTTP need a socket. */
const instances = CASES.filter(({ id }) => !id.startsWith('http/'));
const now = (): number => clock.now;
/** Those that meet a declared rate by a burst. */
const RATES = instances.filter(({ id }) => id.startsWith('limit/rate@')).length;
const BURSTS = instances.filter(({ id }) => id.startsWith('concurrent/')).length;

/**
 * The limit, what enforces it, the pace that may be learned, and the most milliseconds for each request on average. The pace
 * at the end depends on how long ago the last refusal was: from a quarter of the limit to twice of it, which is what
 * two windows let pass one after the other.
 */
const LIMITS = [
  ['20 requests a second of a key, in windows', () => fixedWindow(20, 1000, now), [5, 40], 40],
  ['20 requests a second of a key, in a bucket', () => tokenBucket(20, 20, now), [5, 40], 40],
  ['5 requests a second of a key, one after the other', () => tokenBucket(5, 1, now), [1.25, 10], 300],
  ['300 requests a minute of a key, all counted', () => fixedWindow(300, 60_000, now, true), [3, 12], 150],
] as const;

/** Cases that want many requests at once, which such a target does not serve. */
const NEEDS_BURST =
  /^skip (?:concurrent\/|limit\/rate@)\S+ needs (?:a burst of \d+ requests|\d+ requests at once); the target limits /;

/** Not the warning that the target limits, nor a case that a limit leaves unverified. */
const isUnexplained = (line: string): boolean =>
  !line.startsWith('warn throughout/limited') && !NEEDS_BURST.test(line.replace(': ', ' '));

test.each(LIMITS)(
  'a limit of %s, undeclared: all cases but bursts pass at a slower pace',
  { timeout: 120_000 },
  async (_, limit, [least, most], msEach) => {
    const result = await runInProcess({ instances, served: FILE, simulator: { alter: limit(), clock: now } });
    const { requests, pace } = result.finished;
    expect(result.totals).toMatchObject({ fail: 0, warn: 1, error: 0 });
    expect(troubles(result).filter(isUnexplained)).toEqual([]);
    expect(result.totals.skip).toBeLessThanOrEqual(BURSTS);
    expect(pace?.perSecond).toBeGreaterThanOrEqual(least);
    expect(pace?.perSecond).toBeLessThanOrEqual(most);
    expect((pace?.resent ?? 0) / requests).toBeLessThan(0.1);
    expect(elapsed() / requests).toBeLessThan(msEach);
  },
);

test.each([
  ['half a second', 500, 20, false],
  ['half a second, whether tokens are known or not', 500, 40, true],
  ['ten seconds', 10_000, 250, false],
])(
  'one session of a key for %s, undeclared: all cases but bursts pass, one token after the other',
  { timeout: 120_000 },
  async (_, idleMs, msEach, before) => {
    const simulator = { alter: oneSession(idleMs, now, before), clock: now };
    const result = await runInProcess({ instances, served: FILE, simulator });
    expect(result.totals).toMatchObject({ fail: 0, warn: 1, error: 0 });
    expect(troubles(result).filter(isUnexplained)).toEqual([]);
    expect(result.totals.skip).toBeLessThanOrEqual(BURSTS + RATES);
    expect(result.finished.pace).toMatchObject({ atOnce: 1 });
    expect(elapsed() / result.finished.requests).toBeLessThan(msEach);
  },
);
