/** `--watch`: what is saved is served, a faulty file is reported and changes nothing, however editors save. */
import { closeSync, openSync, renameSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileWith, simulating, type Serving } from '../test-helpers/captured.ts';

const world = (value: string): string =>
  `public: true\nworld:\n  complete: true\n  games: [{ id: g }]\n  secretKeys: [{ name: admin, key: the-admin-key, role: Admin, game: g, rules: all }]\n  gamePlayers: [{ userId: playerann1, tags: [{ key: a, value: ${value} }] }]\n`;

interface Watched extends Serving {
  readonly value: () => Promise<unknown>;
  /** Waits until standard error says so for the nth time. */
  readonly again: (times: number) => Promise<void>;
}

async function watched(path: string, words = ''): Promise<Watched> {
  const serving = await simulating(`--watch --world ${path} ${words}`);
  return {
    ...serving,
    value: async () => ((await serving.tags('the-admin-key')) as [{ value: string }])[0].value,
    again: async (times) => {
      await serving.command.said(new RegExp(`(?:is read again;[^]*){${times}}`));
    },
  };
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
  const path = fileWith(world('one'));
  const { value, again, command, stop } = await watched(path);
  expect(await value()).toBe('one');
  SAVES[name]?.(path, world('two'));
  await again(1);
  expect(await value()).toBe('two');
  expect(command.err()).not.toContain('error:');
  expect(await stop()).toBe(0);
});

test('a faulty file is reported with its place, the old world stays, and the next one counts', async () => {
  const path = fileWith(world('one'));
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
  const path = fileWith(world('one'));
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
    const path = fileWith(world('one'));
    const { value, again, api, stop } = await watched(path);
    const change = () => api('PUT /players/playerann1/tags', { tags: [{ key: 'a', value: 'changed' }] });
    await change();
    expect(await value()).toBe('changed');
    writeFileSync(path, world('two'));
    await again(1);
    expect(await value()).toBe('two');
    await change();
    await api('POST /reset');
    expect(await value()).toBe('two');
    await stop();
  });

  test('brings its dialect, which an answer of --dialect still overrules', async () => {
    const path = fileWith(world('one'));
    const { again, ask, stop } = await watched(path, '--dialect codes.errorCode=name');
    writeFileSync(path, `${world('two')}dialect: { codes.returnCode: name }\n`);
    await again(1);
    const reply = await ask('gamePlayer', { userId: 'playerann1' }, 'the-admin-key');
    expect(await reply.json()).toMatchObject({ returnCode: 'Ok', parameters: { errorCode: 'Ok' } });
    await stop();
  });
});
