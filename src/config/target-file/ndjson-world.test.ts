/** Worlds with a line for each subject: read like the lists of a world file, with the line of each fault. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { UNKNOWN } from '../../world/world.ts';
import { readTargetFile } from './read-target-file.ts';
import type { TargetFile } from './target-file.ts';

const dir = tempFolder();

const HEAD = '{"world":{"complete":true,"games":[{"id":"one"}]}}';

function read(lines: readonly string[] | string | Uint8Array, env = {}): TargetFile {
  const file = join(dir, 'world.ndjson');
  writeFileSync(file, Array.isArray(lines) ? lines.join('\n') : (lines as string));
  return readTargetFile(file, env);
}

function errorOf(lines: Parameters<typeof read>[0]): string {
  try {
    read(lines);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe('reads', () => {
  test('players, characters and groups with their owners and tags', () => {
    const { world } = read([
      HEAD,
      '{"userId":"playerann1","tags":[{"key":"vip","value":"gold"},{"key":"vip","value":"tin"}]}',
      '{"userId":"playerbob2","game":"one"}',
      '{"characterId":"characterA1","owner":"playerann1","tags":[]}',
      '{"characterId":"characterN9","owner":null}',
      '{"groupId":"grouplarks","members":["playerann1","playerbob2"],"tags":[{"key":"a","value":""}]}',
      '',
    ]);
    expect(world.subjects.map(({ id, owners, tags }) => [id, owners, tags])).toEqual([
      [
        'playerann1',
        ['playerann1'],
        [
          { key: 'vip', value: 'gold' },
          { key: 'vip', value: 'tin' },
        ],
      ],
      ['playerbob2', ['playerbob2'], []],
      ['characterA1', ['playerann1'], []],
      ['characterN9', [], []],
      ['grouplarks', ['playerann1', 'playerbob2'], [{ key: 'a', value: '' }]],
    ]);
    expect(world.subject('group', 'one', 'grouplarks').is).toBe('present');
    expect(world.subject('group', 'one', 'nosuchgrou').is).toBe('absent');
  });

  test('every form of a world file, although only the plain one is fast', () => {
    const { world } = read(
      [
        HEAD,
        '{"userId":"playerann1","tags":{"generate":3}}',
        '{"userId":"playerbob2","tags":"unknown"}',
        '{"userId":"playercyd3","tags":[{"key":"long","value":{"repeat":"ab","times":3}}]}',
        '{"userId":"playerdot4","tags":[{"key":"name","value":"${env:WHO}"}]}',
        '{"characterId":"characterA1","owner":"playerann1","tags":{"generate":1}}',
      ],
      { WHO: 'someone' },
    );
    expect(
      world.subjects.map(({ tags }) => (tags === UNKNOWN ? 'unknown' : tags.map(({ value }) => value))),
    ).toEqual([['value-1', 'value-2', 'value-3'], 'unknown', ['ababab'], ['someone'], ['value-1']]);
    expect(world.subjects.at(-1)?.owners).toEqual(['playerann1']);
  });

  test('undeclared facts as unknown in an incomplete world', () => {
    const { world } = read([
      '{"world":{"games":[{"id":"one"}]}}',
      '{"userId":"playerann1"}',
      '{"groupId":"grouplarks"}',
    ]);
    expect(world.subjects.map(({ owners, tags }) => [owners === UNKNOWN, tags === UNKNOWN])).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  test('lines that are longer than a block or end in CRLF', () => {
    const long = 'x'.repeat(3_000_000);
    const { world } = read(
      `${HEAD}\r\n{"userId":"playerann1","tags":[{"key":"long","value":"${long}"}]}\r\n{"userId":"playerbob2"}`,
    );
    expect(world.subjects).toHaveLength(2);
    expect(world.subjects[0]?.tags).toEqual([{ key: 'long', value: long }]);
  });

  test('names of prototypes as plain text', () => {
    const { world } = read([
      HEAD,
      '{"userId":"__proto__1","tags":[{"key":"__proto__","value":"constructor"}]}',
    ]);
    expect(world.subjects[0]?.tags).toEqual([{ key: '__proto__', value: 'constructor' }]);
  });
});

describe('rejects, with the line:', () => {
  const ANN = '{"userId":"playerann1"}';

  test.each<[string, string, RegExp]>([
    ['invalid JSON', '{"userId":', /ndjson:3:1: not valid JSON/],
    ['two values in a line', '{"userId":"playerbob2"},{"userId":"playercyd3"}', /ndjson:3:1: not valid JSON/],
    ['a list instead of an object', '[1]', /ndjson:3:1: not an object/],
    [
      'no id',
      '{"id":"playerbob2"}',
      /ndjson:3:1: neither a player.*\n.*\n.*\n.*userId, characterId, groupId/,
    ],
    ['a short id', '{"userId":"bob"}', /ndjson:3:\d+: .*10 characters, not 3/],
    ['an id twice', ANN, /ndjson:3:2: the game player "playerann1" is declared twice/],
    ['an unknown game', '{"userId":"playerbob2","game":"oen"}', /ndjson:3:\d+: no game "oen".*[^]*"one"/],
    ['an unknown key', '{"userId":"playerbob2","tag":[]}', /ndjson:3:\d+: .*tag/],
    ['a tag of numbers', '{"userId":"playerbob2","tags":[{"key":"a","value":1}]}', /ndjson:3:\d+/],
    ['a tag without a value', '{"userId":"playerbob2","tags":[{"key":"a"}]}', /ndjson:3:\d+: .*value/],
    [
      'an owner who is not declared',
      '{"characterId":"characterA1","owner":"playerbob2"}',
      /ndjson:3:\d+: no game player "playerbob2"/,
    ],
    ['several owners', '{"characterId":"characterA1","owner":["playerann1"]}', /ndjson:3:\d+/],
    ['one member', '{"groupId":"grouplarks","members":"playerann1"}', /ndjson:3:\d+/],
    [
      'half of a surrogate pair',
      '{"userId":"playerbob2","tags":[{"key":"a","value":"\\ud800"}]}',
      /ndjson:3:\d+: half of a surrogate pair/,
    ],
    ['a member named __proto__', '{"userId":"playerbob2","__proto__":{}}', /ndjson:3:\d+/],
  ])('%s', (_, line, description) => {
    expect(errorOf([HEAD, ANN, line])).toMatch(description);
  });

  test('several faults at once, at most twenty', () => {
    const message = errorOf([HEAD, ...Array.from({ length: 50 }, () => '{"userId":"bob"}')]);
    expect(message.match(/10 characters/g)).toHaveLength(20);
    expect(message).toContain('ndjson:21:');
  });

  test.each<[string, Parameters<typeof read>[0], RegExp]>([
    ['an empty file', '', /this file is empty/],
    ['a player in the first line', [ANN], /the first line has to be the world/],
    ['a faulty first line', ['{"wrold":{}}'], /world\.ndjson:1:\d+[^]*"world"/],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(`${HEAD}\n`), Buffer.from([0xff, 0x0a])]),
      /not UTF-8 at line/,
    ],
  ])('%s', (_, text, description) => {
    expect(errorOf(text)).toMatch(description);
  });
});
