/** What can go wrong with a file or folder that the user names, each with what to do: one table for all reading and writing. */
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  opendirSync,
  openSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { TagproofError } from './errors.ts';

type Doing = 'read' | 'write';

/** How the sentence goes on behind `path: `. */
type Words = Readonly<Record<Doing, string>>;

const both = (words: string): Words => ({ read: words, write: words });

const PERMISSIONS: Words = {
  read: 'may not be read; check its permissions',
  write:
    "can't be written: it, or its folder, may not be written to; check the permissions, or name another path",
};
const NO_SPACE = both("can't be written: no space left on its disk; make room, or name a path elsewhere");
const TOO_MANY_OPEN = both("can't be opened: too many files are open; raise the limit (ulimit -n)");

const TROUBLES: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    'ENOENT',
    {
      read: 'no such file; check the path, which is relative to the current directory',
      write: "can't be written: its folder does not exist; make it, or name another path",
    },
  ],
  [
    'ENOTDIR',
    {
      read: 'no such file; a part of its path is not a directory',
      write: "can't be written: a part of its path is a file, not a folder; name another path",
    },
  ],
  ['EISDIR', { read: 'is a directory; name a file in it', write: 'is a folder; name a file' }],
  ['EEXIST', both("can't be written: a file is there already; name another path")],
  ['EACCES', PERMISSIONS],
  ['EPERM', PERMISSIONS],
  ['ELOOP', both('is a symbolic link that leads back to itself; name the file itself')],
  ['ENAMETOOLONG', both('has a name that is too long; name a shorter one')],
  ['EROFS', both("can't be written: its file system is read-only; name a path elsewhere")],
  ['ENOSPC', NO_SPACE],
  ['EDQUOT', NO_SPACE],
  ['EMFILE', TOO_MANY_OPEN],
  ['ENFILE', TOO_MANY_OPEN],
  [
    'EBUSY',
    both("can't be replaced: it is in use or mounted by itself; name a path in a folder that is mounted"),
  ],
  ['ENXIO', both("can't be opened: nothing is at the other end of it; name a file")],
  ['EIO', { read: "can't be read: its disk failed", write: "can't be written: its disk failed" }],
]);

/** The `file` error for what Node says about a path. */
export function fileTrouble(path: string, error: unknown, doing: Doing): TagproofError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const words = TROUBLES.get(code)?.[doing];
  const other = doing === 'read' ? `can't be read: ${message}` : `can't be written: ${message}`;
  return new TagproofError('file', `${path}: ${words ?? other}`);
}

/** Runs what reads or writes a path, with its errors in our words. */
export function withFile<T>(path: string, doing: Doing, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TagproofError ? error : fileTrouble(path, error, doing);
  }
}

/** Opens a file to read: a pipe may wait forever for someone who writes, and a device may have no end. */
export function openToRead(path: string): number {
  return withFile(path, 'read', () => {
    const open = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const there = fstatSync(open);
    if (there.isFile()) return open;
    closeSync(open);
    if (there.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    throw new TagproofError(
      'file',
      `${path}: is a pipe or a device; write what comes from it into a file, and name that`,
    );
  });
}

/** The most names that are read of one folder. */
const MAX_NAMES = 10_000;

/** The names in a folder, in their order. Throws a `file` error where there are far too many. */
export function namesIn(folder: string): readonly string[] {
  return withFile(folder, 'read', () => {
    const open = opendirSync(folder);
    const names: string[] = [];
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (names.push(entry.name) <= MAX_NAMES) continue;
        throw new TagproofError(
          'file',
          `${folder}: this folder holds more than ${MAX_NAMES} files; name the files, or move others out of it`,
        );
      }
    } finally {
      open.closeSync();
    }
    return names.toSorted();
  });
}

/** What is at a path; undefined: nothing is. Throws a `file` error where the path itself is impossible. */
export function statIfThere(path: string, doing: Doing): Stats | undefined {
  return withFile(path, doing, () => statSync(path, { throwIfNoEntry: false }));
}

/** Throws a `file` error where a file at this path could not be written: asked before the work, not after it. */
export function checkWritable(path: string): void {
  const there = statIfThere(path, 'write');
  withFile(path, 'write', () => {
    if (there?.isDirectory() === true) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    accessSync(there === undefined ? dirname(path) : path, constants.W_OK);
    if (there === undefined && !statSync(dirname(path)).isDirectory())
      throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  });
}

/** Throws a `file` error where a folder at this path could not be made or written to; `option` is what names it. */
export function checkWritableFolder(option: string, path: string): void {
  const there = statIfThere(path, 'write');
  if (there?.isDirectory() === false)
    throw new TagproofError('file', `${option} ${path}: is a file\nmake it a folder that you may write to`);
  if (there !== undefined) withFile(path, 'write', () => accessSync(path, constants.W_OK));
  else if (dirname(path) !== path) checkWritableFolder(option, dirname(path));
}
