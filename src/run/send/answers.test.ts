import { describe, expect, test, vi } from 'vitest';
import type { Exchange, Outcome } from '../../http/exchange.ts';
import { Answers } from './answers.ts';
import type { RedactedExchange } from '../../report/record/events.ts';
import { unansweredEvents } from '../../report/record/unanswered-events.ts';

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
const OK: Outcome = {
  kind: 'reply',
  status: 200,
  headers: [],
  body: Buffer.from('{"returnCode":-10}'),
};
const none = (why: 'timeout' | 'closed' | 'unreachable', more: object = {}): Outcome => ({
  kind: 'no-reply',
  why,
  detail: '',
  ...more,
});
const page = (status: number): Outcome => ({ kind: 'reply', status, headers: [], body: Buffer.from('') });
const exchange = (outcome: Outcome): Exchange => ({ request: REQUEST, outcome, ms: 1 });

/** One request after the other. */
function inTurn(outcomes: readonly Outcome[], answers = new Answers()): Answers {
  for (const outcome of outcomes) answers.begin(true)(exchange(outcome));
  return answers;
}

const reported = (answers: Answers, ended = false): readonly string[] =>
  unansweredEvents(
    answers.tally(() => SHOWN, { ended }),
    0,
  ).map(({ case: { id }, verdict, findings }) => `${verdict} ${id}: ${findings[0]?.actual ?? ''}`);

const many = (count: number, outcome: Outcome): readonly Outcome[] =>
  Array.from({ length: count }, () => outcome);

test('where all is answered, nothing is reported', () => {
  expect(reported(inTurn(many(9, OK)))).toEqual([]);
});

describe.each([
  ['timeout', 'timed out'],
  ['closed', 'closed'],
  ['unreachable', 'without a connection'],
] as const)('without a reply, %s', (why, word) => {
  const missing = none(why);
  const rest = many(10, OK);

  test.each<readonly [what: string, outcomes: readonly Outcome[], verdict: string, count: number]>([
    ['one is a warning', [...rest, missing, ...rest], 'warn', 1],
    ['two are a warning', [missing, ...rest, missing, ...rest], 'warn', 2],
    ['three, with others answered in between, break a must', [missing, OK, missing, OK, missing], 'fail', 3],
    [
      'many at one time are a warning, as an outage may be',
      [...rest, ...many(8, missing), ...rest],
      'warn',
      8,
    ],
  ])('%s', (_, outcomes, verdict, count) => {
    expect(reported(inTurn(outcomes))).toEqual([
      expect.stringContaining(`${verdict} throughout/hung-up: ${count} of ${outcomes.length} requests`),
    ]);
    expect(reported(inTurn(outcomes))[0]).toContain(`${count} ${word}`);
  });
});

test('requests that a restart cuts off together are one incident, though some later ones are answered between them', () => {
  const answers = new Answers();
  const cut = Array.from({ length: 16 }, () => answers.begin(true));
  for (const end of cut) {
    end(exchange(none('closed')));
    answers.begin(true)(exchange(OK));
  }
  expect(reported(answers)).toEqual([expect.stringMatching(/^warn throughout\/hung-up: 16 of /)]);
});

test('what an outage that ended the run left unanswered is not reported a second time', () => {
  expect(reported(inTurn([OK, OK, ...many(5, none('closed'))]), true)).toEqual([]);
});

test('a second try, a request that need not be answered, and one that was not sent do not count', () => {
  const answers = inTurn(many(3, OK));
  for (let left = 5; left > 0; left -= 1) answers.begin(false)(exchange(none('closed')));
  inTurn(many(5, none('unreachable', { own: true })), answers);
  inTurn(many(5, none('closed', { why: 'aborted' })), answers);
  expect(reported(answers)).toEqual([]);
});

test('connections that were closed on requests count, though the requests were answered on another one', () => {
  const closed = { ...exchange(OK), faults: [{ kind: 'hung-up', detail: '' }] } as const;
  const answers = new Answers();
  for (let left = 3; left > 0; left -= 1) answers.begin(true)(closed);
  expect(reported(answers)).toEqual([expect.stringContaining('fail throughout/hung-up: 3 of 3')]);
});

test('a late reply is late, not missing', async () => {
  const late = none('timeout', { later: Promise.resolve(true) });
  const answers = inTurn([late, OK, late, OK, late, OK, none('timeout', { later: Promise.resolve(false) })]);
  await answers.settled(new AbortController().signal);
  expect(reported(answers)).toEqual([
    expect.stringContaining('warn throughout/hung-up: 1 of 7'),
    expect.stringContaining('warn throughout/late: 3 of 7'),
  ]);
});

test('a reply that may still come when the run is ended accuses no one', async () => {
  const late = none('timeout', { later: new Promise<boolean>(() => {}) });
  const answers = inTurn([late, OK, late, OK, late]);
  await answers.settled(AbortSignal.abort());
  expect(reported(answers)).toEqual([expect.stringContaining('3 still waited for at the end')]);
  expect(reported(answers)[0]).toMatch(/^warn/);
});

test.each([502, 503, 504])(
  'HTTP %i of a gateway is a warning with its share, whatever the number',
  (status) => {
    expect(reported(inTurn([...many(50, page(status)), ...many(50, OK)]))).toEqual([
      expect.stringMatching(
        new RegExp(`^warn throughout/gateway: 50 of 100 requests \\(50 %\\) .* 50 HTTP ${status}$`),
      ),
    ]);
  },
);

test('what is limited is counted, and never more than a warning', () => {
  const answers = inTurn(many(4, OK));
  answers.limited('MaxRequestReject', exchange(OK));
  expect(reported(answers)).toEqual([
    'warn throughout/limited: 1 of 4 requests (25 %) were refused for how much is sent: 1 MaxRequestReject',
  ]);
  expect(answers.tally(() => SHOWN)?.tallies).toMatchObject([
    { word: 'limited', kinds: [['MaxRequestReject', 1]] },
  ]);
});

describe('waiting for requests that hang', () => {
  /** Each request hangs for ten seconds, some of them side by side; which of them are sent for the first time is left open. */
  function afterHanging(rounds: number, sideBySide: number, owed: boolean): string | undefined {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const answers = new Answers();
    for (let round = 0; round < rounds; round += 1) {
      const ends = Array.from({ length: sideBySide }, () => answers.begin(owed));
      now += 10_000;
      for (const end of ends) end(exchange(none('timeout')));
    }
    clock.mockRestore();
    return answers.hungTooLong();
  }

  test.each([true, false])('ends after three minutes in all (owed: %s)', (owed) => {
    expect(afterHanging(17, 1, owed)).toBeUndefined();
    expect(afterHanging(18, 1, owed)).toMatch(
      /^18 requests were never answered, and waiting for them took 3 min 0 s in all/,
    );
  });

  test('counts requests side by side once', () => {
    expect(afterHanging(17, 8, true)).toBeUndefined();
  });
});
