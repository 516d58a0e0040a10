/** All world files of a folder form one world; a contradiction is reported with both places. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { TagproofError } from '../../errors.ts';
import { readWorldPath } from './read-world-path.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
  const path = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

function messageOf(files: Readonly<Record<string, string>>): string {
  const path = folderOf(files);
  try {
    readWorldPath(path, {});
  } catch (error) {
    if (error instanceof TagproofError && error.code === 'file')
      return error.message.replaceAll(`${path}/`, '');
    throw error;
  }
  throw new Error('nothing was thrown');
}

const KEYS =
  'public: true\nworld:\n  complete: true\n  games: [{ id: g }, { id: h }]\n  secretKeys: [{ name: a, key: aaaaaaaaaa, role: Admin, game: g, rules: all }]\n';
const PLAYERS =
  'world:\n  complete: true\n  games: [{ id: g }]\n  gamePlayers:\n    - { userId: playerann1, game: g, tags: [{ key: a, value: b }] }\n';

describe('a folder', () => {
  test('is read as one world, in the order of the names', () => {
    const path = folderOf({
      'b-players.yaml': PLAYERS,
      'a-keys.yaml': KEYS,
      'c-things.yml':
        'dialect: { codes.returnCode: name }\nworld:\n  characterPlayers: [{ characterId: characterA1, game: g, owner: playerann1 }]\n  absent: { gamePlayers: [playerzoe9] }\n',
      'd-more.json':
        '{"public":true,"world":{"authTokens":[{"name":"ann","token":"tttttttttt","player":"playerann1","game":"g"}],"absent":{"gamePlayers":["playerzoe8"]}}}',
      'notes.txt': 'not a world file',
      '.hidden.yaml': 'no world file either: [',
    });
    const { world, secrets, dialectAnswers, placeOf } = readWorldPath(path, {});
    expect(world.games).toEqual(['g', 'h']);
    expect(world.subjects.map(({ id }) => id)).toEqual(['playerann1', 'characterA1']);
    expect(secrets.map(({ name, public: isPublic }) => [name, isPublic])).toEqual([
      ['a', true],
      ['ann', true],
    ]);
    expect(dialectAnswers).toHaveLength(1);
    expect(placeOf({ list: 'subjects', resource: 'gamePlayer', game: 'g', id: 'playerann1' })).toBe(
      `${join(path, 'b-players.yaml')}:5:7`,
    );
  });

  test('resolves a variable in one of its files', () => {
    const text =
      'world: { complete: true, games: [{ id: g }], secretKeys: [{ name: z, key: "${env:Z}", role: Admin, game: g }] }\n';
    const { secrets, warnings } = readWorldPath(folderOf({ 'a.yaml': PLAYERS, 'b.yaml': text }), {
      Z: 'zzzzzzzzzz',
    });
    expect(secrets).toMatchObject([{ name: 'z', envName: 'Z', value: 'zzzzzzzzzz', public: false }]);
    expect(warnings).toEqual([]);
  });
});

describe('a contradiction is reported with both places', () => {
  const other = (line: string): string => `world:\n  complete: true\n${line}`;
  test.each([
    [
      'a value',
      other('  limits: { requestBytes: 2048 }\n'),
      'world.limits.requestBytes differs from a.yaml:3:27',
      'b.yaml:3:27: ',
    ],
    [
      'a player',
      other('  gamePlayers:\n    - { userId: playerann1, game: g }\n'),
      'the game player "playerann1" of the game "g" is declared in a.yaml:6:27, too',
      'b.yaml:4:17: ',
    ],
    [
      'the name of a key',
      `public: true\n${other('  secretKeys: [{ name: k, key: bbbbbbbbbb }]\n')}`,
      'the name "k" is declared in a.yaml:5:24, too',
      'b.yaml:4:24: ',
    ],
    [
      'public',
      other('  secretKeys: [{ name: b, key: bbbbbbbbbb }]\n'),
      'public would also apply to the keys and tokens of ',
      'a.yaml:1:9: ',
    ],
    [
      'an option of a question',
      'dialect: { codes.returnCode: number }\n',
      'dialect.codes.returnCode differs from a.yaml:7:',
      'b.yaml:1:30: ',
    ],
  ])('%s', (_, text, message, place) => {
    const a =
      'public: true\nworld:\n  limits: { requestBytes: 1024 }\n  games: [{ id: g }]\n  secretKeys: [{ name: k, key: kkkkkkkkkk }]\n  gamePlayers: [{ userId: playerann1, game: g }]\ndialect: { codes.returnCode: name }\n';
    const found = messageOf({ 'a.yaml': a, 'b.yaml': text });
    expect(found).toContain(message);
    expect(found).toContain(place);
  });

  test('an undeclared name is reported where it is used', () => {
    const text =
      'world:\n  characterPlayers:\n    - { characterId: characterA1, game: g, owner: playerbob2 }\n';
    expect(messageOf({ 'a.yaml': PLAYERS, 'b.yaml': text })).toMatch(/^b\.yaml:3:51: /);
  });

  test('the faults of all files are reported at once', () => {
    const found = messageOf({ 'a.yaml': 'wolrd: {}\n', 'b.yaml': 'world: [\n', 'c.yaml': '' });
    for (const place of ['a.yaml:1:1: ', 'b.yaml:', 'c.yaml:1:1: the file is empty'])
      expect(found).toContain(place);
  });

  test.each([
    [{}, 'this folder has no world file'],
    [{ 'a.yaml': PLAYERS, 'b.ndjson': '{}' }, "b.ndjson: a world in NDJSON can't be combined"],
  ])('a folder that cannot be read: %j', (files, message) => {
    expect(messageOf(files)).toContain(message);
  });
});
