import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { TagproofError } from '../../errors.ts';
import { failureText } from '../../fuzz/failure-file.ts';
import type { Failure } from '../../fuzz/settle.ts';
import { failureOf } from '../../fuzz/test-helpers/failures.ts';
import { DIALECT, mutant, recipe, SIGHT } from '../../fuzz/test-helpers/made.ts';
import { filesIn, folder } from '../test-helpers/captured.ts';
import { FailureFolder, failureFiles, readFailureFile } from './failure-folder.ts';

const RUN = { target: 'x', targetOption: undefined, worldOption: undefined, seed: 1, dialect: DIALECT };
let failure: Failure;

beforeAll(async () => {
  const odd = recipe('group.admin', { headers: { bend: { 'Secret-Key': 'cut-one' } } });
  failure = await failureOf({ kind: 'single', recipe: odd }, mutant('last-character-not-compared'));
});

describe('the folder of failures', () => {
  test('a file is named for its cause, before it is there', () => {
    const path = folder();
    const kept = new FailureFolder(path);
    const { property, group } = failure;
    expect(kept.fileOf(failure)).toMatch(/\.failure\.json$/);
    expect(kept.fileOf(failure)).toBe(kept.fileOf({ ...failure, group: { ...group, count: 7 } }));
    expect(kept.fileOf({ ...failure, property: property === 'repeat' ? 'history' : 'repeat' })).not.toBe(
      kept.fileOf(failure),
    );
    expect(kept.rawFileOf(failure, 0)).toMatch(/-1\.raw$/);
    expect(kept.rawFileOf(failure, 1)).toMatch(/-2\.raw$/);
    expect(filesIn(path)).toEqual([]);
  });

  test('names are plain words, whatever the clause', () => {
    const finding = { ...failure.group.finding, clause: '../../7.1/a b', kind: 'leak' as const };
    const path = new FailureFolder('f').fileOf({
      ...failure,
      property: 'no-leak',
      group: { ...failure.group, finding },
    });
    expect(path).toBe(join('f', 'no-leak-..-..-7.1-a-b-leak.failure.json'));
  });

  test('it is made when something is written', () => {
    const path = join(folder(), 'deep', 'er');
    const kept = new FailureFolder(path);
    kept.clear();
    kept.write(kept.rawFileOf(failure, 0), Buffer.from([0, 255]));
    expect(readFileSync(kept.rawFileOf(failure, 0))).toEqual(Buffer.from([0, 255]));
  });

  test('clearing takes failures and raw requests away, and nothing else', () => {
    const path = folder();
    for (const name of ['a.failure.json', 'a-1.raw', 'failure.json', 'raw', 'b.json', 'notes.txt'])
      writeFileSync(join(path, name), '');
    new FailureFolder(path).clear();
    expect(filesIn(path)).toEqual(['b.json', 'failure.json', 'notes.txt', 'raw']);
  });

  test('what can not be written says what to do', () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    const kept = new FailureFolder(path);
    kept.clear();
    expect(() => kept.write(kept.fileOf(failure), '')).toThrow(/make it a folder that you may write to/);
    expect(() => kept.write(kept.fileOf(failure), '')).toThrow(TagproofError);
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});

describe('the files that are meant', () => {
  test("a folder's failures in their order, and files as they are named", () => {
    const path = folder();
    for (const name of ['b.failure.json', 'a.failure.json', 'c.json', 'a-1.raw'])
      writeFileSync(join(path, name), '');
    const named = join(path, 'c.json');
    expect(failureFiles([path, named])).toEqual([
      join(path, 'a.failure.json'),
      join(path, 'b.failure.json'),
      named,
    ]);
  });

  test('an empty folder holds nothing to replay', () => {
    const path = folder();
    expect(() => failureFiles([path])).toThrow(`${path}: there is no failure to replay`);
  });
});

describe('reading one', () => {
  test('gives back what was written', () => {
    const kept = new FailureFolder(folder());
    kept.write(kept.fileOf(failure), failureText(failure, 'it fails', RUN, SIGHT));
    const { property, says, trial } = readFailureFile(kept.fileOf(failure));
    expect({ property, says, kind: trial.kind }).toEqual({
      property: failure.property,
      says: 'it fails',
      kind: 'single',
    });
  });

  test.each([
    ['is not there', 'none', 'there is no such file that can be read'],
    ['is a folder', 'folder', 'there is no such file that can be read'],
    ['is none', 'text', 'is no JSON'],
  ])('a file that %s', (_, name, said) => {
    const path = folder();
    mkdirSync(join(path, 'folder'));
    writeFileSync(join(path, 'text'), 'hello');
    expect(() => readFailureFile(join(path, name))).toThrow(said);
  });
});
