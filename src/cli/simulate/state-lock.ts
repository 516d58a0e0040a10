/** Only one simulator keeps its world in a file: a lock beside it holds the process id of that one. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readSource } from '../../config/yaml/source.ts';
import { TagproofError } from '../../errors.ts';
import { draftBeside } from '../../file-in-place.ts';
import { statIfThere, withFile } from '../../file-trouble.ts';
import type { Io } from '../io.ts';

/** What a lock takes of the process that holds it. */
export type LockOwner = Pick<Io, 'pid' | 'isAlive' | 'onExit'>;

/** The process that a lock names. */
function holderOf(lock: string): number {
  const [, pid] = /^([1-9]\d*)\n$/.exec(readSource(lock).text) ?? [];
  if (pid !== undefined) return Number(pid);
  throw new TagproofError(
    'file',
    `${lock}: is not the lock of a simulator\nmove it away, or name another file with --state`,
  );
}

/** Throws where another simulator that runs holds the lock. One of our own number is of a process before this one, for instance in a container. */
function refuseHeld(lock: string, path: string, { pid, isAlive }: LockOwner): void {
  const holder = holderOf(lock);
  if (holder === pid || isAlive?.(holder) !== true) return;
  throw new TagproofError(
    'usage',
    `--state ${path}: the simulator with the pid ${holder} keeps its world in this file\nend it, or name another file`,
  );
}

/** Takes the lock of a file, also one that a simulator left behind that has ended; gives what releases it. */
export function lockState(path: string, io: LockOwner): () => void {
  const lock = `${path}.lock`;
  if (statIfThere(lock, 'read') !== undefined) {
    refuseHeld(lock, path, io);
    // Moved away before it is removed: of two that take it over, one finds nothing to move.
    const aside = draftBeside(path);
    withFile(lock, 'write', () => renameSync(lock, aside));
    rmSync(aside);
  }
  const open = withFile(lock, 'write', () => openSync(lock, 'wx'));
  writeSync(open, `${io.pid}\n`);
  closeSync(open);
  const release = (): void => rmSync(lock, { force: true });
  io.onExit(release);
  return release;
}
