import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { optionsOf, QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { writeAdditions, type Addition } from './write-additions.ts';

const ENV = { KEY: 'a secret of some length' };

function fileOf(text: string, name = 't.yaml'): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, text);
  return path;
}
const add = (value: unknown, ...path: Addition['path']): Addition => ({ path, value, comment: 'seen' });
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

function written(text: string, ...additions: readonly Addition[]): string {
  const path = fileOf(text);
  writeAdditions(path, additions, ENV);
  return readFileSync(path, 'utf8');
}

const UNIT = add('code points', 'dialect', 'id.unit');
const NONE = add('null', 'dialect', 'tags.none');
const EFFECT = add('filter', 'dialect', 'tagKeys.effect', 'group');
const GOLD = [{ key: 'vip', value: 'yes' }];

describe('answers are added', () => {
  test.each<
    readonly [
      where: string,
      before: readonly string[],
      additions: readonly Addition[],
      after: readonly string[],
    ]
  >([
    [
      'behind the others, with every comment',
      [
        '# top',
        'target: http://127.0.0.1 # here',
        'dialect: # mine',
        '  codes.returnCode: name # so',
        '',
        '# more',
        'world: {}',
      ],
      [UNIT, NONE, EFFECT],
      [
        '# top',
        'target: http://127.0.0.1 # here',
        'dialect:',
        '  # mine',
        '  codes.returnCode: name # so',
        '  id.unit: code points # seen',
        '  tags.none: "null" # seen',
        '  tagKeys.effect:',
        '    group: filter # seen',
        '',
        '# more',
        'world: {}',
      ],
    ],
    [
      'to an empty section',
      ['dialect: # none yet', '  # later', 'world: {}'],
      [UNIT],
      ['dialect:', '  id.unit: code points # seen', '  # none yet', '  # later', 'world: {}'],
    ],
    [
      'in a new section before the world',
      ['target: http://127.0.0.1', '# who', 'world: {}'],
      [UNIT],
      ['target: http://127.0.0.1', 'dialect:', '  id.unit: code points # seen', '# who', 'world: {}'],
    ],
    [
      'to sections in braces, which get lines of their own',
      ['{ target: http://127.0.0.1, dialect: { tagKeys.effect: { gamePlayer: none } } }'],
      [EFFECT],
      [
        'target: http://127.0.0.1',
        'dialect:',
        '  tagKeys.effect:',
        '    gamePlayer: none',
        '    group: filter # seen',
      ],
    ],
  ])('%s', (_, before, additions, after) => {
    expect(written(lines(...before), ...additions)).toBe(lines(...after));
  });

  test('with the line ends of the file', () => {
    expect(written('target: http://127.0.0.1 # a\r\nworld: {}\r\n', UNIT)).toBe(
      'target: http://127.0.0.1 # a\r\ndialect:\r\n  id.unit: code points # seen\r\nworld: {}\r\n',
    );
  });

  test('and read back, whatever the option', () => {
    const questions = QUESTION_IDS.map((question) => [question, optionsOf(question)] as const);
    for (const nth of [0, 1, 2, 3, 4]) {
      const chosen = questions.flatMap(([question, options]) =>
        options[nth] === undefined ? [] : [{ question, option: options[nth] }],
      );
      const path = fileOf('target: http://127.0.0.1\n');
      writeAdditions(
        path,
        chosen.map(({ question, option }) => add(option, 'dialect', question)),
        ENV,
      );
      const dialect = partialDialect(readTargetFile(path, ENV).dialectAnswers);
      for (const { question, option } of chosen) expect(dialect.answer(question, 'group.admin')).toBe(option);
    }
  });
});

test.each(['[{ id: meadow-run }, {id: other-run}]', '[ {id: meadow-run} ]', '[{id: meadow-run}]'])(
  'the blanks of %s stay',
  (games) => {
    expect(written(`target: http://127.0.0.1\nworld:\n  games: ${games}\n`, UNIT)).toContain(
      `\n  games: ${games}\n`,
    );
  },
);

test('facts are added to mappings in braces and in blocks, and in place of "unknown"', () => {
  const before = lines(
    'world:',
    '  games: [{ id: meadow-run }]',
    '  secretKeys:',
    '    - { name: admin, key: "${env:KEY}", role: Admin } # in braces',
    '    - name: player # in a block',
    '      key: ijklmnop',
    '  gamePlayers:',
    '    - userId: playerann1 # quote ids',
    '    - tags: unknown # what are they?',
    '      userId: playercat1',
    '  # the end',
  );
  const after = written(
    before,
    add(null, 'world', 'secretKeys', 0, 'game'),
    add('meadow-run', 'world', 'secretKeys', 1, 'game'),
    add({ has: ['group.getTag.selfEnable'] }, 'world', 'secretKeys', 1, 'rules'),
    add(GOLD, 'world', 'gamePlayers', 0, 'tags'),
    add([], 'world', 'gamePlayers', 1, 'tags'),
    add(['0123456789'], 'world', 'absent', 'gamePlayers'),
  );
  expect(after).toBe(
    lines(
      'world:',
      '  games: [{ id: meadow-run }]',
      '  secretKeys:',
      '    - name: admin',
      '      key: "${env:KEY}"',
      '      role: Admin',
      '      game: null # seen',
      '      # in braces',
      '    - name: player # in a block',
      '      key: ijklmnop',
      '      game: meadow-run # seen',
      '      # seen',
      '      rules: { has: [ group.getTag.selfEnable ] }',
      '  gamePlayers:',
      '    - userId: playerann1 # quote ids',
      '      # seen',
      '      tags: [ { key: vip, value: yes } ]',
      '    - # seen',
      '      tags: [] # what are they?',
      '      userId: playercat1',
      '  absent:',
      '    # seen',
      '    gamePlayers: [ "0123456789" ]',
      '  # the end',
    ),
  );
});

test('long lists take a line for each item', () => {
  const many = [0, 1, 2].map((at) => ({ key: `a key of some length ${at}`, value: 'value' }));
  const before = 'world:\n  gamePlayers: [{ userId: playerann1 }]\n';
  const items = many.map(({ key }) => `        - { key: ${key}, value: value }`);
  expect(written(before, add(many, 'world', 'gamePlayers', 0, 'tags'))).toContain(
    lines('      tags:', ...items),
  );
});

/** Texts in several scripts, control characters, and texts that YAML or the file format might read differently. */
const ODD = [
  'null',
  '',
  ' ',
  '# no comment',
  '"\\\'',
  'a: b',
  '*a',
  '__proto__',
  '%TAG',
  '0x10',
  '$1 $& ${x}',
  '- a',
  '\u0000\u0007\b\t\n\r\u001b',
  '\u007f\u0085\u00a0\u2028\u2029\ufeff\u200e',
  'Grüße, 世界, 🌷, \u{e0001}',
];

test('any tags are read back unchanged, and none of their characters is hidden', () => {
  const tags = ODD.map((text, at) => ({ key: `${at}${text}`, value: text }));
  const path = fileOf('world:\n  gamePlayers: [{ userId: playerann1 }]\n');
  writeAdditions(path, [add(tags, 'world', 'gamePlayers', 0, 'tags')], ENV);
  expect(readTargetFile(path, ENV).world.subjects[0]?.tags).toEqual(tags);
  expect(readFileSync(path, 'utf8')).not.toMatch(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/,
  );
});

const PLAYERS = '    - { userId: playerann1, tags: &t unknown }\n    - { userId: playerbob1, tags: *t }\n';

describe('a file is left as it is', () => {
  test.each([
    [
      'an alias repeats the mapping',
      't.yaml',
      'dialect: &it\n  id.unit: code points\n',
      NONE,
      '  dialect.tags.none: "null"',
    ],
    [
      'an alias repeats the value to replace',
      't.yaml',
      `world:\n  gamePlayers:\n${PLAYERS}`,
      add(GOLD, 'world', 'gamePlayers', 0, 'tags'),
      '  world.gamePlayers[0].tags: [{"key":"vip","value":"yes"}]',
    ],
    ['it is JSON', 't.json', '{ "target": "http://127.0.0.1" }', NONE, '  dialect.tags.none: "null"'],
  ])('where %s, and the lines to add are printed', (_, name, text, addition, line) => {
    const path = fileOf(text, name);
    expect(() => writeAdditions(path, [addition], ENV)).toThrow(
      `${path}: its layout can't be edited automatically; nothing was written, add this by hand:\n${line}`,
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('where it says all of it already', () => {
    const path = fileOf(
      'target:   http://127.0.0.1\nworld: { gamePlayers: [{ userId: playerann1, tags: [] }] }\n',
    );
    const before = statSync(path).mtimeMs;
    expect(writeAdditions(path, [add(GOLD, 'world', 'gamePlayers', 0, 'tags')], ENV)).toEqual([]);
    expect(statSync(path).mtimeMs).toBe(before);
  });
});

test('permissions and symbolic links stay', () => {
  const path = fileOf('target: http://127.0.0.1\n');
  chmodSync(path, 0o664);
  const link = join(tempFolder(), 'link.yaml');
  symlinkSync(path, link);
  writeAdditions(link, [UNIT], ENV);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o664);
  expect(readFileSync(path, 'utf8')).toContain('id.unit: code points');
});
