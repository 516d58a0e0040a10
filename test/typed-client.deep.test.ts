/** A typed client made of the description by openapi-typescript: its types are right, and its requests work. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { startSimulator } from '../src/library/start-simulator.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

/** openapi-typescript needs the JavaScript API of TypeScript 5, which the compiler of this project no longer has. */
const TOOLS = 'openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@20.19.43'.split(
  ' ',
);
const MINUTES_MS = 60_000;

const root = tempFolder();

const run = (command: string, ...args: readonly string[]): string => {
  try {
    return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
};

const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './getTag.js';

const [baseUrl = '', adminKey = '', playerKey = '', token = ''] = process.argv.slice(2);
const server = createClient<paths>({ baseUrl, headers: { 'Secret-Key': adminKey } });
const client = createClient<paths>({ baseUrl, headers: { 'Secret-Key': playerKey, 'Auth-Token': token } });

const found = await server.POST('/api/rJson/gamePlayer/server/getTag', { body: { userId: 'playerann1' } });
const tags: components['schemas']['TagItem'][] = found.data?.parameters?.infoResponseParameters?.tags ?? [];

// The player client may leave the id out; with it goes a Game-Id.
const own = await client.POST('/api/rJson/gamePlayer/client/getTag', {
  params: { header: { 'Game-Id': 'meadow-run' } },
  body: { tagKeys: ['vip'] },
});
const gone = await server.POST('/api/rJson/group/admin/getTag', { body: { groupId: 'nosuchgrou' } });
const code: 1 | 12 | 'Ok' | 'GroupNotFound' | null | undefined = gone.data?.parameters?.errorCode;
const refused = await client.POST('/api/rJson/characterPlayer/admin/getTag', { body: { characterId: 'characterA1' } });

// @ts-expect-error: the id is required here
void (() => server.POST('/api/rJson/group/admin/getTag', { body: {} }));
// @ts-expect-error: a number is not an id
void (() => server.POST('/api/rJson/group/admin/getTag', { body: { groupId: 1 } }));
// @ts-expect-error: there is no such operation
void (() => server.POST('/api/rJson/guild/admin/getTag', { body: { groupId: 'x' } }));
// @ts-expect-error: a group is not answered with the code of a player
const wrong: 17 | undefined = gone.data?.parameters?.errorCode;

console.log(JSON.stringify([tags, own.data?.parameters?.infoResponseParameters?.tags, code, refused.data?.returnCode, wrong]));
`;

beforeAll(async () => {
  writeFileSync(join(root, 'package.json'), '{ "name": "a-client", "private": true, "type": "module" }\n');
  run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...TOOLS);
  copyFileSync('openapi.yaml', join(root, 'openapi.yaml'));
  run('npx', 'openapi-typescript', 'openapi.yaml', '-o', 'getTag.d.ts');
  writeFileSync(join(root, 'client.ts'), CLIENT);
}, 5 * MINUTES_MS);

test('its types hold, and the simulator answers it', async () => {
  const options = '--strict --module nodenext --target es2022 --outDir out --rootDir .'.split(' ');
  run('npx', 'tsc', ...options, 'client.ts');
  await using sim = await startSimulator();
  const given = [sim.url, sim.secret('admin'), sim.secret('player'), sim.secret('ann')];
  // Not the synchronous way: the simulator answers in this process.
  const { stdout } = await promisify(execFile)(process.execPath, ['out/client.js', ...given], { cwd: root });
  expect(JSON.parse(stdout)).toEqual([
    [
      { key: 'vip', value: 'gold' },
      { key: 'guild', value: 'larks' },
    ],
    [{ key: 'vip', value: 'gold' }],
    12,
    -10,
    12,
  ]);
});
