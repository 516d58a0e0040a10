import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHOD } from '../../src/spec/endpoints.ts';
import { ENVELOPE } from '../../src/spec/envelope.ts';
import { RETURN_CODES, type ReturnCode } from '../../src/spec/codes.ts';
import { Simulator } from './server.ts';
import { ask, simulator } from '../test-helpers/ask.ts';
import { Connection, replyTo, type WireReply } from '../test-helpers/connection.ts';
import { CREDENTIALS, head, PATH, plainRequest } from '../test-helpers/head.ts';
import { STORE, valueOf } from '../test-helpers/small-world.ts';

const server = new Simulator({ store: STORE });
let url = '';
beforeAll(async () => ({ url } = await server.start()));
afterAll(() => server.close());

/** The returnCode of a reply, by its name. */
function codeOf(reply: WireReply | undefined): string | undefined {
  if (reply === undefined) return undefined;
  const { [ENVELOPE.returnCode]: code } = JSON.parse(reply.body) as Record<string, unknown>;
  return Object.entries(RETURN_CODES).find(([, value]) => value === code)?.[0];
}

/** The codes of so many replies on one connection. */
async function codesTo(
  bytes: string,
  count: number,
  place: string | Promise<{ readonly url: string }> = url,
): Promise<readonly (string | undefined)[]> {
  const connection = new Connection(typeof place === 'string' ? place : (await place).url);
  connection.send(bytes);
  const codes: (string | undefined)[] = [];
  while (codes.length < count) codes.push(codeOf(await connection.reply()));
  connection.destroy();
  return codes;
}

const get = head(`GET ${PATH} HTTP/1.1`, 'Host: here');
const post = `${METHOD} ${PATH} HTTP/1.1`;

describe('odd requests that are HTTP are answered like any other', () => {
  it.each<[string, string, ReturnCode]>([
    ['a plain one', plainRequest(), 'Ok'],
    [
      'headers in lower case',
      plainRequest().replaceAll(/^[A-Za-z-]+:/gm, (name) => name.toLowerCase()),
      'Ok',
    ],
    [
      'headers in upper case',
      plainRequest().replaceAll(/^[A-Za-z-]+:/gm, (name) => name.toUpperCase()),
      'Ok',
    ],
    [
      'blanks around header values',
      plainRequest().replaceAll(/^(Host|[A-Z]\w+-(?:Key|Token|Type)): (.*)$/gm, '$1:\t  $2 \t'),
      'Ok',
    ],
    ['no Host', plainRequest().replace('Host: here\r\n', ''), 'Ok'],
    ['HTTP/1.0', plainRequest().replace('HTTP/1.1', 'HTTP/1.0'), 'Ok'],
    ['the absolute form', plainRequest().replace(PATH, `http://here${PATH}`), 'Ok'],
    ['an unknown Expect', plainRequest('{}', 'Expect: the-spanish-inquisition'), 'Ok'],
    ['an Upgrade', plainRequest('{}', 'Connection: Upgrade', 'Upgrade: nothing-known'), 'Ok'],
    [
      'an Upgrade to HTTP/2',
      plainRequest('{}', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: '),
      'Ok',
    ],
    [
      'chunks',
      head(post, ...CREDENTIALS, 'Transfer-Encoding: chunked') + '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n',
      'Ok',
    ],
    ['no body and no length', head(post, ...CREDENTIALS), 'InvalidRequestParameters'],
    ['another method', get, 'OperationInvalid'],
    ['OPTIONS *', head('OPTIONS * HTTP/1.1', 'Host: here'), 'OperationInvalid'],
    ['TRACE', head(`TRACE ${PATH} HTTP/1.1`, 'Host: here'), 'OperationInvalid'],
    ['two Host headers', plainRequest('{}', 'Host: there'), 'Ok'],
    [
      'many headers before the others',
      plainRequest().replace('Host: here', Array.from({ length: 3000 }, () => 'a:').join('\r\n')),
      'Ok',
    ],
  ])('%s', async (_what, request, code) => {
    const reply = await replyTo(url, request);
    expect([reply?.status, codeOf(reply)]).toEqual([200, code]);
  });

  it('HEAD without a body', async () => {
    const connection = new Connection(url);
    connection.send(head(`HEAD ${PATH} HTTP/1.1`, 'Host: here') + plainRequest());
    expect(await connection.reply(true)).toMatchObject({ status: 200, body: '' });
    expect(codeOf(await connection.reply())).toBe('Ok');
    connection.destroy();
  });

  it('Expect: 100-continue, with a 100 first', async () => {
    const connection = new Connection(url);
    const request = plainRequest('{}', 'Expect: 100-continue');
    connection.send(request.slice(0, -2));
    expect((await connection.reply())?.status).toBe(100);
    connection.send('{}');
    expect(codeOf(await connection.reply())).toBe('Ok');
    connection.send(request);
    expect([(await connection.reply())?.status, codeOf(await connection.reply())]).toEqual([100, 'Ok']);
    connection.destroy();
  });

  it('head and body byte by byte', async () => {
    const connection = new Connection(url);
    await connection.sendSlowly(plainRequest('{ "userId": "playerann1" }'));
    expect(codeOf(await connection.reply())).toBe('Ok');
    connection.destroy();
  });

  it('pipelined, in their order', async () => {
    const codes = await codesTo(plainRequest() + plainRequest('[]') + get + plainRequest(), 4);
    expect(codes).toEqual(['Ok', 'InvalidRequestParameters', 'OperationInvalid', 'Ok']);
  });

  it('with other keys on the same connection', async () => {
    const keys = ['player', 'nobody', 'player', 'player-none', 'admin', 'player'];
    const requests = keys.map((name) => plainRequest().replace(valueOf('player'), valueOf(name)));
    const codes = ['Ok', 'SecretInvalid', 'Ok', 'OperationNotAllow', 'SecretInvalid', 'Ok'];
    expect(await codesTo(requests.join(''), keys.length)).toEqual(codes);
  });

  it('with names that JavaScript knows, and nested a hundred thousand deep', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const backend = new Simulator({ store: { ...STORE, limits: {} } });
    const named = plainRequest('{"__proto__":{"a":1},"constructor":{"prototype":null}}', '__proto__: x');
    const codes = await codesTo(named + plainRequest(deep), 2, backend.start());
    expect(codes).toEqual(['Ok', 'InvalidRequestParameters']);
    await backend.close();
  });
});

describe('what is not HTTP is answered with an envelope, and the next connection too', () => {
  const chunked = head(post, ...CREDENTIALS, 'Transfer-Encoding: chunked');
  it.each<[string, string | Uint8Array, ReturnCode]>([
    ['text', 'hello, is this a game backend?\r\n\r\n', 'InvalidRequestParameters'],
    ['random bytes', new Uint8Array(512).map((_, at) => (at * 197) % 256), 'InvalidRequestParameters'],
    ['a TLS hello', Buffer.from('16030100a5010000a10303', 'hex'), 'InvalidRequestParameters'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'InvalidRequestParameters'],
    ['a header without a colon', head(post, 'no colon'), 'InvalidRequestParameters'],
    ['an impossible length', head(post, 'Content-Length: -1'), 'InvalidRequestParameters'],
    ['two lengths', head(post, 'Content-Length: 2', 'Content-Length: 3') + '{}x', 'InvalidRequestParameters'],
    [
      'a length and chunks',
      head(post, 'Content-Length: 2', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
      'InvalidRequestParameters',
    ],
    ['a bad chunk', `${chunked}zz\r\n{}`, 'InvalidRequestParameters'],
    ['a bad chunk behind a good one', `${chunked}1\r\n{\r\nzz\r\n`, 'InvalidRequestParameters'],
    ['a header of 64 kB', head(post, `X-Huge: ${'x'.repeat(65_536)}`), 'MaxSizeRequestReject'],
    ['a path of 64 kB', head(`${METHOD} /${'x'.repeat(65_536)} HTTP/1.1`), 'MaxSizeRequestReject'],
  ])('%s', async (_what, bytes, code) => {
    const reply = await replyTo(url, bytes);
    expect([reply?.status, codeOf(reply), reply?.headers.get('connection')]).toEqual([200, code, 'close']);
    expect(codeOf(await replyTo(url, plainRequest()))).toBe('Ok');
  });

  it('a body that ends before its length', async () => {
    const connection = new Connection(url);
    connection.send(plainRequest().replace('Content-Length: 2', 'Content-Length: 200'));
    connection.end();
    expect(codeOf(await connection.reply())).toBe('InvalidRequestParameters');
    await connection.closed;
  });

  it('garbage behind good requests is answered after them', async () => {
    const connection = new Connection(url);
    connection.send(`${plainRequest()}${plainRequest()}garbage\r\n\r\n`);
    const codes = [];
    for (let count = 0; count < 3; count += 1) codes.push(codeOf(await connection.reply()));
    expect(codes).toEqual(['Ok', 'Ok', 'InvalidRequestParameters']);
    connection.end();
    await connection.closed;
  });

  it('garbage without end does not keep the connection', async () => {
    const connection = new Connection(url);
    connection.send('garbage\r\n\r\n');
    expect(codeOf(await connection.reply())).toBe('InvalidRequestParameters');
    await connection.sendUntilClosed('x'.repeat(10_000));
  });

  it('a connection that the client ends at once', async () => {
    for (const bytes of ['', 'POST', plainRequest().slice(0, 40), plainRequest().slice(0, -1)]) {
      const connection = new Connection(url);
      connection.send(bytes);
      connection.destroy();
      await connection.closed;
    }
    expect(codeOf(await replyTo(url, plainRequest()))).toBe('Ok');
  });

  it('CONNECT, with a status that makes no tunnel', async () => {
    const reply = await replyTo(url, head('CONNECT here:443 HTTP/1.1', 'Host: here'));
    expect([reply?.status, codeOf(reply)]).toEqual([405, 'OperationInvalid']);
  });
});

describe('large bodies', () => {
  const limits = { bodyBytes: 100_000, bodyTimeoutMs: 300 };
  const backend = new Simulator({ store: STORE, limits });
  const at = backend.start();
  afterAll(() => backend.close());
  const open = async (): Promise<Connection> => new Connection((await at).url);
  const blanks = (count: number): string => ' '.repeat(count);
  const chunk = (size: number): string => `${size.toString(16)}\r\n${blanks(size)}\r\n`;

  it.each([5000, 150_000, 250_000])('of %i bytes are refused, and the connection goes on', async (size) => {
    const codes = await codesTo(plainRequest(`{}${blanks(size)}`) + plainRequest(), 2, at);
    expect(codes).toEqual(['MaxSizeRequestReject', 'Ok']);
  });

  it('in chunks without end are refused while they come, and the reply is read', async () => {
    const connection = await open();
    connection.send(head(post, ...CREDENTIALS, 'Transfer-Encoding: chunked'));
    for (let count = 0; count < 12; count += 1) connection.send(chunk(10_000));
    expect(codeOf(await connection.reply())).toBe('MaxSizeRequestReject');
    await connection.sendUntilClosed(chunk(10_000));
  });

  it('that are only announced need not be sent', async () => {
    const connection = await open();
    connection.send(head(post, ...CREDENTIALS, 'Content-Length: 100001', 'Expect: 100-continue'));
    const reply = await connection.reply();
    expect([reply?.status, codeOf(reply), reply?.headers.get('connection')]).toEqual([
      200,
      'MaxSizeRequestReject',
      'close',
    ]);
    connection.destroy();
  });

  it('are refused in process alike', async () => {
    const { body } = await ask(simulator({ limits }), { body: `{}${blanks(100_000)}` });
    expect(Buffer.from(body).toString()).toContain(String(RETURN_CODES.MaxSizeRequestReject));
  });
});

describe('slow requests', () => {
  const backend = new Simulator({ store: STORE, limits: { bodyTimeoutMs: 100 } });
  const at = backend.start();
  afterAll(() => backend.close());

  it.each([
    ['a body that does not end', plainRequest().slice(0, -1)],
    ['a body that does not begin', plainRequest().slice(0, -2)],
    ['a body behind a good request', plainRequest() + plainRequest().slice(0, -1)],
    ['a head that does not end', `${post}\r\nHost: he`],
  ])('%s is answered with OperationTimeout, and the connection ends', async (_what, bytes) => {
    const connection = new Connection((await at).url);
    connection.send(bytes);
    let reply = await connection.reply();
    if (codeOf(reply) === 'Ok') reply = await connection.reply();
    expect([codeOf(reply), reply?.headers.get('connection')]).toEqual(['OperationTimeout', 'close']);
    connection.end();
    await connection.closed;
  });

  it('does not end a connection that is idle between requests', async () => {
    const connection = new Connection((await at).url);
    connection.send(plainRequest());
    expect(codeOf(await connection.reply())).toBe('Ok');
    await new Promise((resolve) => setTimeout(resolve, 300));
    connection.send(plainRequest());
    expect(codeOf(await connection.reply())).toBe('Ok');
    connection.destroy();
  });
});

describe('framing', () => {
  it.each([
    ['chunks', { chunked: true }, 'transfer-encoding', 'chunked'],
    ['the end of the connection', { closeConnections: true }, 'connection', 'close'],
    ['a length', {}, 'content-length', '142'],
  ])('by %s gives the same reply', async (_what, format, name, value) => {
    const backend = new Simulator({ store: STORE, format: { ...format, escapes: true } });
    const connection = new Connection((await backend.start()).url);
    connection.send(plainRequest());
    const reply = await connection.reply();
    expect(codeOf(reply)).toBe('Ok');
    expect(reply?.headers.get(name)).toEqual(name === 'content-length' ? String(reply?.body.length) : value);
    connection.destroy();
    await backend.close();
  });

  it('by nothing at all ends the connection', async () => {
    const backend = new Simulator({
      store: STORE,
      alter: (stages) => ({ ...stages, send: () => ({ kind: 'hang-up' }) }),
    });
    const { url: place } = await backend.start();
    for (const bytes of [plainRequest(), 'garbage\r\n\r\n', head('CONNECT here:443 HTTP/1.1')]) {
      const connection = new Connection(place);
      connection.send(bytes);
      expect(await connection.reply()).toBeUndefined();
      connection.destroy();
    }
    await backend.close();
  });
});

describe('the life of a simulator', () => {
  it('ends with open connections, whatever their state', async () => {
    const backend = new Simulator({ store: STORE });
    const place = await backend.start();
    const connections = [
      '',
      plainRequest(),
      plainRequest().slice(0, -1),
      'garbage\r\n\r\n',
      head('CONNECT a:1 HTTP/1.1'),
    ].map((bytes) => {
      const connection = new Connection(place.url);
      connection.send(bytes);
      return connection;
    });
    await connections[1]?.reply();
    await connections[3]?.reply();
    await backend.close();
    await Promise.all(connections.map((connection) => (connection.end(), connection.closed)));
  });

  it('can begin again, also with a base path', async () => {
    const backend = new Simulator({ store: STORE, basePath: '/base/' });
    await backend.close();
    for (let count = 0; count < 2; count += 1) {
      const place = await backend.start();
      expect(place.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/base$/);
      const connection = new Connection(place.url);
      connection.send(plainRequest().replace(PATH, `/base${PATH}`));
      expect(codeOf(await connection.reply())).toBe('Ok');
      await backend.close();
    }
  });
});
