import { expect, it } from 'vitest';
import { controlled, GAME, secretOf } from './test-helpers/controlled.ts';

const { api, sim } = await controlled();
const PLAYER = `PUT /players/playernew1?game=${GAME}`;
const long = { key: 'k', value: { repeat: 'abcdefgh', times: 1_000_000 } };
const WRONG: readonly (readonly [methodAndPath: string, body?: unknown])[] = [
  [PLAYER, '{'],
  [PLAYER, ''],
  [PLAYER, 'null'],
  [PLAYER, []],
  [`PUT /players/short?game=${GAME}`, {}],
  [PLAYER, { tag: [] }],
  [PLAYER, '{"__proto__":{"a":1}}'],
  [PLAYER, { tags: [{ key: 'a' }] }],
  [PLAYER, { tags: [long] }],
  [PLAYER, '{"tags":[{"key":"\\ud800","value":""}]}'],
  [PLAYER, { userId: 'playerann2' }],
  [`PUT /groups/newgroup12?game=${GAME}`, { members: ['nobody1234'] }],
  [`PUT /characters/newcharact1?game=${GAME}`, { owner: 'nobody1234' }],
  ['PUT /players/playernew1?game=nowhere', {}],
  ['PUT /players/playernew1', {}],
  ['PUT /keys/new', { role: 'King' }],
  ['PUT /keys/new', {}],
  ['PUT /keys/-', { role: 'Admin' }],
  ['PUT /keys/ann', { role: 'Admin' }],
  ['PUT /keys/new', { role: 'Admin', key: secretOf('admin') }],
  ['PUT /keys/new', { role: 'Admin', key: 'line\nbreak' }],
  ['PUT /keys/new', { role: 'Admin', game: 'nowhere' }],
  ['PUT /keys/new', { role: 'Admin', rules: ['group.getTag.nothing'] }],
  ['PUT /keys/new', { role: 'Admin', limits: { sessions: 2 } }],
  ['PUT /tokens/new', { player: 'playerann1' }],
  ['PUT /tokens/new', { player: 'nobody1234', game: GAME }],
  ['PUT /tokens/new', { admin: true, game: GAME }],
  ['PUT /tokens/new', { player: 'playerann1', game: GAME, expiresInSeconds: 0 }],
  ['PUT /world', '{"world":{}}'],
  ['PUT /world', '{"target":"http://127.0.0.1","world":{"complete":true}}'],
  ['PUT /world', 'world: { complete: true\n'],
  ['PUT /world', 'world: { complete: true, secretKeys: [{ name: a, key: "${env:PATH}", role: Admin }] }'],
  ['PUT /world', 'http: { ca: /etc/passwd }\nworld: { complete: true }'],
  [
    'PUT /world',
    { world: { complete: true, games: [{ id: 'g' }], groups: [{ groupId: 'short', game: 'g' }] } },
  ],
  ['PUT /faults/-', { returnCode: 'UnknownError' }],
  ['PUT /faults/f', {}],
  ['PUT /faults/f', { returnCode: 'Ok' }],
  ['PUT /faults/f', { latency: { min: 5, max: 1 } }],
  ['PUT /faults/f', { latency: 1e12 }],
  ['PUT /faults/f', { kind: 'EMPTY_RESPONSE', endpoint: 'nothing.client' }],
  ['PUT /faults/f', { kind: 'EMPTY_RESPONSE', key: 'no-such-key' }],
  ['PUT /faults/f', { contentType: 'text/html\r\nX: y' }],
  ['POST /clock', { advanceSeconds: -1 }],
  ['POST /dialect', { 'codes.returnCode': 'roman' }],
  ['POST /dialect', { 'codes.returnCode@group': 'name' }],
  ['GET /journal?limit=0'],
  ['GET /journal?limit=1&limit=2'],
  ['GET /journal?colour=red'],
  ['GET /journal/1e3'],
  ['GET /keys/%ff'],
  ['GET /status?game=x'],
  ['DELETE /world'],
  ['GET /wrold'],
];

it('what is wrong is refused as the committed text says, and changes nothing', async () => {
  const { version } = sim.world;
  const texts: string[] = [];
  for (const [methodAndPath, body] of WRONG) {
    const { status, json } = await api(methodAndPath, body);
    const problems = json.error.problems.map(
      ({ at, message }: Record<string, string>) => `\n  ${at}: ${message}`,
    );
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    texts.push(
      `${[methodAndPath, sent].join(' ').trim()}\n  ${status} ${json.error.code}${problems.join('')}`,
    );
  }
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/wrong-requests.txt');
  expect([sim.world.version, sim.faults.size]).toEqual([version, 0]);
});
