/** The first requests, and waiting for a target that is just starting, on a clock that only sleeping moves. */
import { beforeEach, expect, test, vi } from 'vitest';
import { clock, elapsed, startClock } from '../../../test/test-helpers/fake-clock.ts';
import type { Outcome } from '../../http/exchange.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { LARKS, refused, reply, runOf, scripted, noReply } from '../suite/test-helpers/scripted.ts';

vi.mock(
  'node:timers/promises',
  async () => (await import('../../../test/test-helpers/fake-clock.ts')).fakeTimers,
);
beforeEach(startClock);

const instances = instancesOf({ for: 'group.server' });
const REFUSED: Outcome = {
  kind: 'no-reply',
  why: 'unreachable',
  detail: 'nothing listens on 127.0.0.1:1',
  hint: 'start the server',
};

/** Refuses connections for four seconds, then is behind a gateway's 503 until ten seconds have passed. */
const coldStart = () =>
  scripted(
    () => LARKS,
    () => {
      if (elapsed() < 4000) return REFUSED;
      return elapsed() < 10_000 ? reply('<h1>soon</h1>', 503) : refused(-10);
    },
  );

test('waits for a target that takes ten seconds to start, then judges it', async () => {
  const { cases } = await runOf(instances, coldStart(), { waitForStartMs: 30_000 });
  expect(cases).toMatchObject([{ verdict: 'pass' }]);
  expect(elapsed()).toBeGreaterThanOrEqual(10_000);
  expect(elapsed()).toBeLessThan(12_000);
});

test('ends the run with the reason if the target takes longer', async () => {
  await expect(runOf(instances, coldStart(), { waitForStartMs: 5000 })).rejects.toThrow(
    'the target the scripted target did not start within 5 s: a gateway or load balancer answers HTTP 503 in its place',
  );
  expect(clock.now).toBeGreaterThan(0);
});

test.each([
  ['nothing listens', REFUSED],
  ['a gateway answers in its place', reply('', 502)],
])('without the option the error suggests it: %s', async (_, outcome) => {
  const target = scripted(
    () => LARKS,
    () => outcome,
  );
  await expect(runOf(instances, target)).rejects.toThrow(
    '; if it is just starting, wait for it with --wait-for-start 30s',
  );
});

test('does not suggest waiting for an unknown host name', async () => {
  const target = scripted(
    () => LARKS,
    () => noReply('unreachable', 'no host nowhere is known'),
  );
  const message = await runOf(instances, target).catch((error: unknown) => String(error));
  expect(message).not.toContain('--wait-for-start');
});

test.each([
  ['an envelope', refused(-10)],
  ['any other reply', reply('<h1>hello</h1>', 404)],
  ['HTTP 429', reply('', 429)],
])('%s ends the waiting at once', async (_, outcome) => {
  const target = scripted(
    () => LARKS,
    (__, index) => (index === 0 ? outcome : refused(-10)),
  );
  const { cases } = await runOf(instances, target, { waitForStartMs: 30_000 });
  expect(cases).toMatchObject([{ verdict: 'pass' }]);
  expect(elapsed()).toBe(0);
});

test('an interrupt ends the waiting', async () => {
  const interrupt = new AbortController();
  const target = scripted(
    () => LARKS,
    () => {
      if (elapsed() > 500) interrupt.abort();
      return REFUSED;
    },
  );
  const { finished } = await runOf(instances, target, { waitForStartMs: 30_000, signal: interrupt.signal });
  expect(finished.partial).toBe('interrupted');
});
