import { describe, expect, test } from 'vitest';
import type { Answer } from '../../spec/dialect/dialect.ts';
import type { Addition } from './addition.ts';
import { editFile } from './edit-file.ts';

const addition = ({ question, at, option }: Answer): Addition => ({
  path: ['dialect', question, ...(at === '' ? [] : [at])],
  value: option,
  comment: 'seen',
  holds: 'words',
});

const unit: Answer = { question: 'id.unit', at: '', option: 'code points' };
const none: Answer = { question: 'tags.none', at: '', option: 'null' };
const empty: Answer = { question: 'tagKeys.empty', at: 'group.client', option: 'all' };
const effect: Answer = { question: 'tagKeys.effect', at: 'group', option: 'filter' };
const player: Answer = { question: 'tagKeys.effect', at: 'gamePlayer', option: 'none' };

const ANSWERS: Readonly<Record<string, Answer>> = { unit, none, empty, effect, player };

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** Where answers are added and which, and the file as a difference: `-` goes, `+` comes. */
const ADDED = `
# after the last one and its comment, before a following comment: unit, none
 dialect: # mine
     codes.returnCode: name   # so
+    id.unit: code points # seen
+    tags.none: "null" # seen
     # the end
 
 # more
 world: {}
# as a block if they differ by place: player, effect, empty
 dialect:
   codes.returnCode: name
+  tagKeys.effect:
+    gamePlayer: none # seen
+    group: filter # seen
+  tagKeys.empty:
+    group.client: all # seen
# to those of a question in flow style: player
 dialect:
-  tagKeys.effect: { group: filter } # so
+  tagKeys.effect: { group: filter,
+    # seen
+    gamePlayer: none } # so
   id.unit: code points
# to those of a question in block style, with a new question after it: player, unit
 dialect:
   tagKeys.effect:
       group: filter # so
+      gamePlayer: none # seen
+  id.unit: code points # seen
# to a section in flow style: none, effect
-dialect: { codes.returnCode: name, } # so
+dialect: { codes.returnCode: name,
+  # seen
+  tags.none: "null",
+  # seen
+  tagKeys.effect: { group: filter }, } # so
 world: {}
# to a section in flow style over several lines, each comment with its answer: unit, effect
 dialect: {
-    codes.returnCode: name # so
+    codes.returnCode: name, # so
     # the end
+    # seen
+    id.unit: code points,
+    # seen
+    tagKeys.effect: { group: filter },
 }
 world: {}
# to an empty section: unit
 dialect: # none yet
+  id.unit: code points # seen
   # later
 world: {}
# to an empty mapping: unit
-dialect: {} # so
+dialect:  # so
+  id.unit: code points # seen
# to null: unit
-dialect: ~
+dialect: 
+  id.unit: code points # seen
 world: {}
# in a new section after the target: unit
 # top
 target: http://127.0.0.1   # here
+
+dialect:
+  id.unit: code points # seen
 
 # who
 world: {}
# in a new section after the HTTP settings: unit
 target: http://127.0.0.1
 http:
   headers: { A: b }
+dialect:
+  id.unit: code points # seen
 world: {}
# to an answer for no place: player, effect
 dialect:
-  tagKeys.effect: {} # so
+  tagKeys.effect:  # so
+    gamePlayer: none # seen
+    group: filter # seen
# to a file in flow style: none
-{ target: http://127.0.0.1, dialect: { id.unit: code points } }
+{ target: http://127.0.0.1, dialect: { id.unit: code points,
+  # seen
+  tags.none: "null" } }`
  .split(/^# /m)
  .slice(1)
  .map((block) => {
    const [head = '', ...difference] = block.trimEnd().split('\n');
    const [where = '', names = ''] = head.split(': ');
    return [where, names.split(', ').map((name) => ANSWERS[name] ?? unit), difference] as const;
  });

/** The lines of a difference but for those that begin so. */
const side = (difference: readonly string[], without: '-' | '+'): string =>
  lines(...difference.filter((line) => !line.startsWith(without)).map((line) => line.slice(1)));

describe('answers are added', () => {
  test.each(ADDED)('%s', (_, answers, difference) => {
    expect(editFile(side(difference, '+'), answers.map(addition))).toBe(side(difference, '-'));
  });

  test.each([
    [
      'after a last line without a line end',
      'target: http://127.0.0.1',
      lines('target: http://127.0.0.1', 'dialect:', '  id.unit: code points # seen'),
    ],
    [
      'with the line ends of the file',
      'target: http://127.0.0.1\r\nworld: {}\r\n',
      'target: http://127.0.0.1\r\ndialect:\r\n  id.unit: code points # seen\r\nworld: {}\r\n',
    ],
  ])('%s', (_, before, after) => {
    expect(editFile(before, [addition(unit)])).toBe(after);
  });

  test('no answers leave the text unchanged', () => {
    const text = 'target:   http://127.0.0.1\n';
    expect(editFile(text, [])).toBe(text);
  });
});

/** A world written in both styles. */
const WORLD = lines(
  'world: # mine',
  '  secretKeys:',
  '    - { name: admin, key: abcdefgh, role: Admin } # in braces',
  '    - name: player # in a block',
  '      key: ijklmnop',
  '  gamePlayers:',
  '    - userId: playerann1 # quote ids',
  '    - { tags: unknown, userId: playerbob1 } # later',
  '    - tags: unknown # what are they?',
  '      userId: playercat1',
  '  # the end',
);

const data = (value: Addition['value'], ...path: Addition['path']): Addition => ({
  path: ['world', ...path],
  value,
  comment: 'learned: a/request',
  holds: 'data',
});
const GOLD = [{ key: 'vip', value: 'yes' }];

test('facts are added to mappings in braces and in blocks, in place of "unknown", and after the lists', () => {
  const added = [
    data(null, 'secretKeys', 0, 'game'),
    data('meadow-run', 'secretKeys', 1, 'game'),
    data(GOLD, 'gamePlayers', 0, 'tags'),
    data([], 'gamePlayers', 1, 'tags'),
    data(GOLD, 'gamePlayers', 2, 'tags'),
    data(['0123456789'], 'absent', 'gamePlayers'),
  ];
  expect(editFile(WORLD, added)).toBe(
    lines(
      'world: # mine',
      '  secretKeys:',
      '    - { name: admin, key: abcdefgh, role: Admin,',
      '        # learned: a/request',
      '        game: null } # in braces',
      '    - name: player # in a block',
      '      key: ijklmnop',
      '      game: "meadow-run" # learned: a/request',
      '  gamePlayers:',
      '    - userId: playerann1 # quote ids',
      '      tags: [{ key: "vip", value: "yes" }] # learned: a/request',
      '      # learned: a/request',
      '    - { tags: [], userId: playerbob1 } # later',
      '      # learned: a/request',
      '    - tags: [{ key: "vip", value: "yes" }] # what are they?',
      '      userId: playercat1',
      '  absent:',
      '    gamePlayers: ["0123456789"] # learned: a/request',
      '  # the end',
    ),
  );
});

test('many values get separate lines below the comment', () => {
  const many = Array.from({ length: 3 }, (_, at) => ({ key: `a key of some length ${at}`, value: 'value' }));
  expect(editFile(WORLD, [data(many, 'gamePlayers', 0, 'tags')])).toContain(
    lines(
      '      # learned: a/request',
      '      tags:',
      '        - { key: "a key of some length 0", value: "value" }',
      '        - { key: "a key of some length 1", value: "value" }',
      '        - { key: "a key of some length 2", value: "value" }',
    ),
  );
});
