/** What recorders write, each in its own shape, judged through the command line: HAR of several tools, our own records. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { fileWith, folder, simulating, tagproof } from '../test-helpers/captured.ts';
import { entry, har, recordedByScript, replyWith, WORLD } from '../test-helpers/recordings.ts';

const PATH = endpointOf('gamePlayer.client').path;
const CONFORMANCE_WORLD = 'fixtures/world.yaml';
const KEY = 'public-player-key-all-rules-0001';
const TOKEN = 'public-token-of-ann-0001';

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
const HEADERS = {
  'Secret-Key': 'sk-player-0123456789',
  'Auth-Token': 'tok-ann-0123456789',
  'Content-Type': 'application/json',
};
const BODY = '{"userId":"aaaaaaaaaa"}';
const REPLY = JSON.stringify(replyWith({}));
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** With letters that are several bytes in UTF-8. */
const UMLAUTS = JSON.stringify(replyWith({ debugMessage: 'größe' }));

const sized = (size: number, more: object = {}) => ({
  content: { content: { size, mimeType: 'application/json', text: REPLY, ...more } },
});
/** A reply whose bytes a proxy recorded as they came. */
const encoded = (coding: string, body: Buffer) => ({
  response: { headers: lines({ 'Content-Type': 'application/json', 'Content-Encoding': coding }) },
  ...sized(body.length, { text: body.toString('base64'), encoding: 'base64' }),
});
const redirect = (own: Readonly<Record<string, string>>) => ({
  response: { status: 307, headers: lines({ Location: `https://other.example${PATH}`, ...own }) },
  content: { content: { size: 0, mimeType: 'x-unknown' } },
});

/** An entry with the members that all recorders write, and those of one. */
const written = (own: { request?: object; response?: object; content?: object; entry?: object }) => ({
  startedDateTime: '2026-01-02T03:04:05.678+02:00',
  time: 3,
  request: {
    method: 'POST',
    url: `https://api.example${PATH}`,
    httpVersion: 'HTTP/1.1',
    headers: lines(HEADERS),
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: BODY.length,
    postData: { mimeType: 'application/json', text: BODY },
    ...own.request,
  },
  response: {
    status: 200,
    statusText: 'OK',
    headers: lines({ 'Content-Type': 'application/json' }),
    redirectURL: '',
    content: { size: REPLY.length, mimeType: 'application/json', text: REPLY },
    ...own.response,
    ...own.content,
  },
  cache: {},
  timings: { send: 0, wait: 3, receive: 0 },
  ...own.entry,
});

/** Entries in the shape of a recorder, by what is made of them. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  judged: {
    Chrome: written({ entry: { _initiator: { type: 'script' }, _priority: 'High', connection: '443' } }),
    Firefox: written({
      entry: { pageref: 'page_1' },
      request: { headersSize: 400, postData: { mimeType: 'application/json', params: [], text: BODY } },
    }),
    mitmproxy: written({
      request: {
        postData: { mimeType: 'application/json', text: BODY, params: [] },
        httpVersion: 'HTTP/2.0',
      },
      entry: { timings: { connect: -1, ssl: -1, send: 0, receive: 0, wait: 0 } },
    }),
    'mitmproxy, a reply in base64': written({
      content: {
        content: { size: 9, compression: -2, mimeType: '', text: base64(REPLY), encoding: 'base64' },
      },
    }),
    'Fiddler, which begins its file with a mark': written({
      response: {
        headers: lines({
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(Buffer.byteLength(UMLAUTS)),
        }),
      },
      ...sized(Buffer.byteLength(UMLAUTS), { compression: 0, text: UMLAUTS }),
      entry: { connection: 'ClientPort:50211; EgressPort:50212', comment: '[#3]' },
    }),
    'Insomnia, which knows no sizes': written({
      request: {
        headersSize: -1,
        bodySize: -1,
        postData: { mimeType: 'application/json', params: [], text: BODY },
      },
      content: {
        bodySize: -1,
        content: { size: Buffer.byteLength(UMLAUTS), mimeType: 'application/json', text: UMLAUTS },
      },
    }),
    k6: written({
      request: { cookies: undefined, queryString: undefined, headersSize: undefined },
      response: { redirectURL: undefined },
      entry: { cache: undefined },
    }),
    'mitmproxy, the size before it was unpacked': written(sized(REPLY.length + 9, { compression: -9 })),
    'Charles, compressed with gzip': written(encoded('gzip', gzipSync(REPLY))),
    'the same with brotli': written(encoded('br', brotliCompressSync(REPLY))),
    'Chrome, sizes that count what was packed': written({
      response: {
        headers: lines({
          'Content-Type': 'application/json',
          'Content-Encoding': 'br',
          'Content-Length': '9',
        }),
      },
      ...sized(9, { text: UMLAUTS }),
    }),
    'a charset that needs more bytes': written(sized(Buffer.byteLength(UMLAUTS), { text: UMLAUTS })),
    'JSON that the recorder has laid out': written(sized(REPLY.length, { text: `${REPLY}\n` })),
    'bytes kept as a text': written(sized(99, { text: gzipSync(UMLAUTS).toString('latin1') })),
    'replies without headers': written({ response: { headers: [] } }),
    'a recorder of fetch, which knows the text alone': written({
      response: { headers: undefined },
      content: { content: { text: REPLY } },
    }),
  },
  'without a reply': {
    'mitmproxy, a flow that failed': written({ response: { status: 0, statusText: '', content: {} } }),
    'Playwright, cancelled before its body was known': written({
      request: { postData: undefined, bodySize: 0 },
      response: { status: -1, _failureText: 'net::ERR_ABORTED', headers: [], content: { size: -1 } },
    }),
    'Chrome, cancelled while the reply came': written({
      response: { _error: 'net::ERR_ABORTED' },
      content: { content: { size: 0 } },
    }),
    'an exchange without response': written({ entry: { response: undefined } }),
  },
  'with a body that is not whole': {
    'Playwright with bodies in files': written({
      request: { bodySize: -1, postData: { mimeType: 'application/json', params: [], _file: 'a.json' } },
    }),
    'Chrome, a body that was streamed': written({ request: { postData: undefined } }),
    'Firefox, a reply over its bound': written(sized(REPLY.length, { text: REPLY.slice(0, 40) })),
    'a body as parameters': written({
      request: { bodySize: undefined, postData: { mimeType: '', params: [{ name: BODY, value: '' }] } },
    }),
    'Safari, a body that was not kept': written({ request: { bodySize: -1, postData: undefined } }),
    'a body over the bound of the recorder': written({
      request: { postData: { mimeType: '', text: BODY.slice(0, 12) } },
    }),
    'compressed in a way that is not known': written(encoded('zstd', Buffer.from('28b52ffd00', 'hex'))),
    'compressed bytes as a text': written(sized(9, { text: gzipSync(REPLY).toString() })),
    'brotli as a text': written({
      response: { headers: lines({ 'Content-Encoding': 'br' }) },
      ...sized(9, { text: brotliCompressSync(REPLY).toString('latin1') }),
    }),
    'a charset of the recorder': written(
      sized(Buffer.byteLength(UMLAUTS), { text: Buffer.from(UMLAUTS).toString('latin1') }),
    ),
    'the same, by its Content-Length': written({
      response: { headers: lines({ 'content-length': String(Buffer.byteLength(UMLAUTS)) }) },
      ...sized(-1, { text: Buffer.from(UMLAUTS).toString('latin1') }),
    }),
    'characters that were lost': written(sized(-1, { text: UMLAUTS.replace('ö', '\uFFFD') })),
    'base64 without its name': written(sized(REPLY.length, { text: base64(REPLY) })),
    'an empty body beside a length': written({
      request: {
        bodySize: -1,
        headers: lines({ ...HEADERS, 'Content-Length': '22' }),
        postData: { mimeType: 'application/json', text: '' },
      },
    }),
    'a body that was sent packed': written({
      request: {
        headers: lines({ ...HEADERS, 'Content-Encoding': 'gzip' }),
        postData: { mimeType: 'application/json', text: gzipSync(BODY).toString('latin1') },
      },
    }),
    'a body that lies elsewhere': written({
      request: { bodySize: -1, postData: { mimeType: '', text: '', _file: '../../../etc/hostname' } },
    }),
  },
  'without a body': {
    'Playwright with replies in files': written({
      content: { content: { size: -1, mimeType: 'application/json', _file: 'b.json' } },
    }),
    'Safari, a reply that was not kept': written({
      content: { content: { size: 80, mimeType: 'application/json' } },
    }),
    'Chrome, a reply that it had lost': written({
      response: { headers: lines({ 'content-length': '90' }) },
      content: { content: { size: 0, mimeType: 'application/json' } },
    }),
  },
  'refused for load, by a gateway or by a fault that was set': {
    'a gateway that leads elsewhere': written(redirect({})),
    'Chrome, sent to https by itself': written(redirect({ 'Non-Authoritative-Reason': 'HSTS' })),
  },
};

describe.each(Object.entries(SHAPES))('%s: entries in the shape of a recorder', (became, entries) => {
  it.each(Object.entries(entries))('%s', async (_, each) => {
    const recorded = fileWith(`\uFEFF${har([entry({ base: 'https://api.example' }), each])}`, 'a.har');
    const ended = await tagproof(['judge', recorded, '--world', fileWith(WORLD), '--fail-on', 'both']);
    expect(ended.out).toContain(
      became === 'judged' ? '2 exchanges: 2 judged' : `2 exchanges: 1 judged, 1 ${became}`,
    );
    expect(ended.out).toContain(' 0 failed, 0 warned');
    expect(ended.exit).toBe(0);
  });
});

it.each([
  ['base64', { text: base64(REPLY) }],
  ['gzip of something else', { text: gzipSync('no JSON').toString('latin1') }],
  ['text', { text: 'no JSON' }],
])('%s that the backend itself has sent is no fault of the recorder', async (_, content) => {
  const sent = written(sized(content.text.length, content));
  const { exit, out } = await tagproof(['judge', fileWith(har([sent]), 'a.har')]);
  expect([exit, out]).toEqual([1, expect.stringContaining('FAIL 1/json')]);
});

it('packed by gzip as a whole, with bodies in files beside it, is read', async () => {
  const bodies = {
    request: { postData: { _file: 'sent.json' } },
    content: { content: { _file: 'got.json' } },
  };
  const path = fileWith('', 'a.har.gz');
  writeFileSync(path, gzipSync(har([written(bodies)])));
  writeFileSync(join(dirname(path), 'sent.json'), BODY);
  writeFileSync(join(dirname(path), 'got.json'), REPLY);
  const { exit, out } = await tagproof(['judge', path, '--world', fileWith(WORLD), '--fail-on', 'both']);
  expect([exit, out]).toEqual([0, expect.stringContaining('1 exchange: 1 judged')]);
});

describe('the HAR of a run', () => {
  const record = folder();
  beforeAll(async () => {
    const only = ['--only', 'id/one-*', '--only', 'tag-keys/longer-than-own'];
    await tagproof(['run', ...only, '--exchanges', 'all', '--reporter', `har=${record}/run.har`]);
  });

  it('is judged exchange by exchange, and no whole request is accused', async () => {
    const { out, exit } = await tagproof(`judge ${record}/run.har --world ${CONFORMANCE_WORLD}`);
    expect(out).toMatch(/: \d+ exchanges: \d\d+ judged, .*\d with a body that is not whole/);
    expect(out).toContain(' 0 failed, ');
    // Of long bodies a record has the beginning alone: no duty about what they hold can be judged.
    expect(out.match(/[\d.]+\/client\/[\w-]+/g)?.toSorted()).toEqual(['4.3/client/id']);
    expect(exit).toBe(0);
  });
});

describe('a script that calls the simulator', () => {
  const call = (headers: object, body: string) => ({
    path: PATH,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  const own = { 'Secret-Key': KEY, 'Auth-Token': TOKEN };
  const calls = [
    call(own, '{"userId":"playerann1"}'),
    call(own, '{"userId":"playerbob2","tagKeys":["vip"]}'),
    call(own, '{"userId":"short"}'),
    call({ 'Secret-Key': KEY }, '{"userId":"playerann1"}'),
  ];

  it('is judged by its HAR, and by lines with an entry each, alike', async () => {
    const { url, stop } = await simulating();
    const script = await recordedByScript(url, calls);
    await stop();
    const { entries } = (JSON.parse(script) as { log: { entries: readonly unknown[] } }).log;
    for (const text of [script, entries.map((each) => `${JSON.stringify(each)}\n`).join('')]) {
      const { out, exit } = await tagproof(`judge ${fileWith(text, 'x')} --world ${CONFORMANCE_WORLD}`);
      expect(out).toContain(
        '7 exchanges: 4 judged, 1 elsewhere (/cdn/...), 1 without a reply, 1 without a body',
      );
      expect(out).toContain('2 passed, 0 failed, 2 warned');
      expect(out.match(/[\d.]+\/client\/[\w-]+/g)?.toSorted()).toEqual([
        '4.2/client/auth-token',
        '4.3/client/id',
      ]);
      expect(exit).toBe(0);
    }
  });
});
