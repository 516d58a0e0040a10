/** A folder beside the operations: types and codings of game builds, and nothing from outside of the folder. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlled, tagsIn } from '../control/test-helpers/controlled.ts';
import { filesIn } from './files.ts';

const base = mkdtempSync(join(tmpdir(), 'tagproof-serve-'));
const folder = join(base, 'build');
const WASM = Buffer.from('\0asm not really');
let url = '';
let port = 0;

beforeAll(async () => {
  mkdirSync(join(folder, 'Build'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'api', 'rJson'), { recursive: true });
  writeFileSync(join(base, 'secret.txt'), 'outside');
  const files: Readonly<Record<string, string | Buffer>> = {
    'index.html': '<!doctype html><title>game</title>',
    'a b%.txt': 'odd name',
    'Build/g.wasm': WASM,
    'Build/g.wasm.br': brotliCompressSync(WASM),
    'Build/g.data.gz': gzipSync('data'),
    'Build/g.framework.js.br': brotliCompressSync('1'),
    'Build/index.html': 'sub',
    'Build/g.pck': 'pck',
    '.env': 'hidden',
    'api/rJson/file.txt': 'not to be served',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  symlinkSync(join(base, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(base, join(folder, 'up'));
  symlinkSync('.env', join(folder, 'hidden.txt'));
  symlinkSync('index.html', join(folder, 'inside.html'));
  ({ url } = await controlled({ files: filesIn({ folder, isolated: true }) }));
  port = Number(new URL(url).port);
});
afterAll(() => rmSync(base, { recursive: true }));

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A request whose path is sent as it stands. */
function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, method }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(pieces) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('a file', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', undefined],
    ['/index.html?v=1', 'text/html; charset=utf-8', undefined],
    ['/Build/', 'text/html; charset=utf-8', undefined],
    ['/inside.html', 'text/html; charset=utf-8', undefined],
    ['/a%20b%25.txt', 'text/plain; charset=utf-8', undefined],
    ['/Build/g.wasm', 'application/wasm', undefined],
    ['/Build/g.wasm.br', 'application/wasm', 'br'],
    ['/Build/g.data.gz', 'application/octet-stream', 'gzip'],
    ['/Build/g.framework.js.br', 'text/javascript; charset=utf-8', 'br'],
    ['/Build/g.pck', 'application/octet-stream', undefined],
  ])('%s is %s', async (path, type, coding) => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([200, type, coding]);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is what fetch makes of its coding', async () => {
    for (const name of ['g.wasm', 'g.wasm.br']) {
      const bytes = Buffer.from(await (await fetch(`${url}/Build/${name}`)).arrayBuffer());
      expect(bytes.equals(WASM)).toBe(true);
    }
  });

  test('that is stored compressed beside itself is sent so where the client takes it', async () => {
    const coded = await get('/Build/g.wasm', { 'Accept-Encoding': 'gzip, br' });
    expect(coded.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    const plain = await get('/Build/g.wasm', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('is not sent again where it is known, and in parts where they are asked for', async () => {
    const { headers } = await get('/Build/g.wasm');
    expect((await get('/Build/g.wasm', { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
    const part = await get('/Build/g.wasm', { Range: 'bytes=1-3' });
    expect([part.status, part.body.toString()]).toEqual([206, 'asm']);
    expect((await get('/', {}, 'HEAD')).body).toHaveLength(0);
  });

  test.each(['bytes=5-2', 'bytes=-5', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2'])(
    'with the odd range %s is sent whole',
    async (range) => {
      const { status, body } = await get('/Build/g.wasm', { Range: range });
      expect([status, body.length]).toEqual([200, WASM.length]);
    },
  );

  test('of a new build is served at once, and one that is gone is gone', async () => {
    const path = join(folder, 'new.txt');
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    for (const text of ['one', 'two']) {
      writeFileSync(path, hash(text));
      expect((await get('/new.txt')).body.toString()).toBe(hash(text));
    }
    unlinkSync(path);
    expect((await get('/new.txt')).status).toBe(404);
  });
});

describe('what is not a file of the folder is 404, the same text whether it is hidden, outside or nowhere', () => {
  test.each([
    '/nothing.txt',
    '/nothing.txt?v=1',
    '/favicon.ico',
    '/api',
    '/api/rJsonp.js',
    '/empty',
    '/empty/',
    '/.env',
    '/%2eenv',
    '/link.txt',
    '/up/secret.txt',
    '/hidden.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/Build/..%5c..%5csecret.txt',
    '/Build/%00.html',
    '/%',
    '/%ff',
    '//etc/passwd',
    'http://127.0.0.1/index.html',
  ])('%s', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(body.toString()).toBe('not found: the folder of --serve holds no such file\n');
  });

  test('and to HEAD the head of that', async () => {
    const { status, headers, body } = await get('/nothing.txt', {}, 'HEAD');
    expect([status, Number(headers['content-length']), body.length]).toEqual([404, 52, 0]);
  });

  test('and no entry of the journal, which is that of the backend', async () => {
    const { sim, url: own } = await controlled({ files: filesIn({ folder, isolated: true }) });
    await fetch(`${own}/favicon.ico`);
    expect(sim.journal.total).toBe(0);
  });
});

describe('requests to the operations are answered as without the folder', () => {
  test.each([
    ['GET', '/api/rJson/file.txt'],
    ['GET', '/api/rJson'],
    ['GET', '/api/rJson/gamePlayer/client/getTag'],
    ['GET', '//API/rjson/gamePlayer/client/getTag/'],
    ['GET', 'http://127.0.0.1/api/rJson/group/admin/getTag'],
    ['HEAD', '/api/rJson/group/admin/getTag'],
    ['POST', '/nothing.txt'],
    ['PUT', '/index.html'],
  ])('%s %s', async (method, path) => {
    const { status, headers, body } = await get(path, {}, method);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('application/json')]);
    if (method !== 'HEAD') expect(JSON.parse(body.toString())).toHaveProperty('returnCode');
  });
});

test('a folder without a slash leads to the one with it', async () => {
  const { status, headers } = await get('/Build');
  expect([status, headers['location']]).toEqual([301, '/Build/']);
});

test('the operations and the control API come first', async () => {
  const { call, api } = await controlled({ files: filesIn({ folder, isolated: false }) });
  expect(
    tagsIn(await call('gamePlayer.admin', { userId: 'playerann1' }, { 'Game-Id': 'meadow-run' })),
  ).toBeDefined();
  expect((await api('GET /games')).status).toBe(200);
});

test('without isolation a page may load what it likes', async () => {
  const open = await controlled({ files: filesIn({ folder, isolated: false }) });
  const { headers } = await fetch(`${open.url}/`);
  expect(headers.has('cross-origin-embedder-policy')).toBe(false);
});
