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
    await api(`PUT /games/${GAME}/groups/grouplarks/tags/${encodeURIComponent('ü/?')}`, { value: '🦜' });
    expect(await larks()).toEqual([
      { key: 'a', value: 'b' },
      { key: 'ü/?', value: '🦜' },
    ]);
    await api(`PUT /games/${GAME}/groups/grouplarks/tags/a`, { value: 'c' });
    expect(await larks()).toEqual([
      { key: 'a', value: 'c' },
      { key: 'ü/?', value: '🦜' },
    ]);
    const { json } = await api(`DELETE /games/${GAME}/groups/grouplarks/tags/a`);
    expect(json.tags).toEqual(await larks());
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
    const changed = await api(`PATCH /games/${GAME}/groups/brandnewgr`, { tags: [{ key: 'k', value: 'v' }] });
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
    const { json } = await api(`GET /games/${GAME}/groups?limit=1000`);
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
    [`PATCH /games/${GAME}/players/playerann1`, { userId: 'playerann2' }, 'invalid', 'userId'],
    ['POST /games/nowhere/players', { userId: 'playernew1' }, 'not-found', 'path game'],
    ['POST /games', { id: GAME }, 'conflict', 'id'],
    ['POST /games', { id: 'a\nb' }, 'invalid', 'id'],
    ['POST /games', { id: 'new', like: 'nowhere' }, 'not-found', 'like'],
    ['POST /keys', { role: 'King' }, 'invalid', 'role'],
    ['POST /keys', { name: 'ann', role: 'Admin' }, 'conflict', 'name'],
    ['POST /keys', { role: 'Admin', key: secretOf('admin') }, 'conflict', 'key'],
    ['POST /keys', { role: 'Admin', key: 'line\nbreak' }, 'invalid', 'key'],
    ['POST /keys', { role: 'Admin', game: 'nowhere' }, 'invalid', 'game'],
    ['POST /keys', { role: 'Admin', rules: ['group.getTag.nothing'] }, 'invalid', 'rules[0]'],
    ['POST /keys', { role: 'Admin', limits: { sessions: 2 } }, 'invalid', 'limits.sessions'],
    [`POST /games/${GAME}/keys`, { role: 'Admin', game: OTHER_GAME }, 'invalid', 'game'],
    ['POST /tokens', { player: 'playerann1' }, 'invalid', 'body'],
    ['POST /tokens', { player: 'nobody1234', game: GAME }, 'invalid', 'player'],
    ['POST /tokens', { admin: true, game: GAME }, 'invalid', 'game'],
    [
      `POST /games/${GAME}/tokens`,
      { player: 'playerann1', expiresInSeconds: 0 },
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
    [
      `PUT /games/${GAME}/world`,
      { world: { complete: true, games: [{ id: 'other' }] } },
      'invalid',
      'world.games',
    ],
    ['POST /snapshots/none/restore', undefined, 'not-found', 'path name'],
    ['PUT /snapshots/..', undefined, 'not-found', 'path'],
    ['PUT /snapshots/a%2Fb', undefined, 'invalid', 'path name'],
    ['PUT /faults/-', { returnCode: 'UnknownError' }, 'invalid', 'path id'],
    ['POST /faults', {}, 'invalid', 'body'],
    ['POST /faults', { returnCode: 'Ok' }, 'invalid', 'returnCode'],
    ['POST /faults', { latency: { min: 5, max: 1 } }, 'invalid', 'latency.min'],
    ['POST /faults', { latency: 1e12 }, 'invalid', 'latency'],
    ['POST /faults', { kind: 'EMPTY_RESPONSE', endpoint: 'nothing.client' }, 'invalid', 'endpoint'],
    ['POST /faults', { kind: 'EMPTY_RESPONSE', key: 'no-such-key' }, 'not-found', 'key'],
    ['POST /faults', { contentType: 'text/html\r\nX: y' }, 'invalid', 'contentType'],
    ['POST /clock/advance', { seconds: -1 }, 'invalid', 'seconds'],
    ['PATCH /dialect', { 'codes.returnCode': 'roman' }, 'invalid', 'codes.returnCode'],
    ['PATCH /dialect', { 'codes.returnCode@group': 'name' }, 'invalid', 'codes.returnCode@group'],
    ['GET /journal?limit=0', undefined, 'invalid', 'query limit'],
    ['GET /journal?limit=1&limit=2', undefined, 'invalid', 'query limit'],
    ['GET /journal?colour=red', undefined, 'invalid', 'query colour'],
    ['GET /journal/1e3', undefined, 'not-found', 'path id'],
    ['GET /games/%ff', undefined, 'invalid', 'path'],
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
    const { json } = await api(`POST /games/${GAME}/keys`, { role: 'Admin', rules: 'all' });
    const asked = (): Promise<unknown> =>
      call('group.admin', GROUP, { 'Secret-Key': json.key }).then((reply) => reply.json.returnCode);
    expect(await asked()).toBe(1);
    await api(`PATCH /keys/${json.name}`, { rules: [] });
    expect(await asked()).toBe(-2);
    await api(`PATCH /keys/${json.name}`, { role: 'Player', key: 'another-value-of-it' });
    expect(await asked()).toBe(-10);
    expect((await api(`GET /games/${OTHER_GAME}/keys/${json.name}`)).status).toBe(404);
    expect((await api(`DELETE /keys/${json.name}`)).status).toBe(204);
    expect((await api(`GET /keys/${json.name}`)).status).toBe(404);
  });
});

describe('tokens', () => {
  const as = async (token: string): Promise<unknown> =>
    (await call('gamePlayer.client', {}, { 'Auth-Token': token })).json.returnCode;

  it('are issued to players, and expire by the clock', async () => {
    const { json } = await api(`POST /games/${GAME}/tokens`, {
      player: 'playerbob2',
      expiresInSeconds: 3600,
    });
    expect(await as(json.token)).toBe(1);
    await api(`POST /games/${OTHER_GAME}/clock/advance`, { seconds: 4000 });
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
    await api(`DELETE /games/${GAME}`);
    expect((await api('GET /games')).json.total).toBe(1);
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

describe('games', () => {
  it('that are copies have keys of their own, and tests in them do not meet', async () => {
    const { status, json } = await api('POST /games', { id: 'test one', like: GAME });
    expect([status, json.secretKeys]).toEqual([
      201,
      FILE.world.secretKeys.filter(({ game }) => game === GAME).length,
    ]);
    const key = json.keys.find(({ name }: { name: string }) => name === 'test-one.admin').key;
    const there = async (): Promise<unknown> =>
      tagsIn(await call('group.admin', GROUP, { 'Secret-Key': key }));
    const before = await there();
    expect(before).toEqual(await larks());
    const path = `/games/${encodeURIComponent('test one')}`;
    await api(`PUT ${path}/groups/grouplarks/tags`, { tags: [] });
    expect([await there(), await larks()]).toEqual([[], before]);
    await api(`POST ${path}/faults`, { returnCode: 'UnknownError' });
    expect((await call('group.admin', GROUP)).json.returnCode).toBe(1);
    expect((await call('group.admin', GROUP, { 'Secret-Key': key })).json.returnCode).toBe(0);
    expect((await api(`GET ${path}/journal/count?returnCode=UnknownError`)).json.count).toBe(1);
    expect((await api(`GET /games/${GAME}/journal/count?returnCode=UnknownError`)).json.count).toBe(0);
    await api(`POST ${path}/reset`);
    expect(await there()).toEqual(before);
    const file = await api(`GET ${path}/world`);
    expect((await api(`PUT ${path}/world`, file.text)).status).toBe(200);
    expect(await there()).toEqual(before);
    await api(`DELETE ${path}`);
    expect((await call('group.admin', GROUP, { 'Secret-Key': key })).json.returnCode).toBe(-10);
  });
});

describe('snapshots', () => {
  it('of the world and of a game are restored as often as wanted', async () => {
    await api('POST /reset');
    const before = await larks();
    for (const scope of ['', `/games/${GAME}`]) {
      await api(`PUT ${scope}/snapshots/before`);
      for (const _ of [1, 2]) {
        await api(`PUT /games/${GAME}/groups/grouplarks/tags`, { tags: [] });
        expect(await larks()).toEqual([]);
        expect((await api(`POST ${scope}/snapshots/before/restore`)).status).toBe(204);
        expect(await larks()).toEqual(before);
      }
      expect((await api(`GET ${scope}/snapshots`)).json.items).toMatchObject([{ name: 'before' }]);
      expect((await api(`DELETE ${scope}/snapshots/before`)).status).toBe(204);
    }
  });

  it('are bounded in number', async () => {
    for (let index = 0; index < 100; index += 1) await api(`PUT /snapshots/s${index}`);
    expect(await errorOf(api('PUT /snapshots/one-more'))).toEqual([429, 'too-many', 'path name']);
    expect((await api('PUT /snapshots/s1')).status).toBe(200);
  });

  it('give limits a fresh start', async () => {
    const own = await controlled();
    const { json } = await own.api('POST /keys', {
      role: 'Admin',
      game: GAME,
      rules: 'all',
      limits: { requestsPerSecond: 1 },
    });
    const asked = async (): Promise<unknown> =>
      (await own.call('group.admin', GROUP, { 'Secret-Key': json.key })).json.returnCode;
    await own.api('POST /clock/stop');
    expect([await asked(), await asked()]).toEqual([1, -8]);
    // More than a window: a second that is added to a fraction may round to less than one.
    await own.api('POST /clock/advance', { seconds: 2 });
    expect([await asked(), await asked()]).toEqual([1, -8]);
    await own.api('PUT /snapshots/fresh');
    await own.api('POST /snapshots/fresh/restore');
    expect(await asked()).toBe(1);
  });
});

describe('the dialect', () => {
  it('is switched for the requests that follow', async () => {
    const { json } = await api('PATCH /dialect', {
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
