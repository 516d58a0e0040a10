import { describe, expect, it } from 'vitest';
import { controlled, FILE, GAME, OTHER_GAME, tagsIn, type Api } from './test-helpers/controlled.ts';

const { api, call } = await controlled();
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

it('a world that is put gives the limits of keys a fresh start', async () => {
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

it('the dialect is switched for the requests that follow', async () => {
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
