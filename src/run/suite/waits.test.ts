/** The waits of a run, on a clock that only sleeping moves. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clock, startClock } from '../../../test/test-helpers/fake-clock.ts';
import { instancesOf, type Differs } from '../../cases/test-helpers/made.ts';
import type { Outcome } from '../../http/exchange.ts';
import { expand } from '../../cases/format/instance.ts';
import { loadSuite } from '../../cases/format/load-suite.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { restKey } from '../send/key-rest.ts';
import { Pace } from '../send/pace.ts';
import {
  answeringAll,
  caseOf,
  LARKS,
  OTHERS,
  refused,
  runOf,
  scripted,
  tags,
  type Script,
  plainCases,
  ON,
} from './test-helpers/scripted.ts';

vi.mock(
  'node:timers/promises',
  async () => (await import('../../../test/test-helpers/fake-clock.ts')).fakeTimers,
);
beforeEach(startClock);

/** A run begins with this many requests. */
const PREFLIGHT = 3;

const never = new AbortController().signal;
const one = (differs: Differs) => instancesOf({ for: ON, ...differs });

const first =
  (times: number, outcome: Outcome): Script =>
  (_, index) =>
    index < times ? outcome : LARKS;
/** Answers as busy this many times, then correctly. */
const busyFor = (times: number): Script => first(times, refused(-8));
const page = (status: number, headers: readonly (readonly [string, string])[] = []): Outcome => ({
  kind: 'reply',
  status,
  headers: [['Content-Type', 'text/html'], ...headers],
  body: Buffer.from('<h1>no</h1>'),
});

/** What was not answered for load or by a gateway is a warning about the whole run. */
const warnedOf = (word: 'limited' | 'gateway', ofKind: string): object => ({
  case: { id: `throughout/${word}` },
  verdict: 'warn',
  findings: [{ actual: expect.stringContaining(ofKind) }],
});

const wordOf = (name: string) => (/HTTP 50/.test(name) ? 'gateway' : 'limited');

describe('--rate', () => {
  test('spaces requests evenly: those of the preflight, of the first cases and of the last', async () => {
    const times: number[] = [];
    const noted: Script = (request) => {
      times.push(clock.now);
      return caseOf(request) === 'preflight' ? refused(-10) : LARKS;
    };
    const instances = instancesOf(
      { id: 'made/plain', for: ON },
      { id: 'made/first', for: ON, decides: 'codes.returnCode' },
      { id: 'made/last', for: ON, alone: true },
    );
    await runOf(instances, scripted(noted, noted), { rate: 20 });
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps).toEqual([50, 50, 50, 50, 50]);
  });

  test('gives concurrent requests their turns one after the other', async () => {
    const pace = new Pace(10, never);
    const turns = [pace.take(), pace.take(), pace.take()];
    await Promise.all(turns);
    expect(clock.slept).toEqual([100, 200]);
  });

  test('does not make up for unused time', async () => {
    const pace = new Pace(10, never);
    await pace.take();
    clock.now += 5000;
    await pace.take();
    await pace.take();
    expect(clock.slept).toEqual([100]);
  });

  test('applies to repeated requests', async () => {
    const times: number[] = [];
    const script: Script = (_, index) => {
      times.push(clock.now);
      return index < 1 ? refused(-8) : LARKS;
    };
    await runOf(plainCases(1), scripted(script), { rate: 1 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(1000);
  });
});

test('a target that hangs and refuses is waited for no longer than three minutes in all', () => {
  const pace = new Pace(undefined, new AbortController().signal);
  pace.hung(performance.now() - 100_000);
  pace.refused(70_000);
  expect(pace.gaveUp).toBeUndefined();
  pace.refused(90_000);
  expect(pace.gaveUp).toBe(
    'the target did not answer 1 request and refused 2 requests, and waiting for it took 3 min 10 s in all; run with a lower --rate, or run only a part of the cases (--only)',
  );
});

test('a target that only hangs is said to do just that', () => {
  const pace = new Pace(undefined, never);
  pace.hung(performance.now() - 200_000);
  expect(pace.gaveUp).toBe(
    'the target did not answer 1 request, and waiting for it took 3 min 20 s in all; mend it, or run only a part of the cases (--only)',
  );
});

test.each([
  ['every second request', 1, true],
  ['one request of ten', 9, undefined],
])('a target that refuses %s: whether slowing down helped', (_, answers, inVain) => {
  const pace = new Pace(undefined, never);
  for (let row = 0; row < 40; row += 1) {
    pace.refused(5000);
    for (let answer = 0; answer < answers; answer += 1) pace.served(5);
  }
  expect(pace.learned?.inVain).toBe(inVain);
  expect(pace.gaveUp).toBeUndefined();
  pace.refused(200_000);
  expect(pace.gaveUp?.includes('slowing down did not help: its log says what it refuses')).toBe(
    inVain === true,
  );
});

test.each([
  ['MaxRequestReject', refused(-8)],
  ['MaxCCUReject', refused(-7)],
  ['OperationTimeout', refused(-1)],
  ['HTTP 429', page(429)],
  ['HTTP 502', page(502)],
  ['HTTP 503', page(503)],
  ['HTTP 504', page(504)],
])('%s slows the run down, and the later answer counts', async (name, outcome) => {
  const { cases, finished } = await runOf(plainCases(1), scripted(first(2, outcome)));
  expect(cases).toMatchObject([{ verdict: 'pass' }, warnedOf(wordOf(name), `1 of 4 requests (25 %)`)]);
  expect(cases[1]?.findings[0]?.actual).toContain(`1 ${name}`);
  expect(finished.requests).toBe(3 + PREFLIGHT);
  expect(clock.slept).toEqual([200, 400]);
});

test.each<readonly [name: string, outcome: Outcome, reason: string]>([
  [
    'MaxRequestReject',
    refused(-8),
    'the target answered MaxRequestReject 5 times: it limits us; run with a lower --rate or --concurrency, or declare the limits of the key',
  ],
  [
    'HTTP 429',
    page(429),
    'a gateway or load balancer answered HTTP 429 5 times: it limits us; run with a lower --rate or --concurrency',
  ],
  [
    'HTTP 504',
    page(504),
    'a gateway or load balancer answered HTTP 504 5 times: is the backend behind it running? if it is only busy, run with a lower --rate or --concurrency',
  ],
])(
  '%s five times, with growing pauses, leaves an error that says what to do',
  async (name, outcome, reason) => {
    const script: Script = (request) => (caseOf(request) === 'made/case-1@group.server' ? outcome : LARKS);
    const target = scripted(script);
    const ran = await runOf(plainCases(2), target);
    expect(ran.cases).toMatchObject([
      { verdict: 'error', findings: [], reason },
      { verdict: 'pass' },
      warnedOf(wordOf(name), `1 ${name}`),
    ]);
    expect(target.sent.filter((each) => caseOf(each) === 'made/case-1@group.server')).toHaveLength(5);
    expect(ran.finished.partial).toBe('');
    expect(ran.outcome.stoppedAnswering).toBe(false);
    expect(clock.slept.slice(0, 4)).toEqual([200, 400, 800, 1600]);
  },
);

describe('a busy target without a declared limit', () => {
  test('pauses the requests of all cases', async () => {
    const times = new Map<string, number>();
    const script: Script = (request, index) => {
      times.set(caseOf(request), clock.now);
      return caseOf(request) === 'made/case-1@group.server' && index === 0 ? refused(-8) : LARKS;
    };
    await runOf(plainCases(3), scripted(script), { concurrency: 1 });
    expect(times.get('made/case-3@group.server')).toBeGreaterThanOrEqual(1_000_200);
  });

  test('confirms no failure: a case whose repeat it refuses is not confirmed', async () => {
    const script: Script = (_, index) => (index === 0 ? OTHERS : refused(-1));
    const { cases } = await runOf(plainCases(1), scripted(script), { confirm: true });
    expect(cases[0]).toMatchObject({ verdict: 'fail', confirmation: 'not-tried' });
  });

  test('ends the run with a reason if it refuses everything for twenty seconds', async () => {
    const { cases, finished, outcome } = await runOf(plainCases(50), scripted(busyFor(999)));
    expect(cases.length).toBeLessThan(13);
    expect(cases.filter(({ verdict }) => verdict !== 'error')).toMatchObject([
      warnedOf('limited', 'MaxRequestReject'),
    ]);
    expect(finished.partial).toMatch(
      /^the target refused \d+ requests, and waiting for it took (?:1[89]|2\d)\.\d s in all; wait a minute, run with a lower --rate, or /,
    );
    expect(outcome.stoppedAnswering).toBe(true);
  });

  test.each<readonly [why: string, differs: Differs, judged: object]>([
    [
      'the case provokes the refusal',
      { expect: { reply: 'refused', code: 'MaxRequestReject' } },
      { verdict: 'pass' },
    ],
    [
      'the key declares its limits',
      { given: { key: { limit: 'rate' } } },
      { verdict: 'fail', findings: [{ kind: 'wrong-outcome' }] },
    ],
  ])('is judged at once if %s', async (_, differs, judged) => {
    const { cases, finished } = await runOf(one(differs), scripted(busyFor(99)));
    expect(cases).toMatchObject([judged]);
    expect(finished.requests).toBe(1 + PREFLIGHT);
  });
});

describe('a gateway that answers in place of the backend', () => {
  test.each([400, 401, 403, 404, 500])('with HTTP %i is judged at once', async (status) => {
    const { cases, finished } = await runOf(plainCases(1), scripted(first(9, page(status))));
    expect(cases).toMatchObject([{ verdict: 'fail', findings: [{ kind: 'status' }] }]);
    expect(finished.requests).toBe(1 + PREFLIGHT);
  });

  test.each([
    ['3', 3000],
    ['0', 200],
    ['600', 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ])('and asks to retry after %s is repeated after %i ms', async (after, ms) => {
    await runOf(plainCases(1), scripted(first(1, page(503, [['Retry-After', after]]))));
    expect(clock.slept).toEqual([ms]);
  });

  test('is asked more slowly for a while, with shrinking pauses between requests', async () => {
    const times: number[] = [];
    const script: Script = (request, index) => {
      times.push(clock.now);
      return caseOf(request) === 'made/case-1@group.server' && index < 2 ? page(503) : LARKS;
    };
    await runOf(plainCases(60), scripted(script));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.slice(0, 2)).toEqual([200, 400]);
    expect(gaps.slice(2, 5).map(Math.round)).toEqual([20, 20, 19]);
    expect(gaps.at(-1)).toBeLessThan(10);
  });

  test('proves nothing for a case about a limit, and is not asked again', async () => {
    const wanted = { expect: { reply: 'refused', code: 'MaxRequestReject' } };
    const { cases, finished } = await runOf(one(wanted), scripted(first(9, page(429))));
    expect(cases).toMatchObject([
      {
        verdict: 'error',
        reason:
          'a gateway or load balancer answered HTTP 429 once: it limits us; run with a lower --rate or --concurrency',
      },
    ]);
    expect(finished.requests).toBe(1 + PREFLIGHT);
  });

  test('four times in a row is no answer to a request with another method', async () => {
    const expected = [
      { when: 'OperationInvalid', reply: 'refused', code: 'OperationInvalid' },
      { when: 'another status', reply: 'http', status: 'any' },
    ];
    const instances = one({ send: { method: 'GET' }, decides: 'method.other', expect: expected });
    const script: Script = (_, index) => (index < 4 ? page(503) : refused(-4));
    const { cases } = await runOf(
      instances,
      scripted(script, () => refused(-10)),
    );
    expect(cases).toMatchObject([{ verdict: 'pass' }, warnedOf('gateway', '1 HTTP 503')]);
    expect(clock.slept).toEqual([200, 400, 800, 1600]);
  });

  test('to plain requests as well is no firewall that refuses an odd one', async () => {
    const odd = { id: 'made/odd', for: ON, send: { headers: { set: { Accept: '<script>' } } } };
    const limited = new Set([0, 1, 3, 4]);
    const script: Script = (_, index) => (limited.has(index) ? page(503) : LARKS);
    const { cases } = await runOf([...plainCases(1), ...instancesOf(odd)], scripted(script));
    expect(cases).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'pass' },
      warnedOf('gateway', '2 HTTP 503'),
    ]);
  });

  test.each<readonly [what: string, control: Outcome, verdict: string]>([
    ['and judged if the target answers others', refused(-10), 'pass'],
    ['and an error if the target answers no other', page(503), 'error'],
  ])('is asked four times more if any status is right, %s', async (_, control, verdict) => {
    const preflightReply: Script = (__, index) => (index < 3 ? refused(-10) : control);
    const target = scripted(() => page(503), preflightReply);
    const { cases } = await runOf(one({ expect: { reply: 'http' } }), target);
    expect(cases[0]).toMatchObject({ verdict });
    expect(target.sent.filter((request) => caseOf(request) !== 'preflight')).toHaveLength(5);
  });
});

test.each([
  ['the pause of a busy target', plainCases(1)],
  [
    'the waiting of a step until it is served',
    one({ given: { key: { limit: 'rate' } }, steps: [{ until: 3000 }] }),
  ],
  ['the rest of a key', one({ given: { key: { limit: 'rate' } }, steps: [{}, { idle: true }] })],
])('an interrupt ends %s', async (_, instances) => {
  const interrupt = new AbortController();
  clock.asleep = () => interrupt.abort();
  const target = scripted(busyFor(99));
  const { finished } = await runOf(instances, target, { signal: interrupt.signal, fresh: false });
  expect(finished).toMatchObject({ partial: 'interrupted', totals: { error: 0 } });
  expect(clock.now).toBe(1_000_000);
});

/** A declared limit explains only refusals by that limit. */
test.each([
  ['MaxRequestReject', -8, 'sessions'],
  ['OperationTimeout', -1, 'sessions'],
  ['MaxCCUReject', -7, 'rate'],
  ['OperationTimeout', -1, 'rate'],
])('%s (%i) of a key that declares another limit slows the run down', async (name, code, limit) => {
  const ann = tags(['vip', 'gold'], ['guild', 'larks']);
  const script: Script = (__, index) => (index === 0 ? refused(code) : ann);
  const instances = instancesOf({ for: 'gamePlayer.client', given: { key: { limit } } });
  const { cases } = await runOf(instances, scripted(script));
  expect(cases).toMatchObject([{ verdict: 'pass' }, warnedOf('limited', `1 ${name}`)]);
  expect(clock.slept).toEqual([200]);
});

describe('until', () => {
  const until = (ms: number): Differs => ({ given: { key: { limit: 'rate' } }, steps: [{ until: ms }] });

  test('repeats the request with growing pauses while the target is busy', async () => {
    const { cases, finished } = await runOf(one(until(3000)), scripted(busyFor(4)));
    expect(cases).toMatchObject([{ verdict: 'pass' }]);
    expect(finished.requests).toBe(5 + PREFLIGHT);
    expect(clock.slept).toEqual([45, 90, 180, 360]);
  });

  test('judges the last reply when the time is over', async () => {
    const { cases, finished } = await runOf(one(until(500)), scripted(busyFor(99)));
    expect(cases).toMatchObject([{ verdict: 'fail' }]);
    expect(clock.slept).toEqual([45, 90, 180, 185]);
    expect(finished.requests).toBe(5 + PREFLIGHT);
  });

  test('judges any other reply at once', async () => {
    const { finished } = await runOf(one(until(500)), answeringAll(refused(-2)));
    expect(finished.requests).toBe(1 + PREFLIGHT);
  });
});

describe('a step that needs an idle key', () => {
  const idle: Differs = { given: { key: { limit: 'rate' } }, steps: [{}, { idle: true }] };

  test('waits until the key has been idle for longer than a second', async () => {
    await runOf(one(idle), answeringAll(LARKS));
    expect(clock.slept).toEqual([1100]);
  });

  test('counts the start of the run as a use, unless the target has just been started', async () => {
    const use: Differs = { given: { key: { limit: 'rate' } }, steps: [{ idle: true }] };
    await runOf(one(use), answeringAll(LARKS), { fresh: true });
    expect(clock.slept).toEqual([]);
    await runOf(one(use), answeringAll(LARKS), { fresh: false });
    expect(clock.slept).toEqual([1100]);
  });

  test('waits only for the remaining time, and only for its key', async () => {
    const of = new Map([['one', new Map([['', performance.now()]])]]);
    const uses = { since: Number.NEGATIVE_INFINITY, of };
    clock.now += 800;
    await restKey({ name: 'other', limits: {} }, [], uses, never);
    await restKey(undefined, [], uses, never);
    await restKey({ name: 'one', limits: {} }, [], uses, never);
    expect(clock.slept).toEqual([300]);
  });
});

describe('sessions', () => {
  const TAGS_OF_ANN = tags(['vip', 'gold'], ['guild', 'larks']);
  const OVER = expand(loadSuite(['suites/7.1-return-codes.yaml'])).filter(({ id }) =>
    /^limit\/sessions(-over)?@gamePlayer\.client$/.test(id),
  );

  /** Serves two tokens at a time; a session lasts for a second from its last request. `slow`: which requests take six seconds. */
  function twoSessions(isSlow: (name: string, index: number) => boolean = () => false) {
    const seen = new Map<string, number>();
    return scripted(async (request, index) => {
      const header = request.headers.find(([name]) => name === 'Auth-Token')?.[1];
      const token = typeof header === 'object' ? header.secret : '';
      for (const [known, at] of seen) if (clock.now - at >= 1000) seen.delete(known);
      if (!seen.has(token) && seen.size >= 2) return refused(-7);
      seen.set(token, clock.now);
      if (isSlow(caseOf(request), index)) await sleep(6000);
      return TAGS_OF_ANN;
    });
  }

  test('are waited for once, by the case about their end', async () => {
    const { cases } = await runOf(OVER, twoSessions(), { fresh: true });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    expect(clock.slept).toEqual([1100]);
  });

  test('of a run before are waited for, too', async () => {
    const target = twoSessions();
    await runOf(OVER, target, { fresh: true });
    const { cases } = await runOf(OVER, target, { fresh: false });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  });

  test('that ended while a reply took long are tried again', async () => {
    const once = twoSessions((name, index) => name.startsWith('limit/sessions@') && index === 1);
    const { cases } = await runOf(OVER.slice(0, 1), once);
    expect(cases).toMatchObject([{ verdict: 'pass' }]);
  });

  test('that always end before the next reply show nothing', async () => {
    const { cases } = await runOf(
      OVER.slice(0, 1),
      twoSessions((name) => name.startsWith('limit/')),
    );
    expect(cases).toMatchObject([
      { verdict: 'skip', reason: expect.stringContaining('replies took so long') },
    ]);
  });
});

/** A request that is held up on its way reaches the limiter only just before its reply. */
describe('a request that takes six seconds', () => {
  const PER_SECOND = 5;
  const RATE = { given: { key: { limit: 'rate' } }, alone: true } as const;

  /** Counts what it serves within a second. `slow`: which request of the case is held up, before or after it is counted. */
  function limiting(slow: {
    readonly case: string;
    readonly index: number;
    readonly counted: 'before' | 'after';
  }) {
    const served: number[] = [];
    const count = (): Outcome => {
      if (served.filter((at) => clock.now - at < 1000).length >= PER_SECOND) return refused(-8);
      served.push(clock.now);
      return LARKS;
    };
    return scripted(async (request, index) => {
      if (!caseOf(request).startsWith(slow.case) || index !== slow.index) return count();
      const early = slow.counted === 'before' ? count() : undefined;
      await sleep(6000);
      return early ?? count();
    });
  }

  const within = { times: PER_SECOND, together: true, idle: true };

  test('counts from its reply where the key has to rest', async () => {
    const instances = instancesOf(
      { id: 'made/first', for: ON, ...RATE, steps: [within] },
      { id: 'made/second', for: ON, ...RATE, steps: [within] },
    );
    const { cases } = await runOf(instances, limiting({ case: 'made/first', index: 2, counted: 'after' }));
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  });

  test('is sent again where it was refused before the time was over', async () => {
    const steps = [within, { until: 3000 }];
    const { cases } = await runOf(
      one({ id: 'made/slow', ...RATE, steps }),
      limiting({ case: 'made/slow', index: PER_SECOND, counted: 'before' }),
    );
    expect(cases).toMatchObject([{ verdict: 'pass' }]);
  });
});
