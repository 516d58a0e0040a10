/** Targets that limit what is sent and do not say so: the run slows down, and nothing is accused. */
import { beforeEach, expect, test, vi } from 'vitest';
import { clock, elapsed, startClock } from './test-helpers/fake-clock.ts';
import { runInProcess } from './test-helpers/in-process-run.ts';
import { fixedWindow, oneSession, tokenBucket } from './test-helpers/limiters.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

vi.mock('node:timers/promises', async () => (await import('./test-helpers/fake-clock.ts')).fakeTimers);
beforeEach(startClock);

/** Bytes that are not HTTP need a socket. */
const instances = CASES.filter(({ id }) => !id.startsWith('http/'));
const now = (): number => clock.now;

/** What enforces a limit, how many milliseconds a request may take on average, and which share of the cases may be left unverified. */
const LIMITS = [
  ['20 requests a second of a key, in windows', () => fixedWindow(20, 1000, now), 60, 0.01],
  ['20 requests a second of a key, in a bucket', () => tokenBucket(20, 20, now), 60, 0.01],
  ['5 requests a second of a key, one after the other', () => tokenBucket(5, 1, now), 300, 0.01],
  ['300 requests a minute of a key, all counted', () => fixedWindow(300, 60_000, now, true), 150, 0.5],
  ['one session of a key for half a second', () => oneSession(500, now, false), 70, 0.02],
  ['one session of a key, whether tokens are known or not', () => oneSession(500, now, true), 70, 0.02],
  ['one session of a key for ten seconds', () => oneSession(10_000, now, false), 250, 0.2],
] as const;

test.each(LIMITS)(
  'with an undeclared limit of %s nothing fails: most cases pass at a slower pace, the others say what limited them',
  { timeout: 120_000 },
  async (_, limit, msEach, share) => {
    const result = await runInProcess({ instances, served: FILE, simulator: { alter: limit(), clock: now } });
    const { totals, finished, cases } = result;
    expect(totals).toMatchObject({ fail: 0, warn: 1 });
    const unverified = cases.filter(({ verdict }) => verdict === 'error' || verdict === 'skip');
    expect(unverified.filter(({ limited }) => limited !== true).map(({ reason }) => reason)).toEqual([]);
    expect(unverified.length / instances.length).toBeLessThan(share);
    expect(finished.pace?.resent).toBeGreaterThan(0);
    expect(elapsed() / finished.requests).toBeLessThan(msEach);
  },
);
