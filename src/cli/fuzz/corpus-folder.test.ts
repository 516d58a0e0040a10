import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TagproofError } from '../../errors.ts';
import type { CorpusEntry } from '../../fuzz/campaign/corpus-entry.ts';
import { filesIn, folder } from '../test-helpers/captured.ts';
import { corpusFolder } from './corpus-folder.ts';

const entry = (shows: string, endpoint: 'group.admin' | 'group.client' = 'group.admin'): CorpusEntry => ({
  format: 1,
  shows: [shows],
  seen: 1,
  delivery: 'in-turn',
  relation: 'none',
  steps: [{ endpoint, send: {} }],
});
const LINE = JSON.stringify(entry('a'));

describe('a corpus folder', () => {
  test('is created by the first write and can be read back', () => {
    const path = join(folder(), 'deep', 'corpus');
    const first = corpusFolder(path);
    expect(first.entries).toEqual([]);
    expect(existsSync(path)).toBe(false);
    first.write([entry('a')]);
    expect(filesIn(path)).toEqual(['corpus.ndjson']);
    expect(readFileSync(join(path, 'corpus.ndjson'), 'utf8')).toBe(`${LINE}\n`);
    expect(corpusFolder(path).entries).toEqual([entry('a')]);
  });

  test('may contain other files, which stay unchanged', () => {
    const path = folder();
    writeFileSync(join(path, 'README.md'), 'mine');
    writeFileSync(join(path, '.corpus.ndjson.half'), '{');
    corpusFolder(path).write([entry('a')]);
    expect(filesIn(path)).toEqual(['.corpus.ndjson.half', 'README.md', 'corpus.ndjson']);
  });

  test.each<readonly [what: string, text: string, message: string]>([
    ['half a line', `${LINE}\n{"format":1,`, 'corpus.ndjson:2: this line is not valid JSON'],
    ['format 2', LINE.replace('"format":1', '"format":2'), 'corpus.ndjson:1: this entry is not of format 1'],
    ['a list', `\n${LINE}\n[]`, 'corpus.ndjson:3: this entry is not of format 1'],
    ['an odd endpoint', LINE.replace('group.admin', 'guild.admin'), 'corpus.ndjson:1: steps.0.endpoint: '],
    ['no behaviour', LINE.replace('["a"]', '[]'), 'corpus.ndjson:1: shows: '],
    [
      'an unknown alteration',
      LINE.replace('"send":{}', '"send":{"body":"upside-down"}'),
      'corpus.ndjson:1: steps.0.send.body: ',
    ],
  ])('with %s is rejected with its place, and keeps its files', (_, text, message) => {
    const path = folder();
    const file = join(path, 'corpus.ndjson');
    writeFileSync(file, text);
    const read = (): unknown => corpusFolder(path);
    expect(read).toThrow(TagproofError);
    expect(read).toThrow(message);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('that is a file is rejected', () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    expect(() => corpusFolder(path)).toThrow(`--corpus ${path}: is a file`);
    expect(() => corpusFolder(join(path, 'deep'))).toThrow('a part of its path is a file');
  });

  test('that cannot be written is an error', () => {
    const path = join(folder(), 'corpus');
    const corpus = corpusFolder(path);
    mkdirSync(join(path, 'corpus.ndjson'), { recursive: true });
    expect(() => corpus.write([entry('a')])).toThrow(TagproofError);
    expect(filesIn(path)).toEqual(['corpus.ndjson']);
  });
});
