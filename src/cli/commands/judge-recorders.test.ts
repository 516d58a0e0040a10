/** What recorders write, each in its own shape, judged through the command line: HAR of several tools, our own records. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { fileWith, tagproof } from '../test-helpers/captured.ts';
import { entry, har, judged, replyWith, WORLD } from '../test-helpers/recordings.ts';

const PATH = endpointOf('gamePlayer.client').path;

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
const latin1 = (bytes: Buffer): string => bytes.toString('latin1');
/** With letters that are several bytes in UTF-8. */
const UMLAUTS = JSON.stringify(replyWith({ debugMessage: 'größe' }));
const SIZE = Buffer.byteLength(UMLAUTS);

/** An entry with the members that all recorders write, and those of one. */
const written = (own: { request?: object; response?: object; entry?: object }) => ({
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
  },
  cache: {},
  timings: { send: 0, wait: 3, receive: 0 },
  ...own.entry,
});
const asked = (request: object) => written({ request });
/** Where a request has no size, its body is one of these parts. */
const posted = (postData: object | undefined, more: object = {}) =>
  asked({ bodySize: -1, postData, ...more });
const answered = (content: object, headers: Readonly<Record<string, string>> = {}, more: object = {}) =>
  written({
    response: {
      headers: lines({ 'Content-Type': 'application/json', ...headers }),
      content: { mimeType: 'application/json', ...content },
      ...more,
    },
  });
const sized = (size: number, text = REPLY, more: object = {}) => answered({ size, text, ...more });
/** A reply whose bytes a proxy recorded as they came. */
const encoded = (coding: string, body: Buffer) =>
  answered(
    { size: body.length, text: body.toString('base64'), encoding: 'base64' },
    { 'Content-Encoding': coding },
  );
const redirect = (own: Readonly<Record<string, string>> = {}) =>
  answered({ size: 0 }, { Location: `https://other.example${PATH}`, ...own }, { status: 307 });

/** Entries in the shape of a recorder, by what is made of them. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  judged: {
    'Chrome, with members of its own': written({
      request: { postData: { mimeType: 'application/json', params: [], text: BODY } },
      entry: { _initiator: { type: 'script' }, connection: '443', timings: { connect: -1, ssl: -1 } },
    }),
    'k6, which leaves members out': written({
      request: { cookies: undefined, queryString: undefined, headersSize: undefined },
      response: { redirectURL: undefined },
      entry: { cache: undefined },
    }),
    'mitmproxy, a reply in base64': sized(9, base64(REPLY), { compression: -2, encoding: 'base64' }),
    'Fiddler, which counts bytes': answered({ size: SIZE, text: UMLAUTS }, { 'Content-Length': `${SIZE}` }),
    'Charles, compressed with gzip': encoded('gzip', gzipSync(REPLY)),
    'Chrome, sizes that count what was packed': answered(
      { size: 9, text: UMLAUTS },
      { 'Content-Encoding': 'br', 'Content-Length': '9' },
    ),
    'JSON that the recorder has laid out': sized(REPLY.length, `${REPLY}\n`),
    'bytes kept as a text': sized(99, latin1(gzipSync(UMLAUTS))),
    'replies without headers': written({ response: { headers: [] } }),
    'a recorder of fetch, which knows the text alone': written({
      response: { headers: undefined, content: { text: REPLY } },
    }),
  },
  'without a reply': {
    'mitmproxy, a flow that failed': written({ response: { status: 0, content: {} } }),
    'Playwright, cancelled before its body was known': written({
      request: { postData: undefined, bodySize: 0 },
      response: { status: -1, _failureText: 'net::ERR_ABORTED', headers: [], content: { size: -1 } },
    }),
    'Chrome, cancelled while the reply came': answered({ size: 0 }, {}, { _error: 'net::ERR_ABORTED' }),
    'an exchange without response': written({ entry: { response: undefined } }),
  },
  'with a body that is not whole': {
    'Playwright with bodies in files': posted({ mimeType: 'application/json', params: [], _file: 'a.json' }),
    'Chrome, a body that was streamed': asked({ postData: undefined }),
    'Firefox, a reply over its bound': sized(REPLY.length, REPLY.slice(0, 40)),
    'a body over the bound of the recorder': asked({ postData: { mimeType: '', text: BODY.slice(0, 12) } }),
    'compressed in a way that is not known': encoded('zstd', Buffer.from('28b52ffd00', 'hex')),
    'brotli as a text': answered(
      { size: 9, text: latin1(brotliCompressSync(REPLY)) },
      { 'Content-Encoding': 'br' },
    ),
    'a charset of the recorder': sized(SIZE, latin1(Buffer.from(UMLAUTS))),
    'characters that were lost': sized(-1, UMLAUTS.replace('ö', '\uFFFD')),
    'base64 without its name': sized(REPLY.length, base64(REPLY)),
    'an empty body beside a length': posted(
      { mimeType: 'application/json', text: '' },
      { headers: lines({ ...HEADERS, 'Content-Length': '22' }) },
    ),
    'a body that was sent packed': asked({
      headers: lines({ ...HEADERS, 'Content-Encoding': 'gzip' }),
      postData: { mimeType: 'application/json', text: latin1(gzipSync(BODY)) },
    }),
    'a body that lies elsewhere': posted({ mimeType: '', text: '', _file: '../../../etc/hostname' }),
  },
  'without a body': {
    'Playwright with replies in files': answered({ size: -1, _file: 'b.json' }),
    'Safari, a reply that was not kept': answered({ size: 80 }),
    'Chrome, a reply that it had lost': answered({ size: 0 }, { 'content-length': '90' }),
  },
  'refused for load, by a gateway or by a fault that was set': {
    'a gateway that leads elsewhere': redirect(),
    'Chrome, sent to https by itself': redirect({ 'Non-Authoritative-Reason': 'HSTS' }),
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
  ['base64', base64(REPLY)],
  ['gzip of something else', latin1(gzipSync('no JSON'))],
  ['text', 'no JSON'],
])('%s that the backend itself has sent is no fault of the recorder', async (_, text) => {
  const { exit, out } = await judged(har([sized(text.length, text)]));
  expect([exit, out]).toEqual([1, expect.stringContaining('FAIL 1/json')]);
});

it('packed by gzip as a whole, with bodies in files beside it, is read', async () => {
  const bodies = written({
    request: { postData: { _file: 'sent.json' } },
    response: { content: { _file: 'got.json' } },
  });
  const path = fileWith('', 'a.har.gz');
  writeFileSync(path, gzipSync(har([bodies])));
  writeFileSync(join(dirname(path), 'sent.json'), BODY);
  writeFileSync(join(dirname(path), 'got.json'), REPLY);
  const { exit, out } = await tagproof(['judge', path, '--world', fileWith(WORLD), '--fail-on', 'both']);
  expect([exit, out]).toEqual([0, expect.stringContaining('1 exchange: 1 judged')]);
});
