/** The stored form of an exchange is bounded, whatever the target sends: a run keeps thousands of them. */
import { expect, test } from 'vitest';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import type { Exchange, Reply, ReplyHeaders } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { readReplyBody } from '../../judge/reply/reply-body.ts';
import { allowed, ok, reply, tags, VIP } from '../../judge/test-helpers/replies.ts';
import { judgeMasked } from './judge-masked.ts';
import { cutOnceRead, keptToShow, redactExchange, SHOWN_BYTES, type Redaction } from './redact.ts';

const REQUEST: Request = { endpoint: 'group.admin', method: 'POST', path: '/', headers: [], body: undefined };
const REDACTION: Redaction = {
  mask: (text) => text.replaceAll('k7Fq2LmZ9xT4', '<secret:admin>'),
  secretIn: () => undefined,
  curl: () => '',
  secret: (name) => name,
};

function shownHeaders(headers: ReplyHeaders): readonly (readonly [string, string])[] {
  const outcome = { kind: 'reply', status: 200, headers, body: new Uint8Array() } as const;
  return (
    redactExchange({ label: '', exchange: { request: REQUEST, outcome, ms: 1 } }, REDACTION).reply?.headers ??
    []
  );
}

test('shows the first fifty header lines and counts the rest', () => {
  const headers = Array.from({ length: 999 }, (_, at) => [`x-${at}`, 'a'] as const);
  const shown = shownHeaders(headers);
  expect(shown.slice(0, 50)).toEqual(headers.slice(0, 50));
  expect(shown.slice(50)).toEqual([['…', '949 more header lines']]);
});

test('shows a thousand characters of a long value, and masks a secret at the cut as a whole', () => {
  const [[, value] = ['', '']] = shownHeaders([
    ['x-long', `${'x'.repeat(990)}k7Fq2LmZ9xT4${'y'.repeat(200_000)}`],
  ]);
  expect(value).toBe(`${'x'.repeat(990)}<secret:ad… (200004 more characters)`);
});

// Long bodies are cut once they are judged: in bytes, with their true size, and without a change of what is judged or reported.

const MILLION = 1_000_000;

const exchangeOf = (body: unknown): Exchange & { readonly outcome: Reply } => ({
  request: REQUEST,
  outcome: reply(body) as Reply,
  ms: 1,
});
const long = (tag = VIP) => exchangeOf({ ...ok([tag]), debugMessage: 'x'.repeat(MILLION) });
const short = exchangeOf(ok([VIP]));
const bodyOf = ({ outcome }: Exchange): Uint8Array =>
  outcome.kind === 'reply' ? outcome.body : new Uint8Array();
const shown = (exchange: Exchange) => redactExchange({ label: '', exchange }, REDACTION);

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
  expect(readReplyBody(kept.outcome)).toEqual(readReplyBody(long().outcome));
  expect(judgeMasked(allowed(tags([VIP])), kept, partialDialect(), (text) => text).findings).toEqual([]);
});

test('what a run keeps of a reply is not what it was read as', () => {
  expect(readReplyBody(keptToShow(short).outcome)).not.toBe(readReplyBody(short.outcome));
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
