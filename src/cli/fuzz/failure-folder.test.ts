import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { TagproofError } from '../../errors.ts';
import type { Failure } from '../../fuzz/failures/failure-buckets.ts';
import { failureOf } from '../../fuzz/test-helpers/failures.ts';
import { mutant, step } from '../../fuzz/test-helpers/made.ts';
import { filesIn, folder } from '../test-helpers/captured.ts';
import { failureFiles } from './saved-failures.ts';
import { checkFailureFolder, FailureFolder, MANIFEST, listed } from './failure-folder.ts';
import { single } from '../../fuzz/trials/relations.ts';

let failure: Failure;
const NOTHING = new Map<string, string>();

/** Saves the failure into a folder and returns its file. */
function save(path: string, text = 'text'): string {
  const kept = new FailureFolder(path);
  const file = kept.fileOf(failure);
  kept.replace(new Map([[file, text]]));
  return file;
}

beforeAll(async () => {
  const odd = step('group.admin', { headers: { alter: { 'Secret-Key': 'cut-one' } } });
  failure = await failureOf(single(odd), mutant('last-character-not-compared'));
});

describe('a folder of failures', () => {
  test('names a file after its failure, before it exists', () => {
    const path = folder();
    const kept = new FailureFolder(path);
    const { property } = failure;
    expect(kept.fileOf(failure)).toMatch(/\.failure\.yaml$/);
    expect(kept.fileOf(failure)).toBe(kept.fileOf({ ...failure, count: 7 }));
    expect(kept.fileOf({ ...failure, property: property === 'repeat' ? 'history' : 'repeat' })).not.toBe(
      kept.fileOf(failure),
    );
    expect(kept.rawFileOf(failure, 0)).toMatch(/-1\.raw$/);
    expect(kept.rawFileOf(failure, 1)).toMatch(/-2\.raw$/);
    expect(filesIn(path)).toEqual([]);
  });

  test('uses plain words as names, whatever the clause', () => {
    const finding = { ...failure.finding, clause: '../../7.1/a b', kind: 'leak' as const };
    const path = new FailureFolder('f').fileOf({
      ...failure,
      property: 'no-leak',
      finding,
    });
    expect(path).toBe(join('f', 'no-leak-..-..-7.1-a-b-leak.failure.yaml'));
  });

  test('is created by the first write, and its list names the file', () => {
    const path = join(folder(), 'deep', 'er');
    const kept = new FailureFolder(path);
    const raw = kept.rawFileOf(failure, 0);
    kept.replace(new Map([[raw, Buffer.from([0, 255])]]));
    expect(readFileSync(raw)).toEqual(Buffer.from([0, 255]));
    expect(filesIn(path)).toEqual([basename(raw), MANIFEST].toSorted());
    expect(readFileSync(join(path, MANIFEST), 'utf8')).toContain(`"name": "${basename(raw)}"`);
  });

  test('is not created without anything to write', () => {
    const path = join(folder(), 'none');
    new FailureFolder(path).replace(NOTHING);
    expect(existsSync(path)).toBe(false);
  });

  test('that cannot be written gets an error with a remedy', () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    expect(() => save(path)).toThrow(/make it a folder that you may write to/);
    expect(() => save(path)).toThrow(TagproofError);
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});

describe('the next run', () => {
  test('replaces the files that tagproof wrote and leaves all others', () => {
    const path = folder();
    for (const name of ['a.failure.yaml', 'a-1.raw', 'notes.txt']) writeFileSync(join(path, name), 'mine');
    const file = save(path);
    new FailureFolder(path).replace(NOTHING);
    expect(existsSync(file)).toBe(false);
    expect(filesIn(path)).toEqual(['a-1.raw', 'a.failure.yaml', 'notes.txt']);
  });

  test('deletes nothing in a folder without a list', () => {
    const path = folder();
    for (const name of ['a.failure.yaml', 'a-1.raw']) writeFileSync(join(path, name), 'mine');
    new FailureFolder(path).replace(NOTHING);
    expect(filesIn(path)).toEqual(['a-1.raw', 'a.failure.yaml']);
  });

  test('uses the same names again', () => {
    const path = folder();
    const file = save(path, 'first');
    expect(save(path, 'second')).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(filesIn(path)).toEqual([basename(file), MANIFEST].toSorted());
  });

  test('uses another name if a file that tagproof did not write has the name', () => {
    const path = folder();
    const file = new FailureFolder(path).fileOf(failure);
    writeFileSync(file, 'mine');
    const other = save(path, 'ours');
    expect(other).toBe(file.replace('.failure.yaml', '-2.failure.yaml'));
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['mine', 'ours']);
  });

  test.each<readonly [what: string, change: (file: string) => void]>([
    ['that was edited', (file) => writeFileSync(file, 'edited')],
    [
      'that was replaced by a link',
      (file) => {
        const elsewhere = join(folder(), 'precious');
        writeFileSync(elsewhere, 'text');
        rmSync(file);
        symlinkSync(elsewhere, file);
      },
    ],
    [
      'that was replaced by a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('keeps a file %s', (_, change) => {
    const path = folder();
    const file = save(path, 'text');
    change(file);
    expect(save(path, 'next')).not.toBe(file);
    new FailureFolder(path).replace(NOTHING);
    expect(filesIn(path)).toEqual([basename(file)]);
  });

  const listing = (...names: readonly string[]): string =>
    JSON.stringify({ format: 1, files: names.map((name) => listed(name, 'mine')) });

  test.each([
    ['is not valid JSON', '{'],
    ['is of another format', '{"format":2,"files":[]}'],
    ['names a file outside the folder', listing('../mine.raw')],
    ['names a file by its path', listing('/tmp/mine.failure.yaml')],
    ['names a file that tagproof never writes', listing('notes.txt')],
  ])('deletes and writes nothing if the list %s', (_, text) => {
    const path = folder();
    writeFileSync(join(path, MANIFEST), text);
    writeFileSync(join(path, 'a.failure.yaml'), 'mine');
    for (const attempt of [() => checkFailureFolder('--failures', path), () => save(path)])
      expect(attempt).toThrow(/is not the list of files that tagproof wrote here: .*\nnothing was deleted; /);
    expect(filesIn(path)).toEqual(['a.failure.yaml', MANIFEST]);
    expect(readFileSync(join(path, MANIFEST), 'utf8')).toBe(text);
  });

  test('is refused before the run where it is a file, or below one', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, 'mine');
    const check = (path: string) => () => checkFailureFolder('--failures', path);
    expect(check(file)).toThrow(`--failures ${file}: is a file\nmake it a folder`);
    expect(check(join(file, 'found'))).toThrow(
      `${file}/found: can't be written: a part of its path is a file`,
    );
  });

  test('does not follow a link that replaced the list', () => {
    const path = folder();
    const elsewhere = join(folder(), 'list');
    writeFileSync(elsewhere, listing('a.failure.yaml'));
    writeFileSync(join(path, 'a.failure.yaml'), 'mine');
    symlinkSync(elsewhere, join(path, MANIFEST));
    expect(() => save(path)).toThrow('it is not a regular file');
    expect(filesIn(path)).toEqual(['a.failure.yaml', MANIFEST]);
    expect(readFileSync(elsewhere, 'utf8')).toBe(listing('a.failure.yaml'));
  });
});

describe('the files to replay', () => {
  test("are a folder's failures in order, and the given files", () => {
    const path = folder();
    for (const name of ['b.failure.yaml', 'a.failure.yaml', 'c.json', 'a-1.raw'])
      writeFileSync(join(path, name), '');
    const named = join(path, 'c.json');
    expect(failureFiles([path, named])).toEqual([
      join(path, 'a.failure.yaml'),
      join(path, 'b.failure.yaml'),
      named,
    ]);
  });

  test('without any is an error', () => {
    expect(() => failureFiles([])).toThrow('replay: no failure is named');
  });
});
