/** `tagproof fixtures --from-target`: what a backend answers becomes a world that is served in its place. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readTargetFile } from '../config/target-file/read-target-file.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { WorldDeclaration } from '../library/declaration.ts';
import { startSimulator } from '../library/start-simulator.ts';
import type { RunningSimulator } from '../library/running-simulator.ts';
import { fileWith, folder, tagproof } from './test-helpers/captured.ts';

const DEFAULT = readTargetFile('fixtures/world.yaml', {});
const LISTS = ['gamePlayers', 'characterPlayers', 'groups'] as const;
const dir = folder();
const ENV = Object.fromEntries(DEFAULT.secrets.map(({ envName, value }) => [envName, value]));
const KEY = DEFAULT.secrets.find(({ name }) => name === 'admin')?.value ?? '';

/** The default world as a target file that leaves out what is to be learned, its secrets in variables. */
function targetFile(url: string): string {
  const file = parse(readFileSync('fixtures/world.yaml', 'utf8'), { merge: true });
  const { world } = file;
  for (const list of LISTS) for (const entity of world[list]) delete entity.tags;
  for (const key of world.secretKeys) if (/^(?:player|admin)$/.test(key.name)) delete key.rules;
  for (const [name, member] of [
    ['secretKeys', 'key'],
    ['authTokens', 'token'],
  ] as const)
    for (const item of world[name]) {
      const { envName } = DEFAULT.secrets.find((secret) => secret.name === item.name) ?? {};
      item[member] = `\${env:${envName}}`;
    }
  const { provoke, extensions } = file;
  return stringify(
    { target: url, provoke, extensions, world: { ...world, complete: false } },
    { aliasDuplicateObjects: false },
  );
}

describe('the default world', () => {
  const out = join(dir, 'world.yaml');
  const target = join(dir, 'target.yaml');
  let printed = '';
  let backend: RunningSimulator;
  beforeAll(async () => {
    backend = await startSimulator();
    writeFileSync(target, targetFile(backend.url));
    const {
      exit,
      out: text,
      err,
    } = await tagproof(`fixtures --from-target ${target} --out ${out}`, { env: ENV });
    expect([exit, err]).toEqual([0, '']);
    printed = text;
    return () => backend.close();
  });

  test('is learned with all its tags, rules and games, without a value of a secret', () => {
    const learned = readTargetFile(out, ENV);
    const { world } = DEFAULT;
    const tags = world.subjects.reduce(
      (sum, each) => sum + (typeof each.tags === 'symbol' ? 0 : each.tags.length),
      0,
    );
    expect(printed).toMatch(
      new RegExp(
        `^${out}: 30 game players, 27 character players, 29 groups, ${tags} tags learned from ${backend.url}\nserve it:`,
      ),
    );
    expect(learned.world.games).toEqual(world.games);
    const rulesOf = (file: typeof learned): unknown =>
      file.world.secretKeys.map(({ name, role, game, rules }) => [
        name,
        role,
        game,
        [...(rules as Set<string>)].toSorted(),
      ]);
    expect(rulesOf(learned)).toEqual(rulesOf(DEFAULT));
    const text = readFileSync(out, 'utf8');
    expect(DEFAULT.secrets.filter(({ value }) => text.includes(value))).toEqual([]);
  });

  test('answers the same tags for each declared subject, and is conformant', async () => {
    await using served = await startSimulator({ world: out, env: ENV });
    const ask = async (url: string, path: string, game: string, body: object): Promise<unknown> => {
      const key = DEFAULT.secrets.find(({ name }) => name === 'roaming-admin')?.value ?? '';
      const headers = { 'Content-Type': 'application/json', 'Secret-Key': key, 'Game-Id': game };
      return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    for (const { resource, id, game } of DEFAULT.world.subjects) {
      const endpoint = ENDPOINTS.find((each) => each.resource === resource && each.variant === 'server');
      const [path = '', body] = [endpoint?.path, { [endpoint?.idMember ?? '']: id }];
      const [learned, own] = await Promise.all(
        [served.url, backend.url].map((url) => ask(url, path, game, body)),
      );
      expect(learned).toEqual(own);
      expect(own).toMatchObject({ parameters: { errorCode: 1 } });
    }
    const { exit, out: report } = await tagproof(
      `run --only reply/success --only tags/exists --target ${served.url} --world ${out}`,
      {
        env: ENV,
      },
    );
    expect(exit).toBe(0);
    expect(report).toMatch(/ passed, 0 failed, 0 warned, \d+ skipped, 0 errored\n$/);
  });

  test('is not written over a file that is there, unless --force says so', async () => {
    const before = readFileSync(out, 'utf8');
    const again = await tagproof(`fixtures --from-target ${target} --out ${out}`, { env: ENV });
    expect([again.exit, again.out]).toEqual([2, '']);
    expect(again.err).toContain(`${out}: it is there already, so nothing was written\nadd --force`);
    writeFileSync(out, 'old');
    expect((await tagproof(`fixtures --from-target ${target} --out ${out} --force`, { env: ENV })).exit).toBe(
      0,
    );
    expect(readFileSync(out, 'utf8')).toBe(before);
  });
});

/** A target file with one key and what else is declared. */
const small = (url: string, rest: string): string =>
  fileWith(
    `target: ${url}\ndialect: { tagKeys.effect: filter }\nworld:\n  secretKeys: [{ name: admin, key: "\${env:KEY}" }]\n${rest}`,
  );

describe('a small target file', () => {
  test('that names no game gets one; its dialect stays', async () => {
    await using backend = await startSimulator();
    const target = small(
      backend.url,
      '  gamePlayers: [{ userId: playerann1 }]\n  groups: [{ groupId: grouplarks }]\n',
    );
    const out = join(dir, 'learned.yaml');
    const { exit, out: printed } = await tagproof(`fixtures --from-target ${target} --out ${out}`, {
      env: { KEY },
    });
    expect([exit, printed]).toEqual([
      0,
      expect.stringContaining('1 game player, 0 character players, 1 group, 4 tags'),
    ]);
    await using served = await startSimulator({ world: out, env: { KEY } });
    const { path } = ENDPOINTS.find(({ id }) => id === 'gamePlayer.server') ?? {};
    const reply = await fetch(served.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Secret-Key': KEY },
      body: '{"userId":"playerann1"}',
    });
    expect(await reply.text()).toContain('"gold"');
    expect(readTargetFile(out, { KEY }).dialectAnswers).toEqual([
      { question: 'tagKeys.effect', at: '', option: 'filter' },
    ]);
  });

  test('tags that no file can hold and what may not be asked are named, and their tags are unknown', async () => {
    const world: WorldDeclaration = {
      games: [{ id: 'g' }],
      secretKeys: [
        { name: 'admin', key: KEY, role: 'Admin', game: 'g', rules: ['gamePlayer.getTag.serverSelfEnable'] },
      ],
      gamePlayers: [
        { userId: 'playerann1', tags: [{ key: 'a', value: 'b' }] },
        { userId: 'playerbob2', tags: [{ key: 'mine', value: `it is ${KEY}` }] },
      ],
      groups: [{ groupId: 'grouplarks', tags: [] }],
    };
    await using backend = await startSimulator({ world });
    backend.world.setTags('gamePlayer', 'playerann1', { a: '${env:HOME}' });
    const target = small(
      backend.url,
      '  gamePlayers: [{ userId: playerann1 }, { userId: playerbob2 }]\n  groups: [{ groupId: grouplarks }]\n',
    );
    const out = join(dir, 'gaps.yaml');
    const { exit, out: printed } = await tagproof(`fixtures --from-target ${target} --out ${out}`, {
      env: { KEY },
    });
    expect(exit).toBe(0);
    expect(printed).toContain(
      'not learned: gamePlayer playerann1: a tag reads like an environment variable\n',
    );
    expect(printed).toContain('not learned: gamePlayer playerbob2: the tags hold a secret, ');
    expect(printed).toContain('not learned: group grouplarks: answered with OperationNotAllow\n');
    expect(printed).not.toContain(KEY);
    expect(readFileSync(out, 'utf8')).not.toContain(KEY);
    expect(readTargetFile(out, { KEY }).world.subjects.map(({ tags }) => typeof tags)).toEqual([
      'symbol',
      'symbol',
      'symbol',
    ]);
  });

  test.each([
    [
      'declares no entity',
      2,
      '',
      /it declares no player, character or group, so there is nothing to ask for/,
    ],
    [
      'can not be reached',
      3,
      '  gamePlayers: [{ userId: playerann1 }]\n',
      /nothing listens on 127\.0\.0\.1:1;/,
    ],
  ])('that %s ends with %i', async (_, code, rest, message) => {
    const target = small('http://127.0.0.1:1', rest);
    const out = join(dir, 'none.yaml');
    const ended = await tagproof(`fixtures --from-target ${target} --out ${out}`, { env: { KEY } });
    expect([ended.exit, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });
});
