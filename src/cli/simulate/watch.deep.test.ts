/** `--watch`: what is saved is served, a faulty file is reported and changes nothing, however editors save. */
import { closeSync, openSync, renameSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, start, type Captured } from '../test-helpers/captured.ts';

const TOKEN = 'a-token-of-the-tests';
const world = (value: string): string =>
  `public: true\nworld:\n  complete: true\n  games: [{ id: g }]\n  secretKeys: [{ name: admin, key: the-admin-key, role: Admin, game: g, rules: all }]\n  gamePlayers: [{ userId: playerann1, tags: [{ key: a, value: ${value} }] }]\n`;

interface Watched {
  readonly command: Captured;
  readonly url: string;
  readonly value: () => Promise<unknown>;
  /** Waits until standard error says so for the nth time. */
  readonly again: (times: number) => Promise<void>;
  readonly stop: () => Promise<number>;
}

async function watched(path: string, words = ''): Promise<Watched> {
  const command = start(`simulate --port 0 --watch --world ${path} ${words}`, {
    env: { TAGPROOF_CONTROL_TOKEN: TOKEN },
  });
  const url = (await command.said(/http:\/\/[0-9.]+:\d+(?=\n)/)).trim();
  return {
    command,
    url,
    value: async () => {
      const reply = await fetch(`${url}/api/rJson/gamePlayer/admin/getTag`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Secret-Key': 'the-admin-key' },
        body: '{"userId":"playerann1"}',
      });
      const { parameters } = (await reply.json()) as {
        readonly parameters?: {
          readonly infoResponseParameters: { readonly tags: { readonly value: string }[] };
        };
      };
      return parameters?.infoResponseParameters.tags[0]?.value;
    },
    again: async (times) => {
      await command.said(new RegExp(`(?:is read again;[^]*){${times}}`));
    },
    stop: () => {
      command.interrupt();
      return command.exit;
    },
  };
}

function fileIn(text: string): string {
  const path = join(folder(), 'world.yaml');
  writeFileSync(path, text);
  return path;
}

type Save = (path: string, text: string) => void;

const SAVES: Readonly<Record<string, Save>> = {
  'writes it': (path, text) => writeFileSync(path, text),
  'truncates it first': (path, text) => {
    truncateSync(path, 0);
    setTimeout(() => writeFileSync(path, text), 20);
  },
  'writes another and renames it': (path, text) => {
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  },
  'deletes it first': (path, text) => {
    rmSync(path);
    setTimeout(() => writeFileSync(path, text), 20);
  },
  'writes it in two parts': (path, text) => {
    const open = openSync(path, 'w');
    writeSync(open, text.slice(0, 60));
    setTimeout(() => {
      writeSync(open, text.slice(60));
      closeSync(open);
    }, 20);
  },
};

test.each(Object.keys(SAVES))('an editor that %s', async (name) => {
  const path = fileIn(world('one'));
  const { value, again, command, stop } = await watched(path);
  expect(await value()).toBe('one');
  SAVES[name]?.(path, world('two'));
  await again(1);
  expect(await value()).toBe('two');
  expect(command.err()).not.toContain('error:');
  expect(await stop()).toBe(0);
});

test('a faulty file is reported with its place, the old world stays, and the next one counts', async () => {
  const path = fileIn(world('one'));
  const { value, again, command, stop } = await watched(path);
  writeFileSync(path, world('two').replace('role: Admin', 'role: Admim'));
  await command.said(`${path}:5:57: `);
  expect(command.err()).toContain('error: the world is not read again, the one before is still served');
  expect(await value()).toBe('one');
  writeFileSync(path, world('three'));
  await again(1);
  expect(await value()).toBe('three');
  await stop();
});

test('a file that is gone, or empty, changes nothing', async () => {
  const path = fileIn(world('one'));
  const { value, command, stop } = await watched(path);
  rmSync(path);
  await command.said('no such file');
  writeFileSync(path, '');
  await command.said('the file is empty');
  expect(await value()).toBe('one');
  await stop();
});

describe('what is read again', () => {
  test('is what a reset goes back to, and takes the place of changes', async () => {
    const path = fileIn(world('one'));
    const { value, again, url, stop } = await watched(path);
    const api = (method: string, target: string, body?: string): Promise<Response> =>
      fetch(`${url}/_tagproof${target}`, {
        method,
        headers: { Authorization: `Bearer ${TOKEN}` },
        ...(body !== undefined && { body }),
      });
    const change = (): Promise<Response> =>
      api('PUT', '/players/playerann1/tags', '{"tags":[{"key":"a","value":"changed"}]}');
    await change();
    expect(await value()).toBe('changed');
    writeFileSync(path, world('two'));
    await again(1);
    expect(await value()).toBe('two');
    await change();
    await api('POST', '/reset');
    expect(await value()).toBe('two');
    await stop();
  });

  test('brings its dialect, which an answer of --dialect still overrules', async () => {
    const path = fileIn(world('one'));
    const { again, url, stop } = await watched(path, '--dialect codes.errorCode=name');
    writeFileSync(
      path,
      `${world('two')}dialect: { codes: name }\n`.replace('codes: name', 'codes.returnCode: name'),
    );
    await again(1);
    const reply = await fetch(`${url}/api/rJson/gamePlayer/admin/getTag`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Secret-Key': 'the-admin-key' },
      body: '{"userId":"playerann1"}',
    });
    expect(await reply.json()).toMatchObject({ returnCode: 'Ok', parameters: { errorCode: 'Ok' } });
    await stop();
  });
});
