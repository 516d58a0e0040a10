import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { partialDialect, type Answer } from '../../spec/dialect/dialect.ts';
import { optionsOf, QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import type { Addition } from './addition.ts';
import { dialectAdditions } from './against-file.ts';
import { withWritten, writeAdditions } from './write-additions.ts';

const file = 't.yaml';
const TEXT = `# mine
target: "\${env:URL}" # here
dialect:
  codes.returnCode: name # as the SDK has it
world:
  secretKeys:
    - { name: admin,   key: "\${env:KEY}", role: Admin }
`;
const ENV = { URL: 'http://127.0.0.1:1', KEY: 'a secret of some length' };
const withAnswers = (
  source: { readonly file: string; readonly text: string },
  answers: readonly Answer[],
  env: Readonly<Record<string, string>>,
): string => withWritten(source, dialectAdditions(answers, []), env).text;
const writeAnswers = (path: string, answers: readonly Answer[], env: typeof ENV): unknown =>
  writeAdditions(path, dialectAdditions(answers, []), env);

const unit: Answer = { question: 'id.unit', at: '', option: 'code points' };

describe('a file with more answers', () => {
  const everything = QUESTION_IDS.filter((question) => question !== 'codes.returnCode').flatMap((question) =>
    optionsOf(question).map((option) => [`${question}: ${option}`, { question, at: '', option }] as const),
  );

  test.each(everything)('is read with %s', (_, answer) => {
    const text = withAnswers({ file, text: TEXT }, [answer], ENV);
    const dialect = partialDialect(readTargetSource({ file, text }, ENV).dialectAnswers);
    for (const endpoint of ENDPOINT_IDS)
      expect(dialect.answer(answer.question, endpoint)).toBe(answer.option);
  });

  test('keeps everything else, character by character', () => {
    const text = withAnswers({ file, text: TEXT }, [unit], ENV);
    expect(text.replace(/  id.unit: code points # learned.*\n/, '')).toBe(TEXT);
  });
});

test('a dialect that cannot be edited is left unchanged, and the lines to add are printed', () => {
  const odd = 'target: http://127.0.0.1\ndialect: &it\n  ? id.unit\n  : code points\n';
  expect(() =>
    withAnswers({ file, text: odd }, [{ question: 'tags.none', at: '', option: '[]' }], {}),
  ).toThrow(
    't.yaml: its layout can\'t be edited automatically; nothing was written, add this by hand:\n  dialect.tags.none: "[]"',
  );
});

describe('a world with learned facts', () => {
  const world = (player: string): string =>
    `target: http://127.0.0.1\nworld:\n  secretKeys: []\n  gamePlayers:\n    - ${player}\n`;
  const tagsOf = (tags: readonly { key: string; value: string }[]): Addition => ({
    path: ['world', 'gamePlayers', 0, 'tags'],
    value: tags,
    comment: 'learned: a/request',
    holds: 'data',
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
    '\u0000\u0007\b\t\n\r\u001b',
    '\u007f\u0085\u00a0\u2028\u2029\ufeff\u200e',
    'Grüße, 世界, 🌷, \u{e0001}',
    '__proto__',
    '%TAG',
    '0x10',
    '$1 $& ${x}',
  ];

  test.each(['{ userId: playerann1 }', 'userId: playerann1'])('%s gets any tags unchanged', (player) => {
    const tags = ODD.map((text, at) => ({ key: `${at}${text}`, value: text }));
    const { text } = withWritten({ file, text: world(player) }, [tagsOf(tags)], {});
    expect(readTargetSource({ file, text }, {}).world.subjects[0]?.tags).toEqual(tags);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/);
  });

  test('keeps declared facts', () => {
    const source = { file, text: world('{ userId: playerann1, tags: [] }') };
    expect(withWritten(source, [tagsOf([{ key: 'a', value: 'b' }])], {})).toEqual({
      text: source.text,
      written: [],
    });
  });

  test('is left unchanged if an alias repeats the value to replace', () => {
    const text =
      'world:\n  gamePlayers:\n    - { userId: playerann1, tags: &t unknown }\n    - { userId: playerbob1, tags: *t }\n';
    expect(() => withWritten({ file, text }, [tagsOf([{ key: 'a', value: 'b' }])], {})).toThrow(
      't.yaml: its layout can\'t be edited automatically; nothing was written, add this by hand:\n  world.gamePlayers[0].tags: [{ key: "a", value: "b" }]',
    );
  });
});

describe('writing', () => {
  const written = (): string => {
    const path = join(tempFolder(), file);
    writeFileSync(path, TEXT);
    return path;
  };

  test('keeps permissions and symbolic links', () => {
    const path = written();
    chmodSync(path, 0o664);
    const link = join(tempFolder(), 'link.yaml');
    symlinkSync(path, link);
    writeAnswers(link, [unit], ENV);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o664);
    expect(readFileSync(path, 'utf8')).toContain('id.unit: code points');
  });

  test('writes nothing without additions', () => {
    const path = written();
    const before = statSync(path).mtimeMs;
    writeAnswers(path, [], ENV);
    expect(statSync(path).mtimeMs).toBe(before);
  });
});
