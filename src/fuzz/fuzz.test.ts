import { describe, expect, test } from 'vitest';
import type { Request } from '../http/request.ts';
import type { Exchange, Transport } from '../http/exchange.ts';
import type { InProcessReply } from '../../mutants/harness/in-process.ts';
import { ENDPOINT_IDS } from '../spec/endpoints.ts';
import { redactExchange } from '../report/record/redact.ts';
import type { FuzzOptions, FuzzOutcome } from './fuzz.ts';
import { keysNamed } from './trials/step.ts';
import {
  answering,
  altering,
  fuzzed,
  failing,
  headerOf,
  mutating,
  nobody,
  plain,
  REDACTION,
  silentAfter,
} from './test-helpers/made.ts';

interface Recorded {
  readonly outcome: FuzzOutcome;
  /** All that was sent but for the preflight, in its order. */
  readonly sent: readonly Request[];
}

const nameOf = ({ headers }: Request): string => String(headers.find(([name]) => name === 'User-Agent')?.[1]);
const textOf = (request: Request): string =>
  JSON.stringify({ ...request, body: request.body && Buffer.from(request.body).toString('base64') });

async function recorded(changes: Partial<FuzzOptions>, transport = plain()): Promise<Recorded> {
  const sent: Request[] = [];
  const recording = (to: Transport): Transport => ({
    send: (request, signal) => {
      if (!nameOf(request).includes('preflight')) sent.push(request);
      return to.send(request, signal);
    },
    single: () => recording(to.single()),
    close: () => to.close(),
  });
  const outcome = await fuzzed(recording(transport), changes);
  return { outcome, sent };
}

const multiset = ({ sent }: Recorded): readonly string[] => sent.map(textOf).toSorted();

describe('the requests of a run follow from its seed', () => {
  const RUNS = 400;
  const first = recorded({ concurrency: 1, runs: RUNS });

  test('with many at once they are the same', async () => {
    const other = await recorded({ concurrency: 16, runs: RUNS });
    expect(multiset(other)).toEqual(multiset(await first));
  });

  test('all of it is told', async () => {
    const { outcome, sent } = await first;
    expect(outcome.requests).toBe(sent.length);
    expect(outcome.succeeded).toEqual(new Set(ENDPOINT_IDS));
    expect([outcome.partial, outcome.failures, outcome.stoppedAnswering]).toEqual(['', [], false]);
  });
});

describe('a budget bounds all that is sent', () => {
  test.each([
    ['one cause', 300, (reply: InProcessReply) => failing(reply)],
    ['many causes', 77, (reply: InProcessReply) => answering(reply, { returnCode: 1 })],
  ] as const)('with %s, of %i requests', async (_, runs, alter) => {
    const { outcome, sent } = await recorded({ runs }, altering(alter));
    expect(sent.length).toBeLessThanOrEqual(runs);
    expect(outcome.requests).toBe(sent.length);
    expect(outcome.failures.length).toBeGreaterThan(0);
    expect(outcome.failures.filter(({ repeats: { of } }) => of === 4).length).toBeGreaterThan(0);
    expect([...outcome.notJudged]).toEqual([]);
  });

  test('what is found first near the end is confirmed, too', async () => {
    let asked = 0;
    const plainKeys = new Set<string | undefined>();
    const late = altering((reply, request) => {
      asked += 1;
      const key = headerOf(request, 'Secret-Key');
      if (asked < 30) plainKeys.add(key);
      return asked > 640 && !plainKeys.has(key) ? failing(reply) : reply;
    });
    const { outcome, sent } = await recorded({ runs: 700 }, late);
    expect(sent.length).toBeLessThanOrEqual(700);
    expect(outcome.failures.length).toBeGreaterThan(0);
    expect(outcome.failures.filter(({ repeats: { failed, of } }) => failed !== 4 || of !== 4)).toEqual([]);
  });

  test('repeats of what gets no reply are within it, and are counted over the run', async () => {
    let asked = 0;
    const closing = altering((reply) => {
      asked += 1;
      if (asked > 40 && asked % 2 === 0) throw new Error('closed');
      return reply;
    });
    const { outcome, sent } = await recorded({ runs: 200, concurrency: 1 }, closing);
    expect(sent.length).toBeLessThanOrEqual(200);
    expect([outcome.partial, [...outcome.notJudged]]).toEqual(['', []]);
    expect(outcome.failures).toEqual([]);
    expect(
      outcome.tally.total((exchange) => redactExchange({ label: '', exchange }, REDACTION), false),
    ).toMatchObject({
      tallies: [{ word: 'hung-up', kinds: [['closed', expect.any(Number)]] }],
    });
  });

  const HANGING = new Promise<never>(() => {});

  test.concurrent('time bounds a request that hangs, and says that nothing was answered any more', async () => {
    let asked = 0;
    const silent = altering((reply) => ((asked += 1) > 100 ? HANGING : reply));
    const { outcome } = await recorded({ runs: undefined, timeMs: 2000 }, silent);
    expect(outcome.cutShort).toMatchObject({ trials: 4, nothingAnswered: true });
    expect(outcome.failures).toEqual([]);
  });

  test.concurrent('time bounds a request that hangs while others are answered', async () => {
    let asked = 0;
    const once = altering((reply) => ((asked += 1) === 100 ? HANGING : reply));
    const { outcome } = await recorded({ runs: undefined, timeMs: 2000 }, once);
    expect(outcome.cutShort).toMatchObject({ trials: 1, nothingAnswered: false });
    expect([...outcome.notJudged]).toEqual([]);
  });

  test.concurrent('time bounds confirming and shrinking', async () => {
    const slow = altering(async (reply) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return answering(reply, { returnCode: 1 });
    });
    const changes = { runs: undefined, timeMs: 800 } as const;
    const { outcome } = await recorded(changes, slow);
    expect(outcome.failures.length).toBeGreaterThan(0);
    expect(outcome.failures.filter(({ ended }) => ended !== 'smallest').length).toBeGreaterThan(0);
    expect([...outcome.notJudged]).toEqual([]);
  });
});

describe('a run that is ended', () => {
  /** Loses a tag of every success. */
  const losing = (): Transport =>
    altering((reply) => answering(reply, { returnCode: 1, parameters: { errorCode: 1 } }));

  test('by the user tells what was found till then', async () => {
    const abort = new AbortController();
    let told = 0;
    const { outcome, sent } = await recorded(
      {
        signal: abort.signal,
        runs: undefined,
        watch: () => {
          told += 1;
          if (told === 50) abort.abort();
          return true;
        },
      },
      losing(),
    );
    expect(outcome.partial).toBe('interrupted');
    expect(outcome.failures.length).toBeGreaterThan(0);
    expect(outcome.failures.every(({ ended }) => ended === 'not shrunk')).toBe(true);
    expect(outcome.failures.every(({ repeats }) => repeats.of === 0)).toBe(true);
    expect(sent.length).toBeLessThan(200);
  });

  test('by the watcher is made small nonetheless', async () => {
    const { outcome } = await recorded({ watch: ({ buckets }) => buckets === 0 }, losing());
    expect(outcome.partial).toBe('enough was found');
    expect(outcome.failures[0]?.ended).toBe('smallest');
  });

  test('by the clock begins no further trial', async () => {
    const { outcome } = await recorded({ timeMs: 0, runs: undefined });
    expect(outcome.tested.size).toBe(0);
  });
});

describe('a target that goes away', () => {
  test('before the first request is an error that a user can mend', async () => {
    await expect(fuzzed(nobody())).rejects.toMatchObject({ code: 'unreachable' });
  });

  test.concurrent.each([
    ['in the middle', 300],
    ['with the last requests that are generated', 398],
    ['while failures are made small', 440],
  ] as const)('%s is asked no more, and what was on its way is suspected', async (_, most) => {
    const wrong = altering((reply) => answering(reply, { returnCode: -3 }));
    const { transport, asked } = silentAfter(wrong, most, 'timeout');
    const outcome = await fuzzed(transport, { runs: 600 });
    expect(outcome.partial).toMatch(/^the target stopped answering after \d+ answered requests: timeout$/);
    expect(outcome.stoppedAnswering).toBe(true);
    expect(outcome.suspects.length).toBeGreaterThan(0);
    expect(outcome.suspects.length).toBeLessThanOrEqual(4);
    // Each worker may have a dozen requests under way at once; the control request goes six times within two seconds.
    expect(asked() - most).toBeLessThan(70);
    expect(outcome.failures.filter(({ repeats: { failed, of } }) => failed < of)).toEqual([]);
  });

  test('in the middle and answers all with a failure ends the run, too', async () => {
    let served = 0;
    const broken = altering((reply) => {
      served += 1;
      return served > 300 ? answering(reply, { returnCode: -3 }) : reply;
    });
    const { outcome, sent } = await recorded({ runs: 5000 }, broken);
    expect(outcome.partial).toContain('the backend changes its state');
    expect(sent.length).toBeLessThan(1000);
  });
});

/** Answers with the reply to another request where several are under way. */
function mixingUp(to = plain()): Transport {
  const underWay = new Set<symbol>();
  let last: Exchange['outcome'] | undefined;
  return {
    ...to,
    send: async (request, signal) => {
      const one = Symbol(nameOf(request));
      underWay.add(one);
      const exchange = await to.send(request, signal);
      await new Promise((resolve) => setImmediate(resolve));
      const outcome = underWay.size > 1 ? (last ?? exchange.outcome) : exchange.outcome;
      last = exchange.outcome;
      underWay.delete(one);
      return { ...exchange, outcome };
    },
  };
}

test('a backend that mixes up requests under way is not one that changes its state', async () => {
  const { outcome, sent } = await recorded({ runs: 1000, concurrency: 8 }, mixingUp());
  expect(outcome.partial).not.toContain('changes its state');
  expect(outcome.failures.length).toBeGreaterThan(0);
  expect(sent.length).toBeGreaterThan(900);
});

describe('a backend that changes what it serves', () => {
  test.each([1, 8])(
    'comes first, with the last right and the first wrong reply: %i at once',
    async (concurrency) => {
      const { outcome } = await recorded({ runs: 4000, concurrency }, mutating());
      expect(outcome.partial).toContain('the backend changes its state');
      const [first, ...others] = outcome.failures;
      expect(first).toMatchObject({ property: 'history', key: '1/read-only differs' });
      const [good, bad] = first?.tried.judged ?? [];
      expect(good?.planned.step).toEqual(bad?.planned.step);
      expect([good?.judgement.findings.length, bad?.judgement.findings.length]).toEqual([0, 1]);
      expect(others).toEqual([]);
      const named = first?.between?.flatMap(({ steps }) => steps.map(keysNamed)) ?? [];
      expect(named.filter(({ length }) => length > 1).length).toBeGreaterThan(0);
    },
  );

  test('is not suspected where it only fails at random', async () => {
    let count = 0;
    const flaky = altering((reply) => ((count += 1) % 3 === 0 ? failing(reply) : reply));
    const { outcome } = await recorded({ runs: 700 }, flaky);
    expect(outcome.partial).toBe('');
    expect(outcome.failures.length).toBeGreaterThan(1);
  });
});
