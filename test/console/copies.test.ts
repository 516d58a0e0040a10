/** A request of the journal to take along: the curl line sends it again, the suite case passes against the same world. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { controlled, secretOf } from '../../simulator/control/test-helpers/controlled.ts';
import { endpointOf } from '../../src/contract/endpoints.ts';
import { runSuite } from '../../src/library/run-suite.ts';
import { tempFolder } from '../test-helpers/temp-folder.ts';

const { url, api } = await controlled();
const folder = tempFolder();

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

const ADMIN = { 'Content-Type': 'application/json', 'Secret-Key': secretOf('admin') };
const PLAYER = {
  'Content-Type': 'application/json',
  'Secret-Key': secretOf('player'),
  'Auth-Token': secretOf('ann'),
};
const ROAMING = { 'Content-Type': 'application/json', 'Secret-Key': secretOf('roaming-admin') };
const { path: ADMIN_PATH } = endpointOf('gamePlayer.admin');

/** Sends a request as it is; resolves when it is answered. */
function send({ method = 'POST', path = ADMIN_PATH, headers = ADMIN, body = '' }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: { ...headers } }, (reply) => {
      reply.resume();
      reply.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const REQUESTS: readonly (readonly [name: string, sent: Sent])[] = [
  ['tags', { body: '{"userId":"playerann1"}' }],
  [
    'of a client',
    { path: endpointOf('gamePlayer.client').path, headers: PLAYER, body: '{"userId":"playerann1"}' },
  ],
  ['tags that a filter leaves', { body: '{"userId":"playerann1","tagKeys":["vip"]}' }],
  ['tags of odd characters', { body: '{"userId":"playereve5"}' }],
  ['more tags than a case lists', { body: '{"userId":"playermny8"}' }],
  ['a subject that is not there', { body: '{"userId":"playerann9"}' }],
  ['an id that is too short', { body: '{"userId":"playerann"}' }],
  ['an id of another type', { body: '{"userId":7,"tagKeys":["vip",3]}' }],
  ['a body that is not JSON', { body: "{'it''s: $HOME" }],
  ['a body that begins as a reference', { body: '$id' }],
  ['a body that begins as a file name', { body: '@/etc/hostname' }],
  ['bytes that are not text', { body: Uint8Array.of(0x7b, 0xff, 0x00, 0x7d) }],
  ['no body', {}],
  ['no secret key', { headers: { 'Content-Type': 'application/json' }, body: '{"userId":"playerann1"}' }],
  ['no header at all', { headers: {}, body: '{"userId":"playerann1"}' }],
  [
    'unknown key',
    { headers: { ...ADMIN, 'Secret-Key': 'of another place' }, body: '{"userId":"playerann1"}' },
  ],
  [
    'a key of the wrong role',
    { headers: { ...ADMIN, 'Secret-Key': secretOf('player') }, body: '{"userId":"playerann1"}' },
  ],
  ['a Game-Id', { headers: { ...ROAMING, 'Game-Id': 'meadow-run' }, body: '{"userId":"playerann1"}' }],
  ['no Game-Id where one is wanted', { headers: ROAMING, body: '{"userId":"playerann1"}' }],
  [
    'a token on a server route',
    { headers: { ...ADMIN, 'Auth-Token': secretOf('ann') }, body: '{"userId":"playerann1"}' },
  ],
  ['other type', { headers: { ...ADMIN, 'Content-Type': 'text/plain' }, body: '{"userId":"playerann1"}' }],
  ['another method', { method: 'PUT', body: '{"userId":"playerann1"}' }],
  ['another path', { path: '/api/nothing?a=[1]', body: '{}' }],
];

const parts = ({ json }: { readonly json: Readonly<Record<string, unknown>> }) => {
  const { method, target, request: sent, returnCode, errorCode, reason } = json;
  const { body } = sent as { readonly body: string };
  return { method, target, body, returnCode, errorCode, reason };
};

async function lastId(): Promise<number> {
  return (await api('GET /info')).json.journalTotal as number;
}

/** Sends all of them, and gives what the journal has to take along of each. */
async function sentCopies() {
  const all: { readonly name: string; readonly id: number; readonly curl: string; readonly suite: string }[] =
    [];
  for (const [name, sent] of REQUESTS) {
    await send(sent);
    const id = await lastId();
    const { curl, suite } = (await api(`GET /journal/${id}/copies`)).json as { curl: string; suite: string };
    all.push({ name, id, curl, suite });
  }
  return all;
}

it('each is sent again by its curl line', async () => {
  const copies = await sentCopies();
  const before = await lastId();
  await promisify(execFile)('bash', ['-c', copies.map(({ curl }) => curl).join('\n')], {
    env: { ...process.env, UNKNOWN_SECRET: 'of another place' },
    timeout: 60_000,
  });
  expect(await lastId()).toBe(before + copies.length);
  for (const [at, { name, id }] of copies.entries())
    expect([name, parts(await api(`GET /journal/${before + at + 1}`))]).toEqual([
      name,
      parts(await api(`GET /journal/${id}`)),
    ]);
});

it('each passes as a case of a suite', async () => {
  const copies = await sentCopies();
  for (const { id, suite } of copies) writeFileSync(join(folder, `${id}.yaml`), suite);
  const names = new Map(copies.map(({ id, name }) => [`console/request-${id}`, name]));
  const target = { target: url, world: 'fixtures/world.yaml', suite: folder, ignoreSetup: true };
  const { cases } = await runSuite(target);
  const verdicts = cases.map(({ case: { id }, verdict, findings, reason }) => {
    const name = names.get(id.split('@')[0] ?? '');
    return verdict === 'pass' ? { name } : { name, verdict, findings, reason };
  });
  expect(verdicts).toEqual(REQUESTS.map(([name]) => ({ name })));
});

it('says what the case can not repeat', async () => {
  await api('POST /faults', { returnCode: 'MaxRequestReject', next: 1 });
  await send({ headers: { ...ADMIN, 'Secret-Key': 'of another place' }, body: 'x'.repeat(20_000) });
  const { json } = await api(`GET /journal/${await lastId()}/copies`);
  expect(json.notes).toEqual([
    'A fault made this reply; a backend without it answers otherwise.',
    'The journal keeps only the beginning of this body.',
    'The world does not know the secret that was sent; the case sends a made-up one.',
  ]);
  expect(`${json.curl}${json.suite}`).not.toContain('of another place');
});
