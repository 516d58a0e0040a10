/** Targets that limit what is sent and do not say so: the run slows down, and nothing is accused. */
import type { Stages } from '../simulator/answer/stages.ts';
import type { RefusalCode } from '../src/spec/codes.ts';
import type { Call } from '../src/judge/rules/call.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { onOneEndpoint } from './test-helpers/deep.ts';
import { clock, elapsed, startClock } from './test-helpers/fake-clock.ts';
import { runInProcess } from './test-helpers/in-process-run.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

vi.mock('node:timers/promises', async () => (await import('./test-helpers/fake-clock.ts')).fakeTimers);
beforeEach(startClock);

type Alter = (stages: Stages) => Stages;

const keyOf = ({ key }: Call): string => (key.is === 'known' ? key.value.name : '');
const tokenOf = ({ token, endpoint }: Call): string | undefined =>
  endpoint.variant === 'client' && token.is === 'known' ? token.value.name : undefined;
const declaresLimits = ({ key }: Call): boolean =>
  key.is === 'known' && Object.keys(key.value.limits).length > 0;

/** Refuses calls beyond what the world declares; keys with declared limits keep to those. */
const refusing =
  (refusal: (call: Call) => RefusalCode | undefined): Alter =>
  (stages) => ({
    ...stages,
    admit: (call) => stages.admit(call) ?? (declaresLimits(call) ? undefined : refusal(call)),
  });

/** At most `most` requests of a key in each window, whether refused ones count or not. */
function fixedWindow(most: number, windowMs: number, countsRefused = false): Alter {
  const windows = new Map<string, { since: number; count: number }>();
  return refusing((call) => {
    const { now } = clock;
    let window = windows.get(keyOf(call));
    if (window === undefined || now - window.since >= windowMs)
      windows.set(keyOf(call), (window = { since: now, count: 0 }));
    const isOver = window.count >= most;
    if (!isOver || countsRefused) window.count += 1;
    return isOver ? 'MaxRequestReject' : undefined;
  });
}

/** A bucket for each key, refilled evenly. */
function tokenBucket(perSecond: number, size: number): Alter {
  const buckets = new Map<string, { left: number; at: number }>();
  return refusing((call) => {
    const { now } = clock;
    const bucket = buckets.get(keyOf(call)) ?? { left: size, at: now };
    const left = Math.min(size, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    const isOver = left < 1;
    buckets.set(keyOf(call), { left: isOver ? left : left - 1, at: now });
    return isOver ? 'MaxRequestReject' : undefined;
  });
}

/** One token of a key at a time: another one is refused until the first was not seen for a while; `before`: also one that was never issued. */
function oneSession(idleMs: number, before = false): Alter {
  const sessions = new Map<string, { token: string; at: number }>();
  return refusing((call) => {
    const token = tokenOf(call);
    if (token === undefined && !(before && call.token.is === 'unknown')) return undefined;
    const { now } = clock;
    const held = sessions.get(keyOf(call));
    if (held !== undefined && held.token !== token && now - held.at < idleMs) return 'MaxCCUReject';
    if (token === undefined) return undefined;
    sessions.set(keyOf(call), { token, at: now });
    return undefined;
  });
}

/** Bytes that are not HTTP need a socket. */
const ALL = CASES.filter(({ id }) => !id.startsWith('http/'));
const ON_ONE = onOneEndpoint(ALL, 0);

/** What enforces a limit, how many milliseconds a request may take on average, which share of the cases may be left unverified, and which cases. */
const LIMITS = [
  ['20 requests a second of a key, in windows', () => fixedWindow(20, 1000), 60, 0.01, ON_ONE],
  ['20 requests a second of a key, in a bucket', () => tokenBucket(20, 20), 60, 0.01, ON_ONE],
  ['5 requests a second of a key, one after the other', () => tokenBucket(5, 1), 300, 0.01, ON_ONE],
  ['300 requests a minute of a key, all counted', () => fixedWindow(300, 60_000, true), 150, 0.5, ON_ONE],
  ['one session of a key for half a second', () => oneSession(500), 70, 0.02, ALL],
  ['one session of a key, whether tokens are known or not', () => oneSession(500, true), 70, 0.02, ALL],
  ['one session of a key for ten seconds', () => oneSession(10_000), 250, 0.2, ALL],
] as const;

test.each(LIMITS)(
  'with an undeclared limit of %s nothing fails: most cases pass at a slower pace, the others say what limited them',
  { timeout: 120_000 },
  async (_, limit, msEach, share, instances) => {
    const result = await runInProcess({
      instances,
      served: FILE,
      simulator: { alter: limit(), clock: () => clock.now },
    });
    const { totals, finished, cases } = result;
    expect(totals).toMatchObject({ fail: 0, warn: 1 });
    const unverified = cases.filter(({ verdict }) => verdict === 'error' || verdict === 'skip');
    expect(unverified.filter(({ limited }) => limited !== true).map(({ reason }) => reason)).toEqual([]);
    expect(unverified.length / instances.length).toBeLessThan(share);
    expect(finished.pace?.resent).toBeGreaterThan(0);
    expect(elapsed() / finished.requests).toBeLessThan(msEach);
  },
);
