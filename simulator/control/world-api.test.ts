import { describe, expect, it } from 'vitest';
import { controlled, FILE, GAME, OTHER_GAME, secretOf, tagsIn, type Api } from './test-helpers/controlled.ts';

const { api, call, sim } = await controlled();
const GROUP = { groupId: 'grouplarks' };
const larks = async (): Promise<unknown> => tagsIn(await call('group.admin', GROUP));
const errorOf = async (reply: ReturnType<Api>): Promise<unknown> => {
  const { status, json } = await reply;
  return [status, json.error.code, json.error.at];
};

describe('tags', () => {
  it('that are set are what the operation returns next', async () => {
    await api(`PUT /games/${GAME}/groups/grouplarks/tags`, { tags: [{ key: 'a', value: 'b' }] });
    expect(await larks()).toEqual([{ key: 'a', value: 'b' }]);
  });

  it('come back with a reset', async () => {
    expect((await api('POST /reset')).status).toBe(204);
    const before = FILE.world.subjects.find(({ id, game }) => id === 'grouplarks' && game === GAME);
    expect(await larks()).toEqual(before?.tags);
  });
});

describe('players, characters and groups', () => {
  it('are added, read, changed and deleted', async () => {
    const made = await api(`POST /games/${GAME}/groups`, { groupId: 'brandnewgr', members: ['playerann1'] });
    expect([made.status, made.json]).toEqual([
      201,
      { groupId: 'brandnewgr', game: GAME, members: ['playerann1'], tags: [] },
    ]);
    expect(tagsIn(await call('group.client', { groupId: 'brandnewgr' }))).toEqual([]);
    const changed = await api(`PUT /games/${GAME}/groups/brandnewgr`, {
      members: ['playerann1'],
      tags: [{ key: 'k', value: 'v' }],
    });
    expect(changed.json.members).toEqual(['playerann1']);
    expect((await api(`GET /games/${GAME}/groups/brandnewgr`)).json).toEqual(changed.json);
    expect((await api(`GET /games/${GAME}/groups?search=brandnew`)).json).toEqual({
      items: [changed.json],
      total: 1,
    });
    expect((await api(`DELETE /games/${GAME}/groups/brandnewgr`)).status).toBe(204);
    expect((await call('group.admin', { groupId: 'brandnewgr' })).json.parameters.errorCode).toBe(12);
  });

  it('a player that is deleted takes its tokens along and is forgotten as owner and member', async () => {
    await api('POST /reset');
    await api(`DELETE /games/${GAME}/players/playerann1`);
    expect((await call('gamePlayer.client')).json.returnCode).toBe(-6);
    const { json } = await api(`GET /games/${GAME}/groups`);
    expect(json.items.flatMap(({ members }: { members: string[] }) => members)).not.toContain('playerann1');
    await api('POST /reset');
    expect((await call('gamePlayer.client')).json.returnCode).toBe(1);
  });

  it('named __proto__ or constructor are ids like others', async () => {
    await api(`PUT /games/${GAME}/characters/constructor`, { tags: [{ key: '__proto__', value: 'x' }] });
    expect(tagsIn(await call('characterPlayer.admin', { characterId: 'constructor' }))).toEqual([
      { key: '__proto__', value: 'x' },
    ]);
    expect(await errorOf(api(`GET /games/__proto__/players`))).toEqual([404, 'not-found', 'path game']);
    expect(await errorOf(api(`GET /games/${GAME}/players/__proto__`))).toEqual([404, 'not-found', 'path id']);
  });
});

describe('what is wrong is refused with its place, and changes nothing', () => {
  const STATUSES = { invalid: 400, 'not-found': 404, 'method-not-allowed': 405, conflict: 409 } as const;
  const PLAYERS = `POST /games/${GAME}/players`;
  const long = { key: 'k', value: { repeat: 'abcdefgh', times: 1_000_000 } };
  it.each([
    [PLAYERS, '{', 'invalid', 'line 1, column 2'],
    [PLAYERS, '', 'invalid', 'body'],
    [PLAYERS, 'null', 'invalid', 'body'],
    [PLAYERS, [], 'invalid', 'body'],
    [PLAYERS, {}, 'invalid', 'body'],
    [PLAYERS, { userId: 'short' }, 'invalid', 'userId'],
    [PLAYERS, { userId: 'playerann1' }, 'conflict', 'userId'],
    [PLAYERS, { userId: 'playernew1', tag: [] }, 'invalid', 'tag'],
    [PLAYERS, '{"userId":"playernew1","__proto__":{"a":1}}', 'invalid', '__proto__'],
    [PLAYERS, { userId: 'playernew1', tags: [{ key: 'a' }] }, 'invalid', 'tags[0]'],
    [PLAYERS, { userId: 'playernew1', tags: [long] }, 'invalid', 'tags[0].value'],
    [PLAYERS, '{"userId":"playernew\\ud800"}', 'invalid', 'userId'],
    [
      `POST /games/${GAME}/groups`,
      { groupId: 'newgroup12', members: ['nobody1234'] },
      'invalid',
      'members[0]',
    ],
    [
      `POST /games/${GAME}/characters`,
      { characterId: 'newcharact1', owner: 'nobody1234' },
      'invalid',
      'owner',
    ],
    [`PUT /games/${GAME}/players/playerann1`, { userId: 'playerann2' }, 'invalid', 'userId'],
    ['POST /games/nowhere/players', { userId: 'playernew1' }, 'not-found', 'path game'],
    ['POST /keys', { role: 'King' }, 'invalid', 'role'],
    ['POST /keys', { name: 'ann', role: 'Admin' }, 'conflict', 'name'],
    ['POST /keys', { role: 'Admin', key: secretOf('admin') }, 'conflict', 'key'],
    ['POST /keys', { role: 'Admin', key: 'line\nbreak' }, 'invalid', 'key'],
    ['POST /keys', { role: 'Admin', game: 'nowhere' }, 'invalid', 'game'],
    ['POST /keys', { role: 'Admin', rules: ['group.getTag.nothing'] }, 'invalid', 'rules[0]'],
    ['POST /keys', { role: 'Admin', limits: { sessions: 2 } }, 'invalid', 'limits.sessions'],
    ['POST /tokens', { player: 'playerann1' }, 'invalid', 'body'],
    ['POST /tokens', { player: 'nobody1234', game: GAME }, 'invalid', 'player'],
    ['POST /tokens', { admin: true, game: GAME }, 'invalid', 'game'],
    [
      'POST /tokens',
      { player: 'playerann1', game: GAME, expiresInSeconds: 0 },
      'invalid',
      'expiresInSeconds',
    ],
    ['PUT /world', '{"world":{}}', 'invalid', 'world.complete'],
    ['PUT /world', '{"target":"http://127.0.0.1","world":{"complete":true}}', 'invalid', 'target'],
    ['PUT /world', 'world: { complete: true\n', 'invalid', 'line 1, column 8'],
    [
      'PUT /world',
      'world: { complete: true, secretKeys: [{ name: a, key: "${env:PATH}", role: Admin }] }',
      'invalid',
      /line 1/,
    ],
    ['PUT /world', 'http: { ca: /etc/passwd }\nworld: { complete: true }', 'invalid', /http/],
    [
      'PUT /world',
      { world: { complete: true, games: [{ id: 'g' }], groups: [{ groupId: 'short', game: 'g' }] } },
      'invalid',
      'world.groups[0].groupId',
    ],
    ['PUT /faults/-', { returnCode: 'UnknownError' }, 'invalid', 'path id'],
    ['POST /faults', {}, 'invalid', 'body'],
    ['POST /faults', { returnCode: 'Ok' }, 'invalid', 'returnCode'],
    ['POST /faults', { latency: { min: 5, max: 1 } }, 'invalid', 'latency.min'],
    ['POST /faults', { latency: 1e12 }, 'invalid', 'latency'],
    ['POST /faults', { kind: 'EMPTY_RESPONSE', endpoint: 'nothing.client' }, 'invalid', 'endpoint'],
    ['POST /faults', { kind: 'EMPTY_RESPONSE', key: 'no-such-key' }, 'not-found', 'key'],
    ['POST /faults', { contentType: 'text/html\r\nX: y' }, 'invalid', 'contentType'],
    ['POST /clock/advance', { seconds: -1 }, 'invalid', 'seconds'],
    ['POST /dialect', { 'codes.returnCode': 'roman' }, 'invalid', 'codes.returnCode'],
    ['POST /dialect', { 'codes.returnCode@group': 'name' }, 'invalid', 'codes.returnCode@group'],
    ['GET /journal?limit=0', undefined, 'invalid', 'query limit'],
    ['GET /journal?limit=1&limit=2', undefined, 'invalid', 'query limit'],
    ['GET /journal?colour=red', undefined, 'invalid', 'query colour'],
    ['GET /journal/1e3', undefined, 'not-found', 'path id'],
    ['GET /keys/%ff', undefined, 'invalid', 'path'],
    ['DELETE /world', undefined, 'method-not-allowed', 'method'],
    ['GET /wrold', undefined, 'not-found', 'path'],
  ] as const)('%s %j', async (methodAndPath, body, code, at) => {
    const before = sim.world.version;
    const { status, json } = await api(methodAndPath, body);
    expect([status, json.error.code]).toEqual([STATUSES[code], code]);
    expect(json.error.at).toMatch(
      typeof at === 'string' ? new RegExp(`^${at.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`) : at,
    );
    expect(json.error.message).not.toBe('');
    expect(sim.world.version).toBe(before);
    expect(sim.faults.size).toBe(0);
  });
});

describe('keys', () => {
  it('are made up where name and value are left out, and work at once', async () => {
    const { json } = await api('POST /keys', { role: 'Admin', game: GAME, rules: 'all' });
    const asked = (): Promise<unknown> =>
      call('group.admin', GROUP, { 'Secret-Key': json.key }).then((reply) => reply.json.returnCode);
    expect(await asked()).toBe(1);
    expect((await api(`GET /keys?game=${GAME}`)).json.items).toContainEqual(json);
    expect((await api(`GET /keys?game=${OTHER_GAME}`)).json.items).not.toContainEqual(json);
    expect((await api(`DELETE /keys/${json.name}`)).status).toBe(204);
    expect((await api(`GET /keys/${json.name}`)).status).toBe(404);
    expect(await asked()).toBe(-10);
  });
});

describe('tokens', () => {
  const as = async (token: string): Promise<unknown> =>
    (await call('gamePlayer.client', {}, { 'Auth-Token': token })).json.returnCode;

  it('are issued to players, and expire by the clock', async () => {
    const { json } = await api('POST /tokens', {
      player: 'playerbob2',
      game: GAME,
      expiresInSeconds: 3600,
    });
    expect(await as(json.token)).toBe(1);
    await api('POST /clock/advance', { seconds: 3600 });
    expect(await as(json.token)).toBe(-6);
    expect((await api(`GET /tokens/${json.name}`)).json.expired).toBe(true);
  });

  it('are expired at once, and forgotten', async () => {
    const { json } = await api('POST /tokens', {
      name: 'mine',
      token: 'my-own-token',
      player: 'playerbob2',
      game: GAME,
    });
    expect(json.token).toBe('my-own-token');
    await api('POST /tokens/mine/expire');
    expect(await as('my-own-token')).toBe(-6);
    await api('DELETE /tokens/mine');
    expect((await api('GET /tokens/mine')).status).toBe(404);
  });
});

describe('the whole world', () => {
  it.each(['json', 'yaml'])('comes back the same way as %s', async (format) => {
    await api('POST /reset');
    const file = await api(`GET /world?format=${format}`);
    await api('PUT /world', 'world: { complete: true, games: [{ id: elsewhere }] }');
    expect((await api('GET /games')).json.items).toMatchObject([{ id: 'elsewhere' }]);
    const { status, json } = await api('PUT /world', file.text, { 'Content-Type': `application/${format}` });
    expect([status, json.games.length]).toEqual([200, 2]);
    expect((await api(`GET /world?format=${format}`)).text).toBe(file.text);
    expect(await larks()).toEqual([
      { key: 'motto', value: 'rise early' },
      { key: 'color', value: 'blue' },
    ]);
  });

  it('has references for secrets that are not public, which still mean the same when it comes back', async () => {
    const hidden = FILE.secrets.map((secret) => ({ ...secret, public: false }));
    const own = await controlled({ secrets: hidden });
    for (const format of ['json', 'yaml']) {
      const file = await own.api(`GET /world?format=${format}`);
      for (const { value } of hidden) expect(file.text).not.toContain(value);
      expect(
        (await own.api('PUT /world', file.text, { 'Content-Type': `application/${format}` })).status,
      ).toBe(200);
      expect(tagsIn(await own.call('group.admin', GROUP))).toHaveLength(2);
    }
  });

  it('that is posted brings its dialect, which a reset undoes', async () => {
    const { text } = await api('GET /world?format=yaml');
    await api('PUT /world', `dialect: { codes.returnCode: name }\n${text}`);
    expect((await call('group.admin', GROUP)).json.returnCode).toBe('Ok');
    await api('POST /reset');
    expect((await call('group.admin', GROUP)).json.returnCode).toBe(1);
  });
});

describe('a world that is put', () => {
  it('gives the limits of keys a fresh start', async () => {
    const own = await controlled();
    const { json } = await own.api('POST /keys', {
      role: 'Admin',
      game: GAME,
      rules: 'all',
      limits: { requestsPerSecond: 1 },
    });
    const asked = async (): Promise<unknown> =>
      (await own.call('group.admin', GROUP, { 'Secret-Key': json.key })).json.returnCode;
    await own.api('PUT /clock', { stopped: true });
    expect([await asked(), await asked()]).toEqual([1, -8]);
    // More than a window: a second that is added to a fraction may round to less than one.
    await own.api('POST /clock/advance', { seconds: 2 });
    expect([await asked(), await asked()]).toEqual([1, -8]);
    await own.api('PUT /world', (await own.api('GET /world')).text);
    expect(await asked()).toBe(1);
  });
});

describe('the dialect', () => {
  it('is switched for the requests that follow', async () => {
    const { json } = await api('POST /dialect', {
      'codes.returnCode': 'name',
      'tagKeys.effect@group': 'none',
    });
    const of = (question: string): unknown =>
      json.questions.find((each: { question: string }) => each.question === question);
    expect(of('codes.returnCode')).toMatchObject({ option: 'name' });
    expect(of('tagKeys.effect')).toMatchObject({ at: { group: 'none' } });
    expect((await call('group.admin', GROUP)).json.returnCode).toBe('Ok');
    await api('DELETE /dialect');
    expect((await call('group.admin', GROUP)).json.returnCode).toBe(1);
  });
});
