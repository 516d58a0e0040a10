/** Long bodies are cut once they are judged: in bytes, with their true size, and without a change of what is judged or reported. */
import { expect, test } from 'vitest';
import { partialDialect } from '../dialect/dialect.ts';
import type { Exchange, Reply } from '../http/exchange.ts';
import { allowed, ok, reply, tags, VIP } from '../judge/test-helpers/replies.ts';
import { readBody } from '../judge/reply/reply-body.ts';
import { judgeMasked } from './judge-masked.ts';
import { cutOnceRead, keptToShow, redactExchange, SHOWN_BYTES } from './redact.ts';

const MILLION = 1_000_000;

const exchangeOf = (body: unknown): Exchange & { readonly outcome: Reply } => ({
  request: { endpoint: 'gamePlayer.server', method: 'POST', path: '/', headers: [], body: undefined },
  outcome: reply(body) as Reply,
  ms: 1,
});
const long = (tag = VIP) => exchangeOf({ ...ok([tag]), debugMessage: 'x'.repeat(MILLION) });
const short = exchangeOf(ok([VIP]));
const bodyOf = ({ outcome }: Exchange): Uint8Array =>
  outcome.kind === 'reply' ? outcome.body : new Uint8Array();
const shown = (exchange: Exchange) =>
  redactExchange(
    { label: '', exchange },
    { mask: (text) => text, secretIn: () => undefined, curl: () => '', secret: (name) => name },
  );

test.each([
  ['for a case', cutOnceRead],
  ['for a run', keptToShow],
])('a long body is copied and cut %s, and is shown as before', (_, cut) => {
  const kept = cut(long());
  expect(bodyOf(kept)).toHaveLength(SHOWN_BYTES);
  expect(bodyOf(kept).buffer.byteLength).toBe(SHOWN_BYTES);
  expect(shown(kept)).toEqual(shown(long()));
  expect(shown(kept).reply?.bytes).toBeGreaterThan(MILLION);
  expect(bodyOf(cut(short))).toBe(bodyOf(short));
});

test('a cut reply is judged as it came', () => {
  const kept = cutOnceRead(long());
  expect(readBody(kept.outcome)).toEqual(readBody(long().outcome));
  expect(judgeMasked(allowed(tags([VIP])), kept, partialDialect(), (text) => text).findings).toEqual([]);
});

test('what a run keeps of a reply is not what it was read as', () => {
  expect(readBody(keptToShow(short).outcome)).not.toBe(readBody(short.outcome));
});

test('a finding about a cut reply does not quote it: what is cut off may be a part of a secret', () => {
  const judged = (exchange: Exchange) =>
    judgeMasked(allowed(tags([VIP])), exchange, partialDialect(), (text) => text).findings;
  const wrong = long({ key: 'vip', value: 'abcdefgh' });
  const [found] = judged(cutOnceRead(wrong));
  expect(found).toMatchObject({
    clause: judged(wrong)[0]?.clause,
    actual: 'not shown: the reply is too long to be kept whole',
  });
});
