import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TagproofError } from './errors.ts';
import { checkWritable, checkWritableFolder, fileTrouble, statIfThere } from './file-trouble.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagproof-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...parts: readonly string[]): string => join(folder, ...parts);
writeFileSync(at('file'), '');
mkdirSync(at('folder'));
symlinkSync(at('loop'), at('loop'));
const LONG = 'x'.repeat(300);

const CODES = [
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'ENXIO',
];

describe.each(['read', 'write'] as const)('what can go wrong with a file to %s', (doing) => {
  it.each(CODES)('%s has words with a remedy', (code) => {
    const error = Object.assign(new Error(`${code}: as Node says it`), { code });
    const { message, code: kind } = fileTrouble('a/b', error, doing);
    expect(kind).toBe('file');
    expect(message).toMatch(/^a\/b: [^;]+; [^;]+/);
    expect(message).not.toContain('as Node says it');
  });

  it('anything else is told as it came', () => {
    const error = Object.assign(new Error('EODD: of another kind'), { code: 'EODD' });
    expect(fileTrouble('a', error, doing).message).toMatch(/^a: can't be .*: EODD: of another kind$/);
  });
});

const refusal = (work: () => unknown): string => {
  try {
    work();
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(TagproofError);
    return (error as Error).message.replaceAll(folder, '').replaceAll(LONG, 'LONG');
  }
};

describe('a path', () => {
  it.each([
    ['file/x', '/file/x: no such file; a part of its path is not a directory'],
    ['loop', '/loop: is a symbolic link that leads back to itself; name the file itself'],
    [LONG, '/LONG: has a name that is too long; name a shorter one'],
    ['none', ''],
    ['file', ''],
  ])('%j is looked at', (path, message) => {
    expect(refusal(() => statIfThere(at(path), 'read'))).toBe(message);
  });

  it.each([
    ['file/x', "/file/x: can't be written: a part of its path is a file, not a folder; name another path"],
    ['folder', '/folder: is a folder; name a file'],
    ['none/x', "/none/x: can't be written: its folder does not exist; make it, or name another path"],
    ['loop', '/loop: is a symbolic link that leads back to itself; name the file itself'],
    ['loop/x', '/loop/x: is a symbolic link that leads back to itself; name the file itself'],
    [`folder/${LONG}`, '/folder/LONG: has a name that is too long; name a shorter one'],
    ['file', ''],
    ['folder/new', ''],
  ])('%j is looked at before a file is written', (path, message) => {
    expect(refusal(() => checkWritable(at(path)))).toBe(message);
  });

  it.each([
    ['file', '--dir /file: is a file\nmake it a folder that you may write to'],
    ['file/x', "/file/x: can't be written: a part of its path is a file, not a folder; name another path"],
    ['folder', ''],
    ['folder/new/deep', ''],
  ])('%j is looked at before a folder is written', (path, message) => {
    expect(refusal(() => checkWritableFolder('--dir', at(path)))).toBe(message);
  });
});
