/** Target and world files in JSON: read like those in YAML, with paths in place of lines. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { readTargetFile } from './read-target-file.ts';

const file = join(tempFolder(), 'world.json');

function read(value: unknown, env = {}) {
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readTargetFile(file, env);
}

const world = (more: object): object => ({ world: { complete: true, games: [{ id: 'g' }], ...more } });
const KEY = { name: 'a', key: '${env:K}', role: 'Admin', game: 'g' };

test('variables are filled in, and places are paths', () => {
  const { secrets, placeOf } = read(world({ secretKeys: [KEY], gamePlayers: [{ userId: 'playerann1' }] }), {
    K: 'kkkkkkkkkk',
  });
  expect(secrets).toMatchObject([{ name: 'a', value: 'kkkkkkkkkk', envName: 'K' }]);
  expect(placeOf({ list: 'subjects', resource: 'gamePlayer', game: 'g', id: 'playerann1' })).toBe(
    `${file}: world.gamePlayers[0]`,
  );
});

test.each<readonly [unknown, string]>([
  [world({ gamePlayers: [{ userId: 'bob' }, { userId: 'bob' }] }), 'world.gamePlayers[1].userId: '],
  [world({ gamePlayers: [{ userId: 1 }] }), 'world.gamePlayers[0].userId: '],
  [world({ gamePlayer: [] }), 'world.gamePlayer: unknown key "gamePlayer"'],
  [world({ secretKeys: [KEY] }), 'world.secretKeys[0].key: the environment variable K is not set'],
  ['{"world":{"__proto__":{}}}', 'world: "__proto__" can not be a key'],
  ['{\n  "world": {},\n}', 'no JSON: the fault is in line 3, column 1'],
  ['{"world":', 'no JSON: the fault is in line 1, column 10'],
])('%j is refused: %s', (value, message) => {
  expect(() => read(value)).toThrow(`${file}: ${message}`);
});
