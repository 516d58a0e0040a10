import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect/dialect.ts';
import { editDialect } from './edit-dialect.ts';

const unit: Answer = { question: 'id.unit', at: '', option: 'code points' };
const none: Answer = { question: 'tags.none', at: '', option: 'null' };
const empty: Answer = { question: 'tagKeys.empty', at: 'group.client', option: 'all' };
const effect: Answer = { question: 'tagKeys.effect', at: 'group', option: 'filter' };
const player: Answer = { question: 'tagKeys.effect', at: 'gamePlayer', option: 'none' };

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('answers are added', () => {
  test.each<readonly [where: string, before: string, answers: readonly Answer[], after: string]>([
    [
      'behind the last one, its comment kept, before a comment that follows',
      lines(
        'dialect: # mine',
        '    codes.returnCode: name   # so',
        '    # the end',
        '',
        '# more',
        'world: {}',
      ),
      [unit, none],
      lines(
        'dialect: # mine',
        '    codes.returnCode: name   # so',
        '    id.unit: code points',
        '    tags.none: "null"',
        '    # the end',
        '',
        '# more',
        'world: {}',
      ),
    ],
    [
      'as a block where they differ by place',
      lines('dialect:', '  codes.returnCode: name'),
      [player, effect, empty],
      lines(
        'dialect:',
        '  codes.returnCode: name',
        '  tagKeys.effect:',
        '    gamePlayer: none',
        '    group: filter',
        '  tagKeys.empty:',
        '    group.client: all',
      ),
    ],
    [
      'to those of a question in flow style',
      lines('dialect:', '  tagKeys.effect: { group: filter } # so', '  id.unit: code points'),
      [player],
      lines(
        'dialect:',
        '  tagKeys.effect: { group: filter, gamePlayer: none } # so',
        '  id.unit: code points',
      ),
    ],
    [
      'to those of a question in block style, with a new question behind',
      lines('dialect:', '  tagKeys.effect:', '      group: filter # so'),
      [player, unit],
      lines(
        'dialect:',
        '  tagKeys.effect:',
        '      group: filter # so',
        '      gamePlayer: none',
        '  id.unit: code points',
      ),
    ],
    [
      'to a section in flow style',
      lines('dialect: { codes.returnCode: name, } # so', 'world: {}'),
      [none, effect],
      lines(
        'dialect: { codes.returnCode: name,',
        '  tags.none: "null",',
        '  tagKeys.effect: { group: filter }, } # so',
        'world: {}',
      ),
    ],
    [
      'to a section in flow style over several lines, each comment with its answer',
      lines('dialect: {', '    codes.returnCode: name # so', '    # the end', '}', 'world: {}'),
      [unit, effect],
      lines(
        'dialect: {',
        '    codes.returnCode: name, # so',
        '    # the end',
        '    id.unit: code points,',
        '    tagKeys.effect: { group: filter },',
        '}',
        'world: {}',
      ),
    ],
    [
      'to a section without anything in it',
      lines('dialect: # none yet', '  # later', 'world: {}'),
      [unit],
      lines('dialect: # none yet', '  id.unit: code points', '  # later', 'world: {}'),
    ],
    [
      'to an empty mapping',
      lines('dialect: {} # so'),
      [unit],
      lines('dialect:  # so', '  id.unit: code points'),
    ],
    [
      'to null',
      lines('dialect: ~', 'world: {}'),
      [unit],
      lines('dialect: ', '  id.unit: code points', 'world: {}'),
    ],
    [
      'in a new section behind the target',
      lines('# top', 'target: http://127.0.0.1   # here', '', '# who', 'world: {}'),
      [unit],
      lines(
        '# top',
        'target: http://127.0.0.1   # here',
        '',
        'dialect:',
        '  id.unit: code points',
        '',
        '# who',
        'world: {}',
      ),
    ],
    [
      'in a new section behind how it is reached',
      lines('target: http://127.0.0.1', 'http:', '  headers: { A: b }', 'world: {}'),
      [unit],
      lines(
        'target: http://127.0.0.1',
        'http:',
        '  headers: { A: b }',
        'dialect:',
        '  id.unit: code points',
        'world: {}',
      ),
    ],
    [
      'behind a last line that has no end',
      'target: http://127.0.0.1',
      [unit],
      lines('target: http://127.0.0.1', 'dialect:', '  id.unit: code points'),
    ],
    [
      'with the ends of lines that the file has',
      'target: http://127.0.0.1\r\nworld: {}\r\n',
      [unit],
      'target: http://127.0.0.1\r\ndialect:\r\n  id.unit: code points\r\nworld: {}\r\n',
    ],
    [
      'to an answer for no place',
      lines('dialect:', '  tagKeys.effect: {} # so'),
      [player, effect],
      lines('dialect:', '  tagKeys.effect: { gamePlayer: none, group: filter } # so'),
    ],
    [
      'to a file in flow style',
      '{ target: http://127.0.0.1, dialect: { id.unit: code points } }\n',
      [none],
      '{ target: http://127.0.0.1, dialect: { id.unit: code points, tags.none: "null" } }\n',
    ],
  ])('%s', (_, before, answers, after) => {
    expect(editDialect(before, answers)).toBe(after);
  });

  test('none leave the text as it is', () => {
    const text = 'target:   http://127.0.0.1\n';
    expect(editDialect(text, [])).toBe(text);
  });
});
