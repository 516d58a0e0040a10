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
  [world({ gamePlayers: [{ userId: 'bob' }, { userId: 'bob' }] }), ' world.gamePlayers[1].userId: '],
  [world({ gamePlayers: [{ userId: 1 }] }), ' world.gamePlayers[0].userId: '],
  [world({ gamePlayer: [] }), ' world.gamePlayer: unknown key "gamePlayer"'],
  [world({ secretKeys: [KEY] }), ' world.secretKeys[0].key: the environment variable K is not set'],
  ['{"world":{"__proto__":{}}}', ' world: "__proto__" can not be a key'],
  ['{\n  "world": {},\n}', '2:14: no JSON: nothing follows this comma: remove it'],
  [`{'world': {}}`, '1:2: no JSON: JSON has double quotes alone'],
  ['{"world": nothing}', '1:12: no JSON: unexpected text\n 1 | {"world": *******}'],
  ['{"world":', '1:10: no JSON: it ends too early'],
])('%j is refused: %s', (value, message) => {
  expect(() => read(value)).toThrow(`${file}:${message}`);
});

test('all faults come at once: variables, schema, and what names something else', () => {
  const player = { userId: 'playerann1', tag: [] };
  const token = { name: 'ann', token: 'tttttttttttt', player: 'playerbob2' };
  const keys = [KEY, { ...KEY, role: 'Admn' }, { name: 'b', key: 'kkkkkkkkkk', role: 'Admin', game: 'h' }];
  const said = (more: object): readonly string[] => {
    try {
      read(world(more));
      return [];
    } catch (error) {
      return (error as Error).message.match(/(?<=^\S+world\.json: )\S+: .*/gm) ?? [];
    }
  };
  expect(said({ secretKeys: keys, authTokens: [token] })).toEqual([
    'world.secretKeys[0].key: the environment variable K is not set',
    'world.secretKeys[1].key: the environment variable K is not set',
    'world.secretKeys[1].role: "role" can\'t be "Admn"',
    `world.secretKeys[1].name: the name "a" is taken: the first is at ${file}: world.secretKeys[0].name`,
    'world.secretKeys[2].game: no game "h" is declared',
    'world.authTokens[0].player: no game player "playerbob2" is declared in the game "g"',
  ]);
  expect(said({ authTokens: [token], gamePlayers: [player] })[1]).toContain('no game player "playerbob2"');
  // Of a list whose ids are wrong it is not known who is in it.
  expect(said({ authTokens: [token], gamePlayers: [{ userId: 'playerbob' }] })).toEqual([
    'world.gamePlayers[0].userId: "userId" must have 10 characters, not 9 (§2.1)',
  ]);
});
