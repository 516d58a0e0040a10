/** Files that a command writes for people to edit: never over one that is there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import { statIfThere, withFile } from '../../base/file-trouble.ts';

/** Throws a `file` error with the remedy where something is there already. */
export function checkNew(path: string, remedy: string): void {
  if (statIfThere(path, 'write') !== undefined)
    throw new TagproofError('file', `${path}: it is there already, so nothing was written\n${remedy}`);
}

/** Writes all of the files or none, and makes their folders. Throws a `file` error with the remedy where one is there already. */
export function writeNew(files: readonly Readonly<Record<'path' | 'text', string>>[], remedy: string): void {
  for (const { path } of files) checkNew(path, remedy);
  for (const { path, text } of files)
    withFile(path, 'write', () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    });
}
