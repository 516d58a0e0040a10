import { expect, test } from 'vitest';
import type { Request } from '../../http/request.ts';
import type { NoReplyWhy, Transport } from '../../http/exchange.ts';
import { performTrial } from './send-trial.ts';
import { INPUTS, plain, step, senderTo, silentAfter } from '../test-helpers/made.ts';
import { repeated, sequence, single, type Trial } from './relations.ts';

const UNREACHABLE =
  'unreachable; check that curl reaches the target from this machine, and the host and port of its URL';

const [one, two, three] = [step('group.admin'), step('group.server'), step('gamePlayer.admin')];
const TRIAL: Trial = sequence([one, two, three, one]);

test.each<[answered: number, sent: Trial]>([
  [0, single(one)],
  [1, sequence([one, two])],
  [2, sequence([one, two, three])],
  [3, TRIAL],
])('a trial with %i answered requests is cut to the requests sent', async (answered, sent) => {
  const { transport, asked } = silentAfter(plain(), answered, 'unreachable');
  const tried = await performTrial(TRIAL, 'made', senderTo(transport), INPUTS);
  expect(tried.trial).toEqual(sent);
  expect(tried.notJudgedBecause).toBe(UNREACHABLE);
  expect(tried.found).toEqual([]);
  // The last one is sent twice, as its connection may just have been closed.
  expect(asked()).toBe(answered + 2);
});

test('a request that met a restart of the target is not judged, and no finding', async () => {
  const inner = plain();
  const ends: NoReplyWhy[] = ['closed', 'unreachable'];
  const send: Transport['send'] = async (request, signal) => {
    const exchange = await inner.send(request, signal);
    const why = ends.shift();
    return why === undefined ? exchange : { ...exchange, outcome: { kind: 'no-reply', why, detail: why } };
  };
  const alone: Trial = single(one);
  const tried = await performTrial(alone, 'made', senderTo({ ...inner, send }), INPUTS);
  expect([tried.notJudgedBecause, tried.found]).toEqual([UNREACHABLE, []]);
});

test('a gateway that answers in place of the backend is not judged, and no finding', async () => {
  const inner = plain();
  const body = Buffer.from('<h1>Service Unavailable</h1>');
  const send: Transport['send'] = async (request, signal) => {
    const exchange = await inner.send(request, signal);
    return { ...exchange, outcome: { kind: 'reply', status: 503, headers: [], body } };
  };
  const to = senderTo({ ...inner, send });
  const alone: Trial = single(one);
  const tried = await performTrial(alone, 'made', to, INPUTS);
  expect(tried.notJudgedBecause).toContain('a gateway or load balancer answered HTTP 503 5 times: ');
  expect([tried.found, tried.judged.length]).toEqual([[], 1]);
});

test('what replies show together quotes none of a secret that one of them holds', async () => {
  const secret = 'a-key-that-is-not-to-be-shown';
  let count = 0;
  const inner = plain();
  const send: Transport['send'] = async (request, signal) => {
    const exchange = await inner.send(request, signal);
    count += 1;
    const items = [{ key: `${'x'.repeat(50)}${secret}`, value: String(count) }];
    const body = Buffer.from(
      JSON.stringify({
        returnCode: 1,
        parameters: { errorCode: 1, infoResponseParameters: { tags: items } },
      }),
    );
    return { ...exchange, outcome: { kind: 'reply', status: 200, headers: [], body } };
  };
  const sender = senderTo({ ...inner, send });
  const mask = (text: string): string => text.replaceAll(secret, '<secret>');
  const { found } = await performTrial(repeated(one), 'made', { ...sender, mask }, INPUTS);
  expect(found.map(({ property }) => property)).toContain('repeat');
  expect(JSON.stringify(found)).not.toContain(secret.slice(0, 8));
});

test('a trial that the transport can not send as planned is left out whole, and says why', async () => {
  const { transport, asked } = silentAfter(plain(), 9, 'closed');
  const proxied = { ...transport, cannot: ({ wire }: Request) => wire && 'not through a proxy' };
  const odd = sequence([one, step('group.admin', { wire: 'chunked' })]);
  const tried = await performTrial(odd, 'made', senderTo(proxied), INPUTS);
  expect([tried.leftOut, tried.found, asked()]).toEqual(['not through a proxy', [], 0]);
});
