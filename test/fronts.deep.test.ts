/** What stands in front of a backend and answers in its place: the run is patient, and no case fails for it. */
import type { Incoming } from '../simulator/answer/incoming.ts';
import type { Encoded, Stages } from '../simulator/answer/stages.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { onOneEndpoint } from './test-helpers/deep.ts';
import { clock, elapsed, startClock } from './test-helpers/fake-clock.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

vi.mock('node:timers/promises', async () => (await import('./test-helpers/fake-clock.ts')).fakeTimers);
beforeEach(startClock);

type Alter = (stages: Stages) => Stages;

const page = (status: number, text = `<h1>${status}</h1>`, headers: readonly string[] = []): Encoded => ({
  status,
  headers: ['Content-Type', 'text/html', ...headers],
  body: text,
});

/** Answers instead of the backend where it has an answer of its own; the backend does not see the request then. */
const front =
  (answer: (incoming: Incoming) => Encoded | undefined): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) => stages.send(answer(incoming) ?? encoded, incoming),
  });

/** HTTP 429 beyond `most` requests a second of all keys together, perhaps with a Retry-After. */
function limiting(most: number, retryAfter?: string): Alter {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return front(() => {
    if (clock.now - since >= 1000) [since, count] = [clock.now, 0];
    count += 1;
    return count > most ? page(429, undefined, retry(retryAfter)) : undefined;
  });
}

const retry = (after: string | undefined): readonly string[] =>
  after === undefined ? [] : ['Retry-After', after];

const ATTACKS = /['<>*]|--|\.\.|%|__proto__|constructor/;

/** Refuses what looks like an attack, with a page or with nothing. */
function firewall(status: number, text: string): Alter {
  return front(({ target, body }) => {
    const all = [target, Buffer.from(body ?? []).toString('latin1')].join('\n');
    return ATTACKS.test(all) ? page(status, text) : undefined;
  });
}

/** Refuses every request. */
const closedTo = (status: number, text: string): Alter =>
  front(() => ({ status, headers: text === '' ? [] : ['Content-Type', 'text/html'], body: text }));

/** Bytes that are not HTTP need a socket. */
const prompt = CASES.filter(({ id }) => !id.startsWith('http/'));
const instances = onOneEndpoint(prompt, 0);
const now = (): number => clock.now;
/** Cases that want many requests at once, which such a gateway does not let pass. */
const NEEDS_BURST =
  /^skip (?:concurrent|limit)\/\S+ (?:needs \d+ requests at once; the target limits us|not verified: something in front of the target limits us)/;

describe('a gateway that answers HTTP 429', () => {
  test.each([
    ['without Retry-After', undefined],
    ['with a Retry-After of a second', '1'],
  ])(
    '%s beyond 100 requests a second: all but bursts pass at its pace',
    { timeout: 300_000 },
    async (_, retryAfter) => {
      const simulator = { alter: limiting(100, retryAfter), clock: now };
      const result = await runInProcess({ instances, served: FILE, simulator });
      // That it limits is one warning for the run.
      expect(troubles(result).filter((line) => !NEEDS_BURST.test(line.replace(': ', ' ')))).toEqual([
        expect.stringMatching(/^warn throughout\/limited/),
      ]);
      expect(elapsed()).toBeLessThan(5 * 60_000);
      // A pace that is not used up is not taken for one that the target bears.
      expect(result.finished.pace?.perSecond).toBeLessThan(140);
    },
  );

  test('with a Retry-After beyond a minute ends the run and says why', async () => {
    const simulator = { alter: limiting(100, '600'), clock: now };
    const result = await runInProcess({ instances, served: FILE, simulator, setup: 'trust' });
    expect(result.finished.partial).toBe(
      'a gateway or load balancer answered HTTP 429 once and asks for no request for 600 s (Retry-After): it limits us; run with a lower --rate or --concurrency',
    );
    expect(result.totals.fail).toBe(0);
    expect(elapsed()).toBeLessThan(60_000);
  });
});

describe('a firewall', () => {
  test.each([
    [403, '<html><h1>Request blocked</h1></html>'],
    [503, ''],
  ])(
    'that answers HTTP %i %j to odd strings: such cases are skipped, none fails, and the run warns',
    { timeout: 300_000 },
    async (status, text) => {
      const simulator = { alter: firewall(status, text), clock: now };
      const result = await runInProcess({ instances, served: FILE, simulator });
      const odd = troubles(result);
      expect(result.totals).toMatchObject({ fail: 0, error: 0 });
      const description = `something in front of the backend refuses it: HTTP ${status} without an envelope`;
      // What the document only discourages warns, and so does the share of a status that gateways send.
      const warns = /^warn (?:path|throughout\/(?:gateway|firewall))/;
      expect(odd.filter((line) => !line.includes(description) && !warns.test(line))).toEqual([]);
      expect(result.totals.skip).toBeGreaterThan(5);
      expect(odd.some((line) => line.startsWith('warn throughout/'))).toBe(true);
    },
  );

  test.each([
    ['', 'every request is answered with HTTP 403, before it reaches the backend'],
    ['<html>no</html>', 'it answers with a page (HTTP 403, text/html)'],
  ])('that refuses plain requests, too, with %j is a fault of the set-up', async (text, description) => {
    const run = runInProcess({
      instances,
      served: FILE,
      simulator: { alter: closedTo(403, text), clock: now },
    });
    await expect(run).rejects.toThrow(description);
  });
});
