import { describe, expect, it } from 'vitest';
import { controlled, FILE, GAME, secretOf, TOKEN } from './test-helpers/controlled.ts';

const { api, call, url, sim } = await controlled();

/** The entry of the last request. */
const last = async (): Promise<ReturnType<typeof JSON.parse>> =>
  (await api(`GET /journal/${sim.journal.total}`)).json;

describe('an entry', () => {
  it('holds who asked for what, the reply, and each step of the decision', async () => {
    await call('group.admin', { groupId: 'grouplarks' });
    expect(await last()).toMatchObject({
      method: 'POST',
      endpoint: 'group.admin',
      key: 'admin',
      token: null,
      game: GAME,
      subject: 'grouplarks',
      status: 200,
      returnCode: 'Ok',
      errorCode: 'Ok',
      duties: [],
      request: { body: '{"groupId":"grouplarks"}', bytes: 24 },
      nearMisses: [],
    });
    expect(
      (await last()).path.map(({ check, outcome }: Record<string, string>) => `${check} ${outcome}`),
    ).toEqual([
      'size ok',
      'content-type ok',
      'secret-key ok',
      'role ok',
      'game ok',
      'token ok',
      'permission ok',
      'shape ok',
      'members ok',
      'authorisation ok',
      'subject ok',
    ]);
  });

  it('counts a tag that comes alone', async () => {
    await call('group.admin', { groupId: 'grouplarks', tagKeys: ['motto'] });
    expect((await last()).reason).toContain('"grouplarks": 1 tag, Ok');
  });

  it('says in one line why a request was refused', async () => {
    await call('gamePlayer.client', { userId: 'short' });
    expect((await last()).why).toBe(
      'size ok (18 bytes), Content-Type ok, Secret-Key ok (player), role ok (Player), Game-Id ok (meadow-run, by the key), Auth-Token ok (ann), rule ok (gamePlayer.getTag.selfEnable), body ok, userId: StringMinLength, a string of 10 characters is expected: InvalidRequestParameters (-5)',
    );
  });

  it('keeps the state of its time, though the world has changed since', async () => {
    await call('group.admin', { groupId: 'grouplarks' }, { 'Secret-Key': secretOf('admin-no-rules') });
    await api('DELETE /keys/admin-no-rules');
    expect(await last()).toMatchObject({ key: 'admin-no-rules', returnCode: 'OperationNotAllow' });
    await api('POST /reset');
  });

  it('keeps the beginning of a long body, and its length', async () => {
    await call('group.admin', { groupId: 'grouplarks', more: 'x'.repeat(100_000) });
    const { request, returnCode } = await last();
    expect([request.body.length, request.bytes, returnCode]).toEqual([
      65_536,
      100_034,
      'MaxSizeRequestReject',
    ]);
  });

  it('of a request that reached no operation says so', async () => {
    await fetch(`${url}/api/rJson/group/admin/getTags`, { method: 'POST' });
    expect(await last()).toMatchObject({
      endpoint: null,
      returnCode: 'OperationInvalid',
      nearMisses: ['did you mean the path /api/rJson/group/admin/getTag?'],
    });
  });
});

const MISSES: readonly Parameters<typeof call>[] = [
  ['group.admin', { groupId: 'grouplarks' }, { 'Secret-Key': secretOf('all-but-group-admin') }],
  ['group.admin', { groupId: 'grouplarks' }, { 'Secret-Key': secretOf('player') }],
  ['group.admin', { groupId: 'grouplarks' }, { 'Secret-Key': `${secretOf('admin')}0` }],
  ['group.admin', { groupId: 'grouplarks' }, { 'Secret-Key': secretOf('ann') }],
  [
    'group.admin',
    { groupId: 'grouplarks' },
    { 'Secret-Key': secretOf('roaming-admin'), 'Game-Id': 'meadowrun' },
  ],
  ['group.client', { groupId: 'grouplarks' }, { 'Auth-Token': secretOf('admin') }],
  ['group.admin', { groupId: 'harborcrew' }],
  ['group.admin', { groupId: 'playerann1' }],
  ['group.admin', { groupId: 'grouplarkz' }],
  ['gamePlayer.client', { userID: 'playerbob2' }],
  ['group.admin', { groupid: 'grouplarks', tagkeys: [] }],
  ['group.admin', { groupId: 'grouplarks', groupid: 'x', more: 1 }],
];

it('near misses name what was meant, whatever the answer', async () => {
  const texts: string[] = [];
  for (const [on, ...sent] of MISSES) {
    await call(on, ...sent);
    texts.push(
      [[on, ...sent.map((each) => JSON.stringify(each))].join(' '), ...(await last()).nearMisses].join(
        '\n  ',
      ),
    );
  }
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/near-misses.txt');
});

it('secrets that are not public never appear in the journal', async () => {
  const own = await controlled({ secrets: FILE.secrets.map((secret) => ({ ...secret, public: false })) });
  const key = secretOf('admin');
  const said = [key, Buffer.from(`:${key}`).toString('base64'), Buffer.from(key).toString('hex')];
  await own.call(
    'group.admin',
    { groupId: key, more: said },
    { 'X-Debug': said.join(' '), 'X-Api-Key': 'of-something-else', Cookie: 'session=abc' },
  );
  await own.call('group.admin', {}, { 'Secret-Key': 'the-real-key-of-production' });
  await fetch(`${own.url}/x?a=1&secretKey=the-real-key-of-production&authToken=${key}`);
  const { text, json } = await own.api('GET /journal?details=true');
  for (const each of [...said, 'the-real-key-of-production', 'of-something-else', 'session=abc'])
    expect(text).not.toContain(each);
  expect(json.items[0].request.headers).toContainEqual(['Secret-Key', '$ADMIN_KEY']);
  expect(json.items[1].request.headers).toContainEqual(['Secret-Key', '*** (unknown, 26 characters)']);
  expect(json.items[2].target).toBe('/x?a=1&secretKey=***&authToken=$ADMIN_KEY');
});

it('a request can be waited for', async () => {
  const match = { subject: 'waited-for' };
  const waiting = api('POST /journal/wait', { match, count: 2 });
  await call('group.admin', { groupId: 'waited-for' });
  await call('group.admin', { groupId: 'waited-for' });
  expect((await waiting).json).toMatchObject({ found: true, unseen: 0, items: [{}, {}] });
  expect((await api('POST /journal/wait', { match, count: 3, timeoutMs: 0 })).json).toMatchObject({
    found: false,
    items: [{}, {}],
  });
});

describe('a full journal', () => {
  it('keeps the last requests, and says how many it dropped', async () => {
    const own = await controlled({ journalCapacity: 20 });
    for (let index = 0; index < 50; index += 1)
      await own.call('group.admin', { groupId: `group${index}`.padEnd(10, 'x') });
    const { json } = await own.api('GET /journal');
    expect([json.items.length, json.total, json.dropped, json.items[0].id]).toEqual([20, 50, 30, 31]);
    expect((await own.api('GET /journal/30')).status).toBe(404);
  });

  it('keeps fewer where they are long, within the same memory', async () => {
    const own = await controlled();
    const body = { groupId: 'grouplarks', more: 'x'.repeat(500_000) };
    for (let index = 0; index < 60; index += 1) await own.call('group.admin', body);
    const { json } = await own.api('GET /journal?details=true');
    expect(json.dropped).toBe(60 - json.items.length);
    expect(json.items.length).toBeGreaterThan(20);
    expect(json.items.length).toBeLessThan(30);
  });
});

async function* events(query = ''): AsyncGenerator<{ name: string; data: ReturnType<typeof JSON.parse> }> {
  const response = await fetch(`${url}/_tagproof/journal/events${query}`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      if (name !== undefined) yield { name, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') };
    }
  }
}

it('the stream of events has each request, and of many a sample with the number of those left out', async () => {
  const stream = events('?key=admin');
  expect((await stream.next()).value).toMatchObject({ name: 'hello', data: { capacity: 1000 } });
  await call('gamePlayer.client');
  await call('group.admin', { groupId: 'grouplarks' });
  expect((await stream.next()).value).toMatchObject({ name: 'entry', data: { subject: 'grouplarks' } });
  const { total } = sim.journal;
  for (let index = 0; index < 400; index += 1)
    sim.answer({
      method: 'POST',
      target: '/api/rJson/group/admin/getTag',
      headers: ['Secret-Key', secretOf('admin')],
      body: undefined,
    });
  let counted = 0;
  while (counted < 400) {
    const { name, data } = (await stream.next()).value ?? {};
    counted += name === 'left-out' ? data.count : 1;
    if (name === 'entry') expect(data.id).toBeGreaterThan(total);
  }
  expect(counted).toBe(400);
  await stream.return(undefined);
});

describe('a preflight', () => {
  const preflight = (origin: string): Promise<Response> =>
    fetch(`${url}/api/rJson/group/client/getTag`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });

  it.each([
    [
      'http://game.test:5173',
      'a page at http://game.test:5173 may not send this: add --cors-origin http://game.test:5173',
    ],
    ['null', 'a page from a file or in a sandbox (Origin: null) may not send this: add --cors-origin null'],
    ['http://$(id)', 'a page may not send this: its Origin is not a scheme, a host and perhaps a port'],
    [
      'https://*.game.test',
      'a page may not send this: its Origin is not a scheme, a host and perhaps a port',
    ],
  ])('of %s that is refused says which option allows it', async (origin, text) => {
    await preflight(origin);
    expect(await last()).toMatchObject({
      method: 'OPTIONS',
      reason: text,
      why: text,
      path: [{ check: 'preflight', outcome: 'refused', text }],
      nearMisses: [],
    });
  });

  it('that is granted is not in the journal, and OPTIONS without its headers is a request like others', async () => {
    const before = sim.journal.total;
    expect((await preflight('http://localhost:5173')).status).toBe(204);
    expect(sim.journal.total).toBe(before);
    await fetch(`${url}/api/rJson/group/client/getTag`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://a.test' },
    });
    expect((await last()).path).toMatchObject([{ check: 'route', outcome: 'refused' }]);
  });
});
