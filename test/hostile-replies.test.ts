/** Any reply, however deep, wide, long, encoded or framed, is judged, and little of it is kept. Counts bytes, pieces and values; no clock. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptToShow, SHOWN_BYTES } from '../src/report/record/redact.ts';
import type { Exchange, Transport } from '../src/http/exchange.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES, MAX_HEADERS, MAX_JSON_VALUES } from '../src/http/reply-bounds.ts';
import { readReplyBody } from '../src/judge/reply/reply-body.ts';
import { runOf } from '../src/run/suite/test-helpers/scripted.ts';
import { factsOf, instancesOf, WORLD } from '../src/cases/test-helpers/made.ts';
import { openTransport } from '../src/http/pool/pool-transport.ts';
import { SETTINGS } from '../src/http/test-helpers/requests.ts';
import { rawServer } from '../src/http/test-helpers/servers.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { DEEP } from './test-helpers/deep.ts';
import { atFileEnd } from './test-helpers/file-end.ts';
import { eventuallyHolds } from './test-helpers/property.ts';

/** The longest body that is made: more than is read. */
const LONGEST = MAX_BODY_BYTES + 100_000;

const list = (count: number, item: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at)).join(',');
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies by what is much in them: `count` parts, each with a text. */
const BODIES = {
  tags: (count, text) =>
    `{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[${list(count, (at) => `{"key":"${at}","value":"${text}"}`)}]}}}`,
  'listed members': (count, text) =>
    `{"returnCode":-5,"invalidRequestParameters":[${list(count, (at) => `{"code":"${at}${text}","invalidMemberType":"${text}"}`)}]}`,
  members: (count, text) => `{"returnCode":-9,${list(count, (at) => `"${at}":"${text}"`)}}`,
  'equal members': (count, text) => `{"returnCode":1,${list(count, () => `"${text}":1`)}}`,
  levels: (count) => `{"returnCode":1,"x":${nested(count)}}`,
  lists: (count) => `{"returnCode":1,"parameters":[${list(count, () => nested(300))}]}`,
  message: (count, text) => `{"returnCode":-10,"debugMessage":"${text.repeat(count)}"}`,
  text: (count, text) => text.repeat(count),
} as const satisfies Record<string, (count: number, text: string) => string>;

const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;
type Coding = keyof typeof CODINGS;

/** As often of the size of a plain reply as of any larger order. */
const upTo = (most: number): fc.Arbitrary<number> =>
  fc.noBias(fc.nat(1000)).map((share) => Math.floor((most + 1) ** (share / 1000) - 1));
/** Mostly what a plain reply has: a head that is too large hides what is in the body. */
const seldom = (most: number): fc.Arbitrary<number> =>
  fc.oneof({ arbitrary: fc.nat(3), weight: 5 }, { arbitrary: upTo(most), weight: 1 });

const REPLY = fc.record({
  body: fc.constantFrom(...(Object.keys(BODIES) as (keyof typeof BODIES)[])),
  count: upTo(100_000),
  part: fc.constantFrom('', 'x', '\\n', '\\u0041', '%41&#65;', '107, 55, 70, ', 'H4sIAAAAAAAA', '\u00FC'),
  length: upTo(5000),
  codings: fc.array(fc.constantFrom(...(Object.keys(CODINGS) as Coding[])), { maxLength: 2 }),
  said: fc.constantFrom<'codings' | Coding>('codings', 'codings', 'codings', 'gzip'),
  framing: fc.constantFrom('length', 'too short', 'too long', 'chunks', 'until closed'),
  chunk: fc.constantFrom(1, 7, 4096),
  headers: seldom(1500),
  headerLength: upTo(1000),
  early: seldom(200),
  status: fc.constantFrom(200, 200, 200, 404, 500),
});
type Made = typeof REPLY extends fc.Arbitrary<infer T> ? T : never;

/** The most chunks that are sent; more pieces than are read are tried elsewhere. */
const MAX_CHUNKS = 110_000;

function framed({ framing, chunk }: Made, body: Buffer): readonly [head: string, body: Buffer] {
  if (framing === 'until closed') return ['', body];
  if (framing !== 'chunks') {
    const more = { length: 0, 'too short': -Math.min(5, body.length), 'too long': 5 }[framing];
    return [`Content-Length: ${body.length + more}\r\n`, body];
  }
  const size = Math.max(chunk, Math.ceil(body.length / MAX_CHUNKS));
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return ['Transfer-Encoding: chunked\r\n', Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])];
}

function bytesOf(made: Made): Buffer {
  const { body, count, part, length, codings, said, headers, headerLength, early, status } = made;
  const most = Math.max(1, Math.floor(LONGEST / Math.max(1, count)));
  const text = part.repeat(Math.min(length, Math.floor(most / Math.max(1, part.length))));
  const plain = Buffer.from(BODIES[body](count, text)).subarray(0, LONGEST);
  const coded = codings.reduce((bytes, coding) => CODINGS[coding](bytes), plain);
  const [framing, framedBody] = framed(made, coded);
  const coding = said === 'codings' ? codings.join(', ') : said;
  const head = [
    'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(early),
    `HTTP/1.1 ${status} Made\r\nContent-Type: application/json\r\nConnection: close\r\n`,
    coding === '' ? '' : `Content-Encoding: ${coding}\r\n`,
    `X-Long: ${'y'.repeat(headerLength)}\r\n`.repeat(headers),
    framing,
  ];
  return Buffer.concat([Buffer.from(`${head.join('')}\r\n`), framedBody]);
}

const REFUSAL =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"returnCode":-10}';

let answer: Buffer = Buffer.alloc(0);

/** What any backend answers to the plainest request, and the made reply to all others. */
const url = await rawServer((socket) => {
  socket.on('data', (data: Buffer) => {
    if (data.includes('(preflight)')) socket.write(REFUSAL);
    else socket.end(answer);
  });
});

function noting(inner: Transport, seen: Exchange[]): Transport {
  return {
    send: async (request, signal) => {
      const exchange = await inner.send(request, signal);
      seen.push(exchange);
      return exchange;
    },
    single: () => noting(inner.single(), seen),
    close: () => inner.close(),
  };
}

const target = openTransport({ baseUrl: url, secretStore: secretStoreOf(WORLD.secrets), settings: SETTINGS });
atFileEnd(() => target.close());

const CASES = instancesOf({ id: 'made/plain', for: 'gamePlayer.server' });

const MAX_EVENT_BYTES = 256 * 1024;
const MAX_FINDINGS = 60;

function checkKept(exchange: Exchange): void {
  const { outcome } = exchange;
  if (outcome.kind === 'no-reply') return;
  expect(outcome.body.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  expect(outcome.headers.length).toBeLessThanOrEqual(MAX_HEADERS);
  expect(JSON.stringify(outcome.headers).length).toBeLessThanOrEqual(2 * MAX_HEAD_BYTES);
  const { read, findings, leaks } = readReplyBody(outcome);
  const { listed = [], payload } = read?.envelope ?? {};
  expect(listed.length + (payload?.tags.length ?? 0)).toBeLessThanOrEqual(MAX_JSON_VALUES);
  expect(findings.length + leaks.length + (read?.findings.length ?? 0)).toBeLessThanOrEqual(MAX_FINDINGS);
  const kept = keptToShow(exchange).outcome;
  expect(kept.kind === 'reply' && kept.body.length).toBeLessThanOrEqual(SHOWN_BYTES);
}

test('any reply is judged, and what is kept and reported of it is small', { timeout: 600_000 }, async () => {
  const judged = fc.asyncProperty(REPLY, async (made) => {
    answer = bytesOf(made);
    const seen: Exchange[] = [];
    const { events, cases } = await runOf(CASES, noting(target, seen), { facts: factsOf(WORLD) });
    expect(cases.length).toBeGreaterThan(0);
    for (const event of events)
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(MAX_EVENT_BYTES);
    for (const { findings } of cases) expect(findings.length).toBeLessThanOrEqual(MAX_FINDINGS);
    for (const exchange of seen) checkKept(exchange);
  });
  await eventuallyHolds(judged, DEEP ? 200 : 10);
});
