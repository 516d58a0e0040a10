/** How the control API treats pages of other sites, wrong tokens, odd paths and large or slow bodies. */
import { describe, expect, it } from 'vitest';
import { Connection, replyTo, type WireReply } from '../test-helpers/connection.ts';
import { head } from '../test-helpers/head.ts';
import { ControlledSimulator } from './controlled-simulator.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { controlled, FILE, GAME, TOKEN } from './test-helpers/controlled.ts';

const { api, url, call, sim } = await controlled({ control: { token: TOKEN, hosts: ['sim.internal'] } });
const { host, port } = new URL(url);

/** Sends a head as it stands. */
const raw = (...lines: Parameters<typeof head>): Promise<WireReply | undefined> =>
  replyTo(url, head(...lines));

const AUTHORIZATION = `Authorization: Bearer ${TOKEN}`;
const errorOf = (reply: WireReply | undefined): unknown => JSON.parse(reply?.body ?? '{}').error?.code;

describe('the token', () => {
  it.each(CONTROL_ROUTES.filter(({ open }) => !open).map(({ method, path }) => `${method} ${path}`))(
    '%s is refused without it, and with another one',
    async (methodAndPath) => {
      const [method = '', path = ''] = methodAndPath
        .replaceAll('{kind}', 'players')
        .replaceAll(/\{\w+\}/g, 'x')
        .split(' ');
      const before = sim.world.version;
      const others = ['Bearer', `Basic ${TOKEN}`, `Bearer ${TOKEN} ${TOKEN}`];
      for (const Authorization of ['', `Bearer ${TOKEN}x`, ...(path === '/world' ? others : [])]) {
        const reply = await fetch(`${url}/_tagproof${path}`, { method, headers: { Authorization } });
        expect(reply.status).toBe(401);
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      }
      expect(sim.world.version).toBe(before);
    },
  );

  it('is generated, long, and another one for each simulator', () => {
    const made = [1, 2].map(
      () => new ControlledSimulator({ world: FILE.world, secrets: FILE.secrets }).token ?? '',
    );
    expect(new Set(made).size).toBe(2);
    for (const token of made) expect(token).toMatch(/^[\w-]{32}$/);
  });

  it('is checked before anything is revealed: unknown games look like known ones', async () => {
    const ask = (path: string): Promise<string> =>
      fetch(`${url}/_tagproof${path}`).then((reply) => reply.text());
    expect(await ask('/players?game=nowhere')).toBe(await ask(`/players?game=${GAME}`));
  });
});

describe('pages of other sites', () => {
  it.each([
    ['another site', `Host: ${host}`, 'Origin: https://evil.example'],
    ['another port of this machine', `Host: ${host}`, `Origin: http://127.0.0.1:${Number(port) + 1}`],
    ['a sandboxed frame or a file', `Host: ${host}`, 'Origin: null'],
    ['another site, without an Origin', `Host: ${host}`, 'Sec-Fetch-Site: cross-site'],
    [
      'a name that was bound to this address',
      `Host: evil.example:${port}`,
      `Origin: http://evil.example:${port}`,
    ],
    ['a name that was bound to this address, without an Origin', `Host: evil.example:${port}`, 'Accept: */*'],
    ['a name that begins like this machine', `Host: localhost.evil.example`, 'Accept: */*'],
    ['a name that ends like an address', `Host: 127.0.0.1.evil.example`, 'Accept: */*'],
    ['no host', 'Accept: */*', 'Accept: */*'],
    ['a user in the host', `Host: 127.0.0.1@evil.example`, 'Accept: */*'],
  ])('%s is refused though it has the token', async (_, ...lines) => {
    const reply = await raw('GET /_tagproof/status HTTP/1.1', AUTHORIZATION, ...lines);
    expect([reply?.status, errorOf(reply)]).toEqual([403, 'forbidden']);
    expect([...(reply?.headers.keys() ?? [])].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  });

  it('get no preflight answered', async () => {
    const reply = await raw(
      'OPTIONS /_tagproof/reset HTTP/1.1',
      `Host: ${host}`,
      `Origin: http://localhost:5173`,
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: authorization',
    );
    expect(reply?.status).toBe(405);
    expect(reply?.headers.has('access-control-allow-origin')).toBe(false);
  });

  it.each(['localhost', 'app.localhost', '[::1]', '192.168.1.7', 'sim.internal', 'SIM.INTERNAL:8080'])(
    'but %s is a name of its own',
    async (name) => {
      const own = await raw(
        'GET /_tagproof/status HTTP/1.1',
        AUTHORIZATION,
        `Host: ${name}`,
        `Origin: http://${name}`,
      );
      expect(own?.status).toBe(200);
    },
  );
});

describe('paths', () => {
  it.each([
    '/_tagproofx/status',
    '/_TAGPROOF/status',
    '//_tagproof/status',
    '/%5ftagproof/status',
    '/./_tagproof/status',
    '/x/../_tagproof/status',
    `http://${host}/_tagproof/status`,
    '/api/rJson/group/admin/../../../../_tagproof/status',
  ])('%s is none of the control API', async (target) => {
    const reply = await raw(`GET ${target} HTTP/1.1`, `Host: ${host}`, AUTHORIZATION);
    expect(JSON.parse(reply?.body ?? '{}')).toHaveProperty('returnCode');
  });

  it.each([
    '/_tagproof/status/..%2f..%2fhealthz',
    '/_tagproof/status/../healthz',
    '/_tagproof//status',
    '/_tagproof/status/',
    '/_tagproof/keys/%00',
    '/_tagproof/keys/constructor',
    '/_tagproof/__proto__',
    '/_tagproof/constructor/x',
    `/_tagproof/${'x'.repeat(8000)}`,
  ])('%s leads nowhere', async (target) => {
    const reply = await raw(`GET ${target} HTTP/1.1`, `Host: ${host}`, AUTHORIZATION);
    expect([reply?.status, errorOf(reply)]).toEqual([404, 'not-found']);
  });

  it('with --no-control are unknown operations', async () => {
    const own = await controlled({ control: false });
    const reply = await fetch(`${own.url}/_tagproof/healthz`);
    expect(await reply.json()).toMatchObject({ returnCode: -4 });
  });
});

describe('bodies', () => {
  const post = (length: string): readonly string[] => [
    `PUT /_tagproof/players/playernew1?game=${GAME} HTTP/1.1`,
    `Host: ${host}`,
    AUTHORIZATION,
    length,
  ];

  it('that are announced as too large are refused before they come', async () => {
    const [line = '', ...lines] = post('Content-Length: 999999999');
    const reply = await raw(line, ...lines);
    expect([reply?.status, errorOf(reply), reply?.headers.get('connection')]).toEqual([
      413,
      'too-large',
      'close',
    ]);
  });

  it('that grow too large are refused while they come', async () => {
    const connection = new Connection(url);
    connection.send([...post('Transfer-Encoding: chunked'), '', ''].join('\r\n'));
    const piece = 'x'.repeat(0x100000);
    for (let sent = 0; sent < 33; sent += 1) connection.send(`100000\r\n${piece}\r\n`);
    const reply = await connection.reply();
    connection.destroy();
    expect([reply?.status, errorOf(reply)]).toEqual([413, 'too-large']);
  });

  it('without the token are not read at all', async () => {
    const reply = await raw('POST /_tagproof/reset HTTP/1.1', `Host: ${host}`, 'Content-Length: 999999999');
    expect([reply?.status, reply?.headers.get('connection')]).toEqual([401, 'close']);
  });

  it('that never end are given up, while others are served', async () => {
    const slow = await controlled({ control: { token: TOKEN, bodyTimeoutMs: 100 } });
    const connection = new Connection(slow.url);
    connection.send([...post('Content-Length: 50'), '', '{"userId"'].join('\r\n'));
    expect((await slow.call('group.admin', { groupId: 'grouplarks' })).json.returnCode).toBe(1);
    const reply = await connection.reply();
    connection.destroy();
    expect([reply?.status, errorOf(reply)]).toEqual([408, 'timeout']);
  });

  it('that break off change nothing', async () => {
    const before = sim.world.version;
    const connection = new Connection(url);
    connection.send([...post('Content-Length: 50'), '', '{"userId"'].join('\r\n'));
    connection.destroy();
    expect((await api('GET /status')).status).toBe(200);
    expect(sim.world.version).toBe(before);
  });

  it('nested very deep, or no UTF-8, are refused', async () => {
    const deep = '['.repeat(100_000);
    expect((await api(`PUT /players/playernew1?game=${GAME}`, deep)).status).toBe(400);
    expect((await api('PUT /world', `world: ${deep}`)).status).toBe(400);
    const bytes = await fetch(`${url}/_tagproof/keys/odd`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${TOKEN}` },
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect(bytes.status).toBe(400);
  });

  it('asked for with Expect are taken', async () => {
    const body = '{"role":"Admin"}';
    const connection = new Connection(url);
    connection.send(
      [
        'PUT /_tagproof/keys/asked HTTP/1.1',
        `Host: ${host}`,
        AUTHORIZATION,
        'Expect: 100-continue',
        `Content-Length: ${body.length}`,
        '',
        '',
      ].join('\r\n'),
    );
    expect((await connection.reply())?.status).toBe(100);
    connection.send(body);
    expect((await connection.reply())?.status).toBe(200);
    connection.destroy();
  });
});

it('under load, resets and replaced worlds never show a world in between', async () => {
  const tags = (value: string): unknown => ({
    tags: [
      { key: 'a', value },
      { key: 'b', value },
    ],
  });
  await api(`PUT /groups/grouplarks/tags?game=${GAME}`, tags('one'));
  const { text: one } = await api('GET /world');
  await api(`PUT /groups/grouplarks/tags?game=${GAME}`, tags('two'));
  const { text: two } = await api('GET /world');
  const over = new AbortController();
  const asking = Array.from({ length: 8 }, async () => {
    const seen = new Set<string>();
    while (!over.signal.aborted) {
      const { json } = await call('group.admin', { groupId: 'grouplarks' });
      seen.add(json.parameters.infoResponseParameters.tags.map((tag: { value: string }) => tag.value).join());
    }
    return [...seen];
  });
  for (let round = 0; round < 3; round += 1) {
    await api('PUT /world', one);
    await api('PUT /world', two);
  }
  over.abort();
  const seen = new Set((await Promise.all(asking)).flat());
  expect([...seen].toSorted()).toEqual(['one,one', 'two,two']);
  await api('POST /reset');
});

it('no reply of the control API may be stored, framed as another type, or read by other origins', async () => {
  for (const path of ['GET /healthz', 'GET /status', 'GET /nowhere', 'GET /world']) {
    const { headers } = await api(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});
