/** Requests that got no answer when they were first sent, as a run reports them. */
import { expect, test } from 'vitest';
import type { Exchange, Outcome } from '../../http/exchange.ts';
import type { RedactedExchange } from '../../report/record/events.ts';
import { unansweredEvents } from '../../report/record/unanswered-events.ts';
import { stretchesOf, Tally } from './tally.ts';

const REQUEST = {
  endpoint: 'group.server',
  method: 'POST',
  path: '/',
  headers: [],
  body: undefined,
} as const;
const SHOWN: RedactedExchange = {
  step: '',
  request: { start: '', headers: [], body: '', bytes: 0 },
  ms: 0,
  curl: '',
};
const page = (status: number, body = ''): Outcome => ({
  kind: 'reply',
  status,
  headers: [],
  body: Buffer.from(body),
});
const OK = page(200, '{"returnCode":-10}');
const none = (why: 'timeout' | 'closed' | 'unreachable' | 'aborted', more: object = {}): Outcome => ({
  kind: 'no-reply',
  why,
  detail: '',
  ...more,
});
const many = (count: number, outcome: Outcome): readonly Outcome[] =>
  Array.from({ length: count }, () => outcome);

/** So many requests at once get these outcomes, then the next ones. */
function tallied(outcomes: readonly Outcome[], atOnce = 1): Tally {
  const tally = new Tally();
  for (let at = 0; at < outcomes.length; at += atOnce) {
    const some = outcomes
      .slice(at, at + atOnce)
      .map((outcome) => ({ outcome, sent: tally.begin('', REQUEST) }));
    for (const { outcome, sent } of some) {
      const exchange: Exchange = { request: REQUEST, outcome, ms: 1 };
      tally.end(sent, exchange, true);
    }
  }
  return tally;
}

const reported = (tally: Tally, isOutage = false): readonly string[] =>
  unansweredEvents(
    tally.total(() => SHOWN, isOutage),
    0,
  ).map(({ case: { id }, verdict, findings }) => `${verdict} ${id}: ${findings[0]?.actual ?? ''}`);

test.each<readonly [what: string, outcomes: readonly Outcome[], atOnce: number, said: readonly string[]]>([
  ['all are answered', many(9, OK), 1, []],
  [
    'two are missing: the network may be to blame',
    [...many(20, OK), none('closed'), ...many(20, OK), none('timeout'), ...many(20, OK)],
    1,
    ['warn throughout/hung-up: 2 of 62 requests (3.2 %) got no reply at first: 1 closed, 1 timed out'],
  ],
  [
    'three are missing, and others are answered in between',
    [none('closed'), OK, OK, none('closed'), OK, OK, none('closed'), OK].flatMap((each) => [each, OK]),
    1,
    ['fail throughout/hung-up: 3 of 16 requests (19 %) got no reply at first: 3 closed'],
  ],
  [
    'many are missing at one time, as by a restart',
    [...many(32, OK), ...many(16, none('closed')), ...many(32, OK)],
    16,
    ['warn throughout/hung-up: 16 of 80 requests (20 %) got no reply at first: 16 closed'],
  ],
  [
    'every second one is missing, and answered when it is sent again',
    many(40, OK).flatMap((each) => [each, none('closed')]),
    16,
    ['fail throughout/hung-up: 40 of 80 requests (50 %) got no reply at first: 40 closed'],
  ],
  [
    'some time out, which is noticed together',
    Array.from({ length: 300 }, (_, at) => (at % 100 === 0 ? none('timeout') : OK)),
    300,
    ['fail throughout/hung-up: 3 of 300 requests (1 %) got no reply at first: 3 timed out'],
  ],
  [
    'a gateway answers',
    [OK, page(502), page(503), OK],
    1,
    [
      'warn throughout/gateway: 2 of 4 requests (50 %) were answered by a gateway or load balancer in place of the backend: 1 HTTP 502, 1 HTTP 503',
    ],
  ],
  [
    'the run was ended, or this machine is at fault',
    [none('aborted'), none('unreachable', { own: true })],
    1,
    [],
  ],
])('%s', (_, outcomes, atOnce, said) => {
  expect(reported(tallied(outcomes, atOnce))).toEqual(said);
});

test('an outage that ended the run is reported as such, and not here', () => {
  expect(reported(tallied([OK, ...many(4, none('closed'))]), true)).toEqual([]);
});

test('a reply that comes after the time-out is late, not missing', async () => {
  const tally = tallied([OK, ...many(3, none('timeout', { later: Promise.resolve(true) })), OK]);
  await tally.settled(new AbortController().signal);
  expect(reported(tally)).toEqual([
    'warn throughout/late: 3 of 5 requests (60 %) were answered after the time-out',
  ]);
});

test('a reply that is still waited for at the end breaks nothing', () => {
  const open = many(5, none('timeout', { later: new Promise(() => {}) }));
  expect(reported(tallied([...open, OK]))).toEqual([
    expect.stringMatching(/^warn throughout\/hung-up: 5 of 6 .*: 5 still waited for at the end$/),
  ]);
});

test.each<readonly [numbers: readonly number[], window: number, stretches: number]>([
  [[], 64, 0],
  [[7], 64, 1],
  [[7, 9, 70], 64, 1],
  [[7, 9, 72], 64, 2],
  [[7, 9, 11], 1, 3],
  [[300, 200, 100], 64, 3],
  [Array.from({ length: 200 }, (_, at) => at), 1, 1],
])('requests %j, up to %i of them at once, are missing in %i stretches', (numbers, window, stretches) => {
  expect(stretchesOf(numbers, window)).toBe(stretches);
});
