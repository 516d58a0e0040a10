import { describe, expect, it } from 'vitest';
import { controlled, FILE, GAME, OTHER_GAME, secretOf, tagsIn, type Api } from './test-helpers/controlled.ts';

const { api, call, sim } = await controlled();
const GROUP = { groupId: 'grouplarks' };
const larks = async (): Promise<unknown> => tagsIn(await call('group.admin', GROUP));
const errorOf = async (reply: ReturnType<Api>): Promise<unknown> => {
  const { status, json } = await reply;
  return [status, json.error.code, json.error.problems[0].at];
};

describe('players, characters and groups', () => {
  it('are added, read, changed and deleted', async () => {
    const made = await api(`PUT /groups/brandnewgr?game=${GAME}`, { members: ['playerann1'] });
    expect([made.status, made.json]).toEqual([
      200,
      { groupId: 'brandnewgr', game: GAME, members: ['playerann1'], tags: [] },
    ]);
    expect(tagsIn(await call('group.client', { groupId: 'brandnewgr' }))).toEqual([]);
    const changed = await api(`PUT /groups/brandnewgr?game=${GAME}`, {
      members: ['playerann1'],
      tags: [{ key: 'k', value: 'v' }],
    });
    expect(changed.json.members).toEqual(['playerann1']);
    expect((await api(`GET /groups/brandnewgr?game=${GAME}`)).json).toEqual(changed.json);
    expect((await api(`GET /groups?game=${GAME}&search=brandnew`)).json).toEqual({
      items: [changed.json],
      total: 1,
    });
    expect((await api(`DELETE /groups/brandnewgr?game=${GAME}`)).status).toBe(204);
    expect((await call('group.admin', { groupId: 'brandnewgr' })).json.parameters.errorCode).toBe(12);
  });

  it('need no game where there is one alone', async () => {
    const own = await controlled();
    await own.api('PUT /world', { world: { complete: true, games: [{ id: 'only' }] } });
    await own.api('PUT /players/playerzoe9', {});
    expect((await own.api('GET /players')).json.items).toEqual([
      { userId: 'playerzoe9', game: 'only', tags: [] },
    ]);
  });

  it('a player that is deleted takes its tokens along and is forgotten as owner and member', async () => {
    await api('POST /reset');
    await api(`DELETE /players/playerann1?game=${GAME}`);
    expect((await call('gamePlayer.client')).json.returnCode).toBe(-6);
    const { json } = await api(`GET /groups?game=${GAME}`);
    expect(json.items.flatMap(({ members }: { members: string[] }) => members)).not.toContain('playerann1');
    await api('POST /reset');
    expect((await call('gamePlayer.client')).json.returnCode).toBe(1);
  });

  it('named __proto__ or constructor are ids like others', async () => {
    await api(`PUT /characters/constructor?game=${GAME}`, { tags: [{ key: '__proto__', value: 'x' }] });
    expect(tagsIn(await call('characterPlayer.admin', { characterId: 'constructor' }))).toEqual([
      { key: '__proto__', value: 'x' },
    ]);
    expect(await errorOf(api(`GET /players?game=__proto__`))).toEqual([404, 'not-found', 'query game']);
    expect(await errorOf(api(`GET /players/__proto__?game=${GAME}`))).toEqual([404, 'not-found', 'path id']);
  });
});

describe('what is wrong is refused with its place, and changes nothing', () => {
  const STATUSES = { invalid: 400, 'not-found': 404, 'method-not-allowed': 405, conflict: 409 } as const;
  const PLAYER = `PUT /players/playernew1?game=${GAME}`;
  const long = { key: 'k', value: { repeat: 'abcdefgh', times: 1_000_000 } };
  it.each([
    [PLAYER, '{', 'invalid', 'line 1, column 2'],
    [PLAYER, '', 'invalid', 'body'],
    [PLAYER, 'null', 'invalid', 'body'],
    [PLAYER, [], 'invalid', 'body'],
    [`PUT /players/short?game=${GAME}`, {}, 'invalid', 'userId'],
    [PLAYER, { tag: [] }, 'invalid', 'tag'],
    [PLAYER, '{"__proto__":{"a":1}}', 'invalid', '__proto__'],
    [PLAYER, { tags: [{ key: 'a' }] }, 'invalid', 'tags[0]'],
    [PLAYER, { tags: [long] }, 'invalid', 'tags[0].value'],
    [PLAYER, '{"tags":[{"key":"\\ud800","value":""}]}', 'invalid', 'tags[0].key'],
    [PLAYER, { userId: 'playerann2' }, 'invalid', 'userId'],
    [`PUT /groups/newgroup12?game=${GAME}`, { members: ['nobody1234'] }, 'invalid', 'members[0]'],
    [`PUT /characters/newcharact1?game=${GAME}`, { owner: 'nobody1234' }, 'invalid', 'owner'],
    ['PUT /players/playernew1?game=nowhere', {}, 'not-found', 'query game'],
    ['PUT /players/playernew1', {}, 'invalid', 'query game'],
    ['PUT /keys/new', { role: 'King' }, 'invalid', 'role'],
    ['PUT /keys/new', {}, 'invalid', 'body'],
    ['PUT /keys/-', { role: 'Admin' }, 'invalid', 'path id'],
    ['PUT /keys/ann', { role: 'Admin' }, 'conflict', 'path id'],
    ['PUT /keys/new', { role: 'Admin', key: secretOf('admin') }, 'conflict', 'key'],
    ['PUT /keys/new', { role: 'Admin', key: 'line\nbreak' }, 'invalid', 'key'],
    ['PUT /keys/new', { role: 'Admin', game: 'nowhere' }, 'invalid', 'game'],
    ['PUT /keys/new', { role: 'Admin', rules: ['group.getTag.nothing'] }, 'invalid', 'rules[0]'],
    ['PUT /keys/new', { role: 'Admin', limits: { sessions: 2 } }, 'invalid', 'limits.sessions'],
    ['PUT /tokens/new', { player: 'playerann1' }, 'invalid', 'body'],
    ['PUT /tokens/new', { player: 'nobody1234', game: GAME }, 'invalid', 'player'],
    ['PUT /tokens/new', { admin: true, game: GAME }, 'invalid', 'game'],
    [
      'PUT /tokens/new',
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
    ['PUT /faults/f', {}, 'invalid', 'body'],
    ['PUT /faults/f', { returnCode: 'Ok' }, 'invalid', 'returnCode'],
    ['PUT /faults/f', { latency: { min: 5, max: 1 } }, 'invalid', 'latency.min'],
    ['PUT /faults/f', { latency: 1e12 }, 'invalid', 'latency'],
    ['PUT /faults/f', { kind: 'EMPTY_RESPONSE', endpoint: 'nothing.client' }, 'invalid', 'endpoint'],
    ['PUT /faults/f', { kind: 'EMPTY_RESPONSE', key: 'no-such-key' }, 'not-found', 'key'],
    ['PUT /faults/f', { contentType: 'text/html\r\nX: y' }, 'invalid', 'contentType'],
    ['POST /clock', { advanceSeconds: -1 }, 'invalid', 'advanceSeconds'],
    ['POST /dialect', { 'codes.returnCode': 'roman' }, 'invalid', 'codes.returnCode'],
    ['POST /dialect', { 'codes.returnCode@group': 'name' }, 'invalid', 'codes.returnCode@group'],
    ['GET /journal?limit=0', undefined, 'invalid', 'query limit'],
    ['GET /journal?limit=1&limit=2', undefined, 'invalid', 'query limit'],
    ['GET /journal?colour=red', undefined, 'invalid', 'query colour'],
    ['GET /journal/1e3', undefined, 'not-found', 'path id'],
    ['GET /keys/%ff', undefined, 'invalid', 'path'],
    ['GET /status?game=x', undefined, 'invalid', 'query game'],
    ['DELETE /world', undefined, 'method-not-allowed', 'method'],
    ['GET /wrold', undefined, 'not-found', 'path'],
  ] as const)('%s %j', async (methodAndPath, body, code, at) => {
    const before = sim.world.version;
    const { status, json } = await api(methodAndPath, body);
    expect([status, json.error.code]).toEqual([STATUSES[code], code]);
    const [problem] = json.error.problems;
    expect(problem.at).toMatch(
      typeof at === 'string' ? new RegExp(`^${at.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`) : at,
    );
    expect(problem.message).not.toBe('');
    expect(sim.world.version).toBe(before);
    expect(sim.faults.size).toBe(0);
  });
});

describe('keys', () => {
  it('are made up where their value is left out, work at once, and keep it where they are changed', async () => {
    const own = { role: 'Admin', game: GAME, rules: 'all' };
    const { json } = await api('PUT /keys/made-up', own);
    const asked = (): Promise<unknown> =>
      call('group.admin', GROUP, { 'Secret-Key': json.key }).then((reply) => reply.json.returnCode);
    expect(await asked()).toBe(1);
    expect((await api(`GET /keys?game=${GAME}`)).json.items).toContainEqual(json);
    expect((await api(`GET /keys?game=${OTHER_GAME}`)).json.items).not.toContainEqual(json);
    expect((await api('PUT /keys/made-up', { ...own, rules: [] })).json.key).toBe(json.key);
    expect(await asked()).toBe(-2);
    expect((await api('DELETE /keys/made-up')).status).toBe(204);
    expect((await api('GET /keys/made-up')).status).toBe(404);
    expect(await asked()).toBe(-10);
  });

  it('that are not public keep their value where they come back as they are shown', async () => {
    const own = await controlled({ secrets: FILE.secrets.map((secret) => ({ ...secret, public: false })) });
    const { name: _, ...shown } = (await own.api('GET /keys/admin')).json;
    expect(shown.key).toBe('${env:ADMIN_KEY}');
    expect((await own.api('PUT /keys/admin', shown)).json.key).toBe('${env:ADMIN_KEY}');
    expect(tagsIn(await own.call('group.admin', GROUP))).toHaveLength(2);
  });
});

describe('tokens', () => {
  const as = async (token: string): Promise<unknown> =>
    (await call('gamePlayer.client', {}, { 'Auth-Token': token })).json.returnCode;
  const BOB = { player: 'playerbob2', game: GAME };

  it('are issued to players, and expire by the clock', async () => {
    const { json } = await api('PUT /tokens/for-an-hour', { ...BOB, expiresInSeconds: 3600 });
    expect([await as(json.token), json.expiresInSeconds]).toEqual([1, 3600]);
    await api('POST /clock', { advanceSeconds: 3600 });
    expect(await as(json.token)).toBe(-6);
    expect((await api('GET /tokens/for-an-hour')).json.expired).toBe(true);
  });

  it('are expired at once, and forgotten', async () => {
    const { json } = await api('PUT /tokens/mine', { ...BOB, token: 'my-own-token' });
    expect([json.token, await as('my-own-token')]).toEqual(['my-own-token', 1]);
    await api('PUT /tokens/mine', { ...BOB, expired: true });
    expect(await as('my-own-token')).toBe(-6);
    await api('DELETE /tokens/mine');
    expect((await api('GET /tokens/mine')).status).toBe(404);
  });
});

describe('the whole world', () => {
  it('comes back the same way', async () => {
    await api('POST /reset');
    const { text } = await api('GET /world');
    await api('PUT /world', 'world: { complete: true, games: [{ id: elsewhere }] }');
    expect((await api('GET /status')).json.games).toMatchObject([{ id: 'elsewhere' }]);
    const { status, json } = await api('PUT /world', text);
    expect([status, json.games.length]).toEqual([200, 2]);
    expect((await api('GET /world')).text).toBe(text);
    expect(await larks()).toHaveLength(2);
  });

  it('has references for secrets that are not public, which still mean the same when it comes back', async () => {
    const hidden = FILE.secrets.map((secret) => ({ ...secret, public: false }));
    const own = await controlled({ secrets: hidden });
    const { text } = await own.api('GET /world');
    for (const { value } of hidden) expect(text).not.toContain(value);
    for (const written of [text, `# in YAML\n${text}`]) {
      expect((await own.api('PUT /world', written)).status).toBe(200);
      expect(tagsIn(await own.call('group.admin', GROUP))).toHaveLength(2);
    }
  });

  it('keeps tags that look like references', async () => {
    const tags = [{ key: '${env:PATH}', value: '${env:' }];
    await api(`PUT /groups/grouplarks/tags?game=${GAME}`, { tags });
    expect((await api('PUT /world', (await api('GET /world')).text)).status).toBe(200);
    expect(await larks()).toEqual(tags);
    await api('POST /reset');
  });

  it('that is posted brings its dialect, which a reset undoes', async () => {
    const { text } = await api('GET /world');
    await api('PUT /world', `{"dialect":{"codes.returnCode":"name"},${text.slice(1)}`);
    expect((await call('group.admin', GROUP)).json.returnCode).toBe('Ok');
    await api('POST /reset');
    expect((await call('group.admin', GROUP)).json.returnCode).toBe(1);
  });

  it('is read in a time that grows with the number of keys, not with its square', async () => {
    const worldOf = (keys: number): string =>
      JSON.stringify({
        world: {
          complete: true,
          games: [{ id: 'g' }],
          secretKeys: Array.from({ length: keys }, (_, at) => ({
            name: `key-${at}`,
            key: `value-of-key-${at}`,
            role: 'Admin',
          })),
        },
      });
    const own = await controlled();
    const took = async (text: string): Promise<number> => {
      const began = performance.now();
      expect((await own.api('PUT /world', text)).status).toBe(200);
      return performance.now() - began;
    };
    const [few, many] = [worldOf(2000), worldOf(32_000)];
    await took(few);
    const [quick, long] = [await took(few), await took(many)];
    expect(long / quick).toBeLessThan(64);
  });
});

describe('a world that is put', () => {
  it('gives the limits of keys a fresh start', async () => {
    const own = await controlled();
    const { json } = await own.api('PUT /keys/limited', {
      role: 'Admin',
      game: GAME,
      rules: 'all',
      limits: { requestsPerSecond: 1 },
    });
    const asked = async (): Promise<unknown> =>
      (await own.call('group.admin', GROUP, { 'Secret-Key': json.key })).json.returnCode;
    await own.api('POST /clock', { stopped: true });
    expect([await asked(), await asked()]).toEqual([1, -8]);
    // More than a window: a second that is added to a fraction may round to less than one.
    await own.api('POST /clock', { advanceSeconds: 2 });
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

it('the status says what makes this simulator differ from a plain one', async () => {
  const own = await controlled();
  const [meadow] = (await own.api('GET /status')).json.games;
  expect(meadow).toMatchObject({ id: GAME, gamePlayers: expect.any(Number), secretKeys: expect.any(Number) });
  await own.api('PUT /faults/mine', { returnCode: 'UnknownError' });
  await own.api('POST /dialect', { 'codes.returnCode': 'name', 'tagKeys.effect@group': 'none' });
  await own.api('POST /clock', { stopped: true });
  const { faults, dialect, clock } = (await own.api('GET /status')).json;
  expect([faults, dialect, clock.stopped]).toEqual([1, 2, true]);
  await own.api('POST /reset');
  expect((await own.api('GET /status')).json).toMatchObject({ faults: 0, dialect: 0 });
});
