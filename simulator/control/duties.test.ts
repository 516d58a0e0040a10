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

/** The duties that the journal shows of a request, with what it says of them. */
async function journalled(
  sends: Sends,
  to: Controlled = lenient,
): Promise<readonly { readonly duty: DutyId; readonly text: string }[]> {
  await send(to, sends);
  return (await to.api(`GET /journal/${to.sim.journal.total}`)).json.duties;
}

const broken = async (sends: Sends, to?: Controlled): Promise<readonly DutyId[]> =>
  (await journalled(sends, to)).map(({ duty }) => duty);

const PATH = endpointOf('group.admin').path;
const PLAYER = 'gamePlayer.client' satisfies EndpointId;
const UNITY = 'UnityPlayer/2022.3.10f1 (UnityWebRequest/1.0)';

/** Each breaks one duty. */
const BROKEN: readonly Sends[] = [
  { method: 'GET' },
  { method: 'PUT' },
  { path: '/api/rJson/group/admin/getTags' },
  { path: '/api/rJson/group/admin/get-tag?x=1' },
  { path: '/api/rJson/groups/admin/getTag' },
  { path: '/api/rJson/group/getTag' },
  { path: '/api/rJson/getTag', method: 'GET' },
  { headers: { 'Content-Type': null } },
  { headers: { 'Content-Type': 'text/plain' } },
  { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  { headers: { 'Secret-Key': null } },
  { headers: { 'Secret-Key': '' } },
  { on: PLAYER, headers: { 'Secret-Key': null, Secret_Key: secretOf('player') } },
  { headers: { 'Secret-Key': secretOf('player') } },
  { on: PLAYER, headers: { 'Secret-Key': secretOf('admin') } },
  { on: PLAYER, headers: { 'Auth-Token': null } },
  { on: 'group.client', headers: { 'Auth-Token': ' ' } },
  { headers: { 'Auth-Token': secretOf('ann') } },
  { on: 'group.server', headers: { 'Auth-Token': 'made up' } },
  { headers: { 'Secret-Key': secretOf('roaming-admin') } },
  { headers: { 'Secret-Key': secretOf('roaming-admin'), 'Game-Id': '' } },
  { body: '{"groupId":' },
  { body: '["grouplarks"]' },
  { body: 'groupId=grouplarks' },
  { body: '' },
  { body: {} },
  { body: { groupId: null } },
  { body: { groupId: 1234567890 } },
  { body: { groupId: 'grouplark' } },
  { body: { groupId: 'grouplarks ' } },
  { on: PLAYER, body: { userId: 'playerann' } },
  { on: 'characterPlayer.client', body: { characterId: 'playerann1' } },
  { body: { groupID: 'grouplarks' } },
  { body: { groupId: [] } },
  { body: { groupId: '' } },
  { on: 'characterPlayer.server', body: { characterId: 'short' } },
  { on: PLAYER, body: { userId: 'playerann12' } },
  { body: { groupId: 'grouplarks', tagKeys: 'vip' } },
  { body: { groupId: 'grouplarks', tagKeys: ['vip', 7] } },
  { body: { groupId: 'grouplarks', tagKeys: { vip: true } } },
  { headers: { 'Secret-Key': [secretOf('admin'), secretOf('admin')] } },
  { on: PLAYER, headers: { 'Auth-Token': [secretOf('ann'), secretOf('ann')] } },
  { headers: { 'Game-Id': ['meadow-run', 'harbor-lights'] } },
  { path: `${PATH}?secretKey=whatever` },
  { path: `${PATH}?a=1&Auth-Token=x` },
  { path: `${PATH}?k=${secretOf('admin')}` },
  { headers: { 'User-Agent': UNITY } },
  { headers: { Origin: 'http://localhost:5173' } },
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
  it('are noticed, and say which case it is and what to do', async () => {
    const seen = new Set<DutyId>();
    const texts: string[] = [];
    for (const sends of BROKEN) {
      const [first, ...more] = await journalled(sends);
      if (first === undefined) throw new Error(`no duty is noticed in ${JSON.stringify(sends)}`);
      expect(more).toEqual([]);
      const after = lenient.sim.journal.total - 1;
      expect((await lenient.api(`GET /journal?duty=${first.duty}&after=${after}`)).json.fitting).toBe(1);
      seen.add(first.duty);
      texts.push(`${JSON.stringify(sends)}\n  ${first.duty}: ${first.text}\n`);
    }
    await expect(texts.join('')).toMatchFileSnapshot('__snapshots__/duties.txt');
    expect([...seen].toSorted()).toEqual([...DUTY_IDS].toSorted());
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
