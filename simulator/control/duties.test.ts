import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_IDS, endpointOf, type EndpointId } from '../../src/spec/endpoints.ts';
import { DUTY_IDS, type DutyId } from '../../src/judge/rules/duties.ts';
import { controlled, FILE, secretOf, type Controlled } from './test-helpers/controlled.ts';

const strict = await controlled();
/** Answers other spellings of the path, so that nothing else is wrong with them. */
const lenient = await controlled({
  answers: [...FILE.dialectAnswers, { question: 'path.spelling', at: '', option: 'the endpoint' }],
});

interface Sends {
  readonly on?: EndpointId;
  readonly method?: string;
  readonly path?: string;
  /** In place of the usual lines of these names, or besides them; null: none is sent. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: unknown;
}

const IDS = { gamePlayer: 'playerann1', characterPlayer: 'characterann'.slice(0, 11), group: 'grouplarks' };

/** Sends a request in which only what is named is odd. */
async function send({ url }: Controlled, sends: Sends): Promise<void> {
  const { on = 'group.admin', method = 'POST', path, headers = {}, body } = sends;
  const { path: own, variant, resource, idMember } = endpointOf(on);
  const isClient = variant === 'client';
  const all = {
    'Content-Type': 'application/json',
    'Secret-Key': secretOf(isClient ? 'player' : 'admin'),
    ...(isClient && { 'Auth-Token': secretOf('ann') }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => [name, value]),
  );
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { [idMember]: IDS[resource] });
  const length = method === 'POST' ? Buffer.byteLength(text) : 0;
  const framing = ['Host', 'a', 'Content-Length', String(length)];
  const { hostname, port } = new URL(url);
  await new Promise<void>((done, failed) => {
    const sent = request({ hostname, port, method, path: path ?? own, headers: [...framing, ...lines] });
    sent.on('response', (reply) => reply.resume().on('end', done)).on('error', failed);
    sent.end(method === 'POST' ? text : undefined);
  });
}

/** The duties that the journal shows of a request. */
async function broken(sends: Sends, to: Controlled = lenient): Promise<readonly DutyId[]> {
  await send(to, sends);
  const { duties } = (await to.api(`GET /journal/${to.sim.journal.total}`)).json;
  return duties.map(({ duty }: { duty: DutyId }) => duty);
}

const PATH = endpointOf('group.admin').path;
const PLAYER = 'gamePlayer.client' satisfies EndpointId;
const UNITY = 'UnityPlayer/2022.3.10f1 (UnityWebRequest/1.0)';

const BROKEN: readonly (readonly [DutyId, Sends])[] = [
  ['method', { method: 'GET' }],
  ['method', { method: 'PUT' }],
  ['path', { path: '/api/rJson/group/admin/getTags' }],
  ['path', { path: '/api/rJson/group/admin/get-tag?x=1' }],
  ['path', { path: '/api/rJson/groups/admin/getTag' }],
  ['path', { path: '/api/rJson/group/getTag' }],
  ['path', { path: '/api/rJson/getTag', method: 'GET' }],
  ['content-type', { headers: { 'Content-Type': null } }],
  ['content-type', { headers: { 'Content-Type': 'text/plain' } }],
  ['content-type', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
  ['secret-key', { headers: { 'Secret-Key': null } }],
  ['secret-key', { headers: { 'Secret-Key': '' } }],
  ['secret-key', { on: PLAYER, headers: { 'Secret-Key': null, Secret_Key: secretOf('player') } }],
  ['secret-key-role', { headers: { 'Secret-Key': secretOf('player') } }],
  ['secret-key-role', { on: PLAYER, headers: { 'Secret-Key': secretOf('admin') } }],
  ['auth-token', { on: PLAYER, headers: { 'Auth-Token': null } }],
  ['auth-token', { on: 'group.client', headers: { 'Auth-Token': ' ' } }],
  ['auth-token-not-sent', { headers: { 'Auth-Token': secretOf('ann') } }],
  ['auth-token-not-sent', { on: 'group.server', headers: { 'Auth-Token': 'made up' } }],
  ['game-id', { headers: { 'Secret-Key': secretOf('roaming-admin') } }],
  ['game-id', { headers: { 'Secret-Key': secretOf('roaming-admin'), 'Game-Id': '' } }],
  ['body', { body: '{"groupId":' }],
  ['body', { body: '["grouplarks"]' }],
  ['body', { body: 'groupId=grouplarks' }],
  ['body', { body: '' }],
  ['id', { body: {} }],
  ['id', { body: { groupId: null } }],
  ['id', { body: { groupId: 1234567890 } }],
  ['id', { body: { groupId: 'grouplark' } }],
  ['id', { body: { groupId: 'grouplarks ' } }],
  ['id', { on: PLAYER, body: { userId: 'playerann' } }],
  ['id', { on: 'characterPlayer.client', body: { characterId: 'playerann1' } }],
  ['tag-keys', { body: { groupId: 'grouplarks', tagKeys: 'vip' } }],
  ['tag-keys', { body: { groupId: 'grouplarks', tagKeys: ['vip', 7] } }],
  ['tag-keys', { body: { groupId: 'grouplarks', tagKeys: { vip: true } } }],
  ['repeated-header', { headers: { 'Secret-Key': [secretOf('admin'), secretOf('admin')] } }],
  ['repeated-header', { on: PLAYER, headers: { 'Auth-Token': [secretOf('ann'), secretOf('ann')] } }],
  ['repeated-header', { headers: { 'Game-Id': ['meadow-run', 'harbor-lights'] } }],
  ['secret-in-target', { path: `${PATH}?secretKey=whatever` }],
  ['secret-in-target', { path: `${PATH}?a=1&Auth-Token=x` }],
  ['secret-in-target', { path: `${PATH}?k=${secretOf('admin')}` }],
  ['admin-key-in-client', { headers: { 'User-Agent': UNITY } }],
  ['admin-key-in-client', { headers: { Origin: 'http://localhost:5173' } }],
];

/** What keeps every duty, or is open. */
const KEPT: readonly (readonly [string, Sends])[] = [
  ...ENDPOINT_IDS.map((on) => [on, { on }] as const),
  ['a charset', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }],
  ['another charset', { headers: { 'Content-Type': 'application/json;charset=latin1' } }],
  ['a Content-Type in another case', { headers: { 'Content-Type': 'Application/JSON' } }],
  ['blanks around values', { headers: { 'Content-Type': ' application/json  ' } }],
  ['names of headers in another case', { headers: { 'Secret-Key': null, 'sEcReT-kEy': secretOf('admin') } }],
  ['another operation', { path: '/api/rJson/group/admin/setTag' }],
  ['another API', { path: '/api/v2/groups', method: 'GET', headers: { 'Secret-Key': null } }],
  ['favicon', { path: '/favicon.ico?secret-key=x', method: 'GET' }],
  ['a preflight', { method: 'OPTIONS' }],
  ['a userId that is left out', { on: PLAYER, body: {} }],
  ['a userId of null', { on: PLAYER, body: { userId: null } }],
  ['an id whose length is open', { body: { groupId: 'grouplärk' } }],
  ['tagKeys of null', { body: { groupId: 'grouplarks', tagKeys: null } }],
  ['no tagKeys', { body: { groupId: 'grouplarks', tagKeys: [] } }],
  ['odd tagKeys', { body: { groupId: 'grouplarks', tagKeys: ['', null, 'vip', 'vip'] } }],
  ['more members', { body: { groupId: 'grouplarks', more: 1, constructor: 2 } }],
  ['a name that occurs twice', { body: '{"groupId":"grouplarks","groupId":"grouplarks"}' }],
  [
    'an unknown key',
    { headers: { 'Secret-Key': 'a-key-that-was-never-issued', Origin: 'http://localhost:1' } },
  ],
  ['a Game-Id that is not needed', { headers: { 'Game-Id': 'meadow-run' } }],
  ['the key of a game client', { on: PLAYER, headers: { 'User-Agent': UNITY } }],
  ['a query', { path: `${PATH}?secretary=x&authtoken=` }],
];

describe('GET /clients', () => {
  const asked = async (own: Controlled): Promise<ReturnType<typeof JSON.parse>> =>
    (await own.api('GET /clients')).json.items;

  it('counts by User-Agent or key what each client broke, also in requests that the journal has dropped', async () => {
    const own = await controlled({ journalCapacity: 2 });
    const unity = (headers = {}): Promise<void> =>
      send(own, { on: PLAYER, headers: { 'User-Agent': UNITY, ...headers } });
    await unity({ 'Auth-Token': null });
    await send(own, { body: { groupId: 'short', tagKeys: 7 } });
    await send(own, { headers: { 'Secret-Key': 'a-key-that-was-never-issued' } });
    await unity();
    await unity({ 'Auth-Token': null });
    await unity({ 'Content-Type': null });
    await unity();
    const one = { section: '4.2', text: expect.any(String) };
    expect(await asked(own)).toEqual([
      {
        name: UNITY,
        requests: 5,
        broken: [
          { duty: 'auth-token', ...one, count: 2, first: 1, last: 5 },
          { duty: 'content-type', ...one, count: 1, first: 6, last: 6 },
        ],
      },
      {
        name: 'key admin',
        requests: 1,
        broken: [
          { duty: 'id', section: '4.3', text: expect.any(String), count: 1, first: 2, last: 2 },
          { duty: 'tag-keys', section: '4.3', text: expect.any(String), count: 1, first: 2, last: 2 },
        ],
      },
      { name: 'no User-Agent, no known key', requests: 1, broken: [] },
    ]);
  });

  it('has a bound: further clients are one, and a long name or a secret in one is not shown', async () => {
    const own = await controlled({ secrets: FILE.secrets.map((each) => ({ ...each, public: false })) });
    const agents = [`bot ${secretOf('admin')}`, 'x'.repeat(5000), '__proto__'];
    for (const agent of [...agents, ...Array.from({ length: 60 }, (_, at) => `bot ${at}`)])
      await send(own, { headers: { 'User-Agent': agent } });
    const items = await asked(own);
    expect(items.length).toBe(51);
    expect(items[0]).toMatchObject({ name: 'all other clients', requests: 13 });
    expect(items.map(({ name }: { name: string }) => name)).toContain('__proto__');
    const text = JSON.stringify(items);
    expect(text).not.toContain(secretOf('admin'));
    expect(text).not.toContain('x'.repeat(201));
  });
});

describe('duties of clients', () => {
  it.each(BROKEN)('%s is noticed in %j', async (duty, sends) => {
    expect(await broken(sends)).toEqual([duty]);
    const after = lenient.sim.journal.total - 1;
    expect((await lenient.api(`GET /journal?duty=${duty}&after=${after}`)).json.fitting).toBe(1);
  });

  it.each(['internal', 'intrenal'])(
    'are noticed where the header X-Tagproof-Fault: %s is answered',
    async (fault) => {
      const headers = { 'Content-Type': 'text/plain', 'X-Tagproof-Fault': fault };
      expect(await broken({ headers, body: { groupId: 5 } })).toEqual(['content-type', 'id']);
      const { json } = await lenient.api(`GET /journal/${lenient.sim.journal.total}`);
      expect(json).toMatchObject({ endpoint: 'group.admin', key: 'admin', path: [{ check: 'fault' }] });
    },
  );

  it.each([
    [{ body: {} }, 'groupId is missing: send groupId, a string of 10 characters'],
    [
      { body: { groupID: 'grouplarks' } },
      'groupId is missing, a member has nearly its name: send groupId, a string of 10 characters',
    ],
    [{ body: { groupId: null } }, 'groupId is null: send groupId, a string of 10 characters'],
    [{ body: { groupId: [] } }, 'groupId is of type array: send groupId, a string of 10 characters'],
    [{ body: { groupId: '' } }, 'groupId is empty: send groupId, a string of 10 characters'],
    [
      { on: 'characterPlayer.server', body: { characterId: 'short' } } as const,
      'characterId is too short: send characterId, a string of 11 characters',
    ],
    [
      { on: PLAYER, body: { userId: 'playerann12' } },
      'userId is too long: send userId, a string of 10 characters',
    ],
    [
      { body: { groupId: 'grouplarks', tagKeys: 'vip' } },
      'tagKeys is of type string: send an array of strings, or leave it out',
    ],
    [
      { body: { groupId: 'grouplarks', tagKeys: ['vip', 7] } },
      'an element of tagKeys is of type number: send an array of strings, or leave it out',
    ],
  ] as const)('say which case it is and what to do: %j', async (sends, text) => {
    await send(lenient, sends);
    const { json } = await lenient.api(`GET /journal/${lenient.sim.journal.total}`);
    expect(json.duties).toMatchObject([{ text }]);
  });

  it('are all in the table', () => {
    expect([...new Set(BROKEN.map(([duty]) => duty))].toSorted()).toEqual([...DUTY_IDS].toSorted());
  });

  it.each(['/api/rJson/Group/admin/getTag', `${PATH}/`, `${PATH}/?x=1`, '/api//rJson/group/admin/get%54ag'])(
    'the spelling of %s breaks one only where no operation is reached by it',
    async (path) => {
      expect([await broken({ path }), await broken({ path }, strict)]).toEqual([[], ['path']]);
    },
  );

  it('a query breaks none, also where it leads nowhere: the document is silent about it', async () => {
    const path = `${PATH}?x=1`;
    expect([await broken({ path }), await broken({ path }, strict)]).toEqual([[], []]);
    const { json } = await strict.api(`GET /journal/${strict.sim.journal.total}`);
    expect(json).toMatchObject({
      returnCode: 'OperationInvalid',
      nearMisses: ['leave the query out: what a backend answers to one is open (path.spelling)'],
    });
  });

  it.each(KEPT)('none is broken by %s', async (_, sends) => {
    expect(await broken(sends)).toEqual([]);
  });
});
