/** The one way to write a file that a user names: a draft beside it, which takes its place when it is whole. A reader never sees half of it. */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { TagproofError } from './errors.ts';
import { checkWritable, fileTrouble, openToRead, statIfThere, withFile } from './file-trouble.ts';

/** How files of one kind begin: only such a file, or an empty one, is replaced. */
export interface FileKind {
  /** `a JUnit report`. */
  readonly name: string;
  readonly begins: RegExp;
}

/** What is read to recognise a kind. */
const BEGINNING = 1024;

/** Whose drafts are written, and which other processes of this machine still run; without `isAlive` no draft of another is removed. */
interface DraftOwner {
  readonly pid: number;
  readonly isAlive?: (pid: number) => boolean;
}

let owner: DraftOwner = { pid: 0 };

/** Says once, at the start of a command, whose drafts are written from now on. */
export const ownDrafts = (by: DraftOwner): void => void (owner = by);

/** A process id says nothing on another machine, or in another container. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const DRAFT_NAME = /^\.tagproof-(\d+)-([0-9a-f]{8})-[0-9a-f]{16}\.part$/;

/** The drafts of this process. */
const ownNames = new Set<string>();

/** A path beside a file, random so that no link can be planted there. Its name is short, whatever that of the file. */
export function draftBeside(path: string): string {
  const name = `.tagproof-${owner.pid}-${MACHINE}-${randomBytes(8).toString('hex')}.part`;
  ownNames.add(name);
  return join(dirname(path), name);
}

/** Whether a file is the draft of a process that was killed. One of our own number may be of a process before this one, as in a container. */
function isAbandoned(name: string): boolean {
  const [, pid = '', machine] = DRAFT_NAME.exec(name) ?? [];
  if (machine !== MACHINE || ownNames.has(name) || owner.isAlive === undefined) return false;
  return Number(pid) === owner.pid || !owner.isAlive(Number(pid));
}

/** Removes what killed processes left behind beside a file. Tidying is no reason to fail. */
export function removeAbandonedDrafts(path: string): void {
  try {
    for (const name of readdirSync(dirname(path)).filter(isAbandoned)) rmSync(join(dirname(path), name));
  } catch {
    // The folder can't be read, or another process was faster.
  }
}

function beginningOf(path: string): string {
  return withFile(path, 'read', () => {
    const open = openToRead(path);
    try {
      const bytes = Buffer.alloc(BEGINNING);
      return bytes.toString('utf8', 0, readSync(open, bytes));
    } finally {
      closeSync(open);
    }
  });
}

/** Throws a `file` error where a file of this kind can't be written here: asked before the work, not after it. */
export function checkOutput(path: string, { name, begins }: FileKind): void {
  checkWritable(path);
  if (statIfThere(path, 'write')?.isFile() !== true) return;
  const beginning = beginningOf(path);
  if (beginning === '' || begins.test(beginning)) return;
  throw new TagproofError(
    'file',
    `${path}: is not ${name}, so it is not replaced by one\nname another path, or remove the file`,
  );
}

/** How long a pipe may lack a reader, which may just be starting: opened the usual way it would wait forever. */
const READER_MS = 2000;

const PAUSE_MS = 5;
const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Opens a pipe or a device. */
function openDirectly(path: string): number {
  for (const began = performance.now(); ; pause()) {
    try {
      return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if (codeOf(error) !== 'ENXIO' || performance.now() - began > READER_MS) throw error;
    }
  }
}

/** Writes bytes from a place on, and gives the next place; a pipe that is full takes none until it is read. */
function writeFrom(open: number, bytes: Uint8Array, from: number): number {
  try {
    return from + writeSync(open, bytes, from);
  } catch (error) {
    if (codeOf(error) !== 'EAGAIN') throw error;
    pause();
    return from;
  }
}

const PERMISSIONS = 0o777;

export class FileInPlace {
  readonly #path: string;
  /** Undefined: it is in its place; or a pipe or a device, which is written to directly. */
  #draft: string | undefined;
  #open: number | undefined;
  #isUnread = false;

  /** Throws a `file` error where it could not be written. `kind`: left out where the file was read before, and recognised by that. */
  constructor(path: string, kind?: FileKind) {
    if (kind === undefined) checkWritable(path);
    else checkOutput(path, kind);
    const there = statIfThere(path, 'write');
    this.#path = path;
    this.#draft = there === undefined || there.isFile() ? draftBeside(path) : undefined;
    if (this.#draft !== undefined) removeAbandonedDrafts(path);
    this.#open = withFile(path, 'write', () => {
      if (this.#draft === undefined) return openDirectly(path);
      const open = openSync(this.#draft, 'wx');
      // It may hold secrets, so the permissions of the file before it are kept.
      if (there !== undefined) fchmodSync(open, there.mode & PERMISSIONS);
      return open;
    });
  }

  /** A reader of a pipe that has gone ends the writing, and not the work. */
  write(text: string): void {
    if (this.#isUnread) return;
    const bytes = Buffer.from(text);
    try {
      for (let written = 0; written < bytes.length;) written = writeFrom(this.#open ?? -1, bytes, written);
    } catch (error) {
      if (codeOf(error) !== 'EPIPE') throw fileTrouble(this.#path, error, 'write');
      this.#isUnread = true;
    }
  }

  /** Puts it in its place. */
  finish(): void {
    withFile(this.#path, 'write', () => {
      this.#close();
      if (this.#draft !== undefined) renameSync(this.#draft, this.#path);
      this.#draft = undefined;
    });
  }

  /** Leaves nothing behind, unless it is finished. */
  discard(): void {
    this.#close();
    if (this.#draft !== undefined) rmSync(this.#draft, { force: true });
    this.#draft = undefined;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) closeSync(open);
  }
}

/** Writes a whole file; `kind` as above. */
export function writeWhole(path: string, text: string, kind?: FileKind): void {
  const file = new FileInPlace(path, kind);
  try {
    file.write(text);
    file.finish();
  } finally {
    file.discard();
  }
}

/** Writes the next text of a file that was read, or a new one; a link to it stays one. */
export function rewrite(path: string, text: string): void {
  const isThere = statIfThere(path, 'write') !== undefined;
  writeWhole(isThere ? withFile(path, 'write', () => realpathSync(path)) : path, text);
}
