import { describe, expect, test } from 'vitest';
import type { RedactedExchange } from '../../engine/events.ts';
import type { Exchange, NoReplyWhy, Transport } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import type { FuzzOutcome } from '../fuzz-options.ts';
import { altering, answering, fuzzed, headerOf, mutant, plain, WIRELESS } from '../test-helpers/made.ts';
import { runJob, type Helper } from './helper.ts';

/** A helper in this thread, to which and from which all goes as to a thread; `sent` counts what it has answered. */
function helperTo(transport: Transport): Helper & { sent: number } {
  const means = { inputs: WIRELESS, transport, mask: (text: string) => text };
  const helper = {
    sent: 0,
    ready: Promise.resolve(),
    run: async (...[job, ending, report]: Parameters<Helper['run']>) => {
      let reporting = Promise.resolve();
      const back = await runJob(structuredClone({ ...job }), means, ending, (each) => {
        helper.sent += each.trials.length;
        const copy = structuredClone(each);
        reporting = reporting.then(() => report(copy));
      });
      await reporting;
      return back;
    },
  };
  return helper;
}

/** What a run reports, without times and replies. */
const reported = ({
  failures,
  behaviours,
  trials,
  notJudged,
  statistics,
  partial,
}: FuzzOutcome): unknown => ({
  failures: failures.map(({ tried, first: { path, order }, at, ...failure }) => [
    { ...failure, at: at.path, first: { path, order } },
    tried.trial,
    tried.found,
  ]),
  behaviours,
  trials,
  notJudged,
  statistics,
  partial,
});

/** Hangs up on requests with this many bytes of a body. */
const hangingUp = (): Transport =>
  altering((reply, { body }) => {
    if ((body?.length ?? 0) % 61 === 1) throw new Error('the connection was closed');
    return reply;
  });

describe.each<[what: string, open: () => Transport]>([
  ['a right backend', plain],
  ['a backend that is wrong often', () => mutant('client-sees-fewer-tags')],
  ['a backend that is wrong now and then', () => mutant('ids-in-any-case')],
  ['a backend that hangs up now and then', hangingUp],
])('of %s', (_, open) => {
  test('a run with two helpers reports what it does without', async () => {
    const alone = await fuzzed(open(), { runs: 600 });
    const transport = open();
    const helpers = [helperTo(transport), helperTo(transport)];
    const helped = await fuzzed(transport, { runs: 600, helpers });
    expect(reported(helped)).toEqual(reported(alone));
    expect(Math.min(...helpers.map(({ sent }) => sent))).toBeGreaterThan(30);
  });
});

test('a connection that is closed on a helper once is reported, though the request is answered when it is sent again', async () => {
  const target = plain();
  let sent = 0;
  const closing: Transport = {
    ...target,
    send: async (request, signal) => {
      sent += 1;
      const exchange = await target.send(request, signal);
      if (sent !== 60) return exchange;
      return { ...exchange, outcome: { kind: 'no-reply', why: 'closed', detail: 'closed' } };
    },
  };
  const { answers, failures } = await fuzzed(target, { helpers: [helperTo(closing)], runs: 600 });
  expect(failures).toEqual([]);
  const tally = answers.tally(() => ({}) as RedactedExchange);
  expect(tally?.tallies).toMatchObject([{ word: 'hung-up', kinds: [['closed', 1]] }]);
});

test('a target that limits how much is sent is left to the one that paces the requests', async () => {
  let served = 0;
  let late = 0;
  const limiting = altering((reply, request) => {
    served += 1;
    if (served > 200 && served < 204) return answering(reply, { returnCode: -8 });
    late += Number(served > 400 && headerOf(request, 'User-Agent')?.includes('fuzz') === true);
    return reply;
  });
  const helper = helperTo(limiting);
  const { partial, failures } = await fuzzed(limiting, { helpers: [helper], runs: 600 });
  expect([partial, failures]).toEqual(['', []]);
  expect(helper.sent).toBeLessThan(400);
  expect(late).toBeGreaterThan(0);
});

/** Goes away with the requests that are under way at this one; `lost` are the paths of their trials. */
function crashing(most: number): { readonly transport: Transport; readonly lost: Set<string> } {
  const target = plain();
  const lost = new Set<string>();
  const underWay = new Set<(why: NoReplyWhy) => void>();
  let sent = 0;
  const send = (request: Request, signal?: AbortSignal): Promise<Exchange> =>
    new Promise((resolve) => {
      const lose = (why: NoReplyWhy): void =>
        resolve({ request, ms: 0, outcome: { kind: 'no-reply', why, detail: why } });
      const crash = (why: NoReplyWhy): void => {
        const [, path] =
          /fuzz ([\w:]+)/.exec(String(request.headers.find(([name]) => name === 'User-Agent')?.[1])) ?? [];
        if (path !== undefined) lost.add(path);
        lose(why);
      };
      sent += 1;
      if (sent > most) return lose('unreachable');
      underWay.add(crash);
      if (sent === most) for (const each of underWay) each('closed');
      // Others are sent meanwhile.
      else
        setImmediate(() => {
          void target.send(request, signal).then((exchange) => {
            underWay.delete(crash);
            resolve(exchange);
          });
        });
    });
  return { transport: { ...target, send, single: () => ({ ...target, send, close: async () => {} }) }, lost };
}

test.each([
  [0, 400],
  [1, 1000],
  [3, 400],
])(
  'a target that goes away: all that was under way is suspected, with %i helpers, at request %i',
  async (count, most) => {
    const { transport, lost } = crashing(most);
    const helpers = Array.from({ length: count }, () => helperTo(transport));
    const { stoppedAnswering, suspects, failures, notJudged } = await fuzzed(transport, {
      runs: 3000,
      helpers,
    });
    expect([stoppedAnswering, failures]).toEqual([true, []]);
    expect(notJudged.size).toBeGreaterThan(0);
    expect(new Set(suspects.map(({ at: { path } }) => path))).toEqual(lost);
    expect(lost.size).toBe(4);
  },
);
