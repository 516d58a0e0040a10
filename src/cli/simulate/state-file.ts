/** The world of a simulator in a file: read at the start; after changes written to a draft next to it, which is then renamed. */
import { closeSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ControlError } from '../../../simulator/control/control-error.ts';
import { readWorldText, worldDocument, type IsShown } from '../../../simulator/control/world-document.ts';
import type { LiveWorld } from '../../../simulator/world/live-world.ts';
import { checkOutput, draftBeside, removeAbandonedDrafts, type FileKind } from '../../base/file-in-place.ts';
import { TagproofError } from '../../base/errors.ts';
import { checkWritable, fileTrouble, statIfThere, withFile } from '../../base/file-trouble.ts';
import { readSource } from '../../world/yaml/source.ts';
import type { Io } from '../io/io.ts';

/** What a lock takes of the process that holds it. */
type LockOwner = Pick<Io, 'pid' | 'isAlive' | 'onExit'>;

/** Takes the lock beside a file, which holds a process id; also one that a simulator left behind that has ended. Gives what releases it. */
function lockState(path: string, { pid, isAlive, onExit }: LockOwner): () => void {
  const lock = `${path}.lock`;
  if (statIfThere(lock, 'read') !== undefined) {
    const holder = Number(/^([1-9]\d*)\n$/.exec(readSource(lock).text)?.[1]);
    if (Number.isNaN(holder))
      throw new TagproofError(
        'file',
        `${lock}: is not the lock of a simulator\nmove it away, or name another file with --state`,
      );
    // One of our own number is of a process before this one, for instance in a container.
    if (holder !== pid && isAlive?.(holder) === true)
      throw new TagproofError(
        'usage',
        `--state ${path}: the simulator with the pid ${holder} keeps its world in this file\nend it, or name another file`,
      );
    // Moved away before it is removed: of two that take it over, one finds nothing to move.
    const aside = draftBeside(path);
    withFile(lock, 'write', () => renameSync(lock, aside));
    rmSync(aside);
  }
  removeAbandonedDrafts(path);
  const held = withFile(lock, 'write', () => openSync(lock, 'wx'));
  writeSync(held, `${pid}\n`);
  closeSync(held);
  const release = (): void => rmSync(lock, { force: true });
  onExit(release);
  return release;
}

/** Changes that follow one another this soon are written together, of a large world later. */
const DELAY_MS = 200;
/** How many times as long as making the text took it rests until the next. */
const RESTS = 20;
/** How long after a failed write it is tried again. */
const RETRY_MS = 5000;
/** It may hold the values of secrets. */
const OWNER_ONLY = 0o600;
const MAX_BYTES = 512 * 1024 * 1024;

/** As `GET /_tagproof/world` gives it. */
const SAVED: FileKind = {
  name: 'a world that a simulator saved',
  begins: /^\{"public":(?:true|false),"world":\{/,
};

/** Writes a text so that the file is always whole: the old one until the new one is on the disk. */
async function writeDurably(path: string, text: string): Promise<void> {
  const beside = draftBeside(path);
  try {
    const file = await open(beside, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
  // The renaming itself; not every file system can sync a folder.
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** What tells a world's secrets that have their values in variables: these are not written. */
function isWritten({ keys, tokens }: LiveWorld['state']): IsShown {
  const hidden = [...keys.all(), ...tokens.all()].filter((held) => !held.public);
  const known = new Map(hidden.map(({ envName, value }) => [envName, value]));
  return (held) => held.public || known.get(held.envName) !== held.value;
}

export class StateFile {
  readonly #path: string;
  readonly #world: LiveWorld;
  readonly #report: (line: string) => void;
  readonly #unlock: () => void;
  #isWritten: IsShown;
  #savedVersion: number;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;
  #failed = false;
  #tookMs = 0;

  /** `report` gets a line where a write fails, and where it works again. Throws where it can't be written, or belongs to another simulator. */
  constructor(path: string, world: LiveWorld, report: (line: string) => void, io: LockOwner) {
    checkWritable(path);
    // One file has one lock, by whatever link it is named.
    this.#path = statIfThere(path, 'read') === undefined ? path : realpathSync(path);
    this.#unlock = lockState(this.#path, io);
    this.#world = world;
    this.#isWritten = isWritten(world.state);
    this.#report = report;
    this.#savedVersion = world.version;
  }

  /** Replaces the world by the saved one, where there is one. Throws a `file` error with what is wrong in it. */
  load(): boolean {
    if (statIfThere(this.#path, 'read') === undefined) return false;
    const { text } = readSource(this.#path, MAX_BYTES);
    try {
      this.#world.replace(readWorldText(text, this.#world).state);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (!/^\s*(?:\{|$)/.test(text)) checkOutput(this.#path, SAVED);
      const lines = error.problems.map(({ at, message }) => `${this.#path}: ${at}: ${message}`);
      throw new TagproofError(
        'file',
        `${lines.join('\n')}\nmend the saved world, or move it away to start from the world file`,
      );
    }
    // A world file that a user wrote is readable, too, but its order would be lost.
    checkOutput(this.#path, SAVED);
    this.#savedVersion = this.#world.version;
    return true;
  }

  /** The world is that of a world file again, perhaps with other variables. */
  restarted(): void {
    this.#isWritten = isWritten(this.#world.state);
  }

  /** From now on changes are saved. */
  follow(): void {
    this.#world.changed = () => this.#soon(Math.max(DELAY_MS, RESTS * this.#tookMs));
    if (this.#isDirty) this.#world.changed();
  }

  /** Saves what was not saved yet. Throws a `file` error where that fails; the file is then as it was. */
  async close(): Promise<void> {
    this.#world.changed = undefined;
    clearTimeout(this.#timer);
    await this.#saving;
    try {
      if (this.#isDirty) await this.#write();
    } catch (error) {
      throw new TagproofError(
        'file',
        `${fileTrouble(this.#path, error, 'write').message}\nthe last changes of the world are lost; the file has those before them`,
      );
    } finally {
      this.#unlock();
    }
  }

  get #isDirty(): boolean {
    return this.#world.version !== this.#savedVersion;
  }

  #soon(ms: number): void {
    if (this.#timer !== undefined || this.#saving !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#saving = this.#save().finally(() => {
        this.#saving = undefined;
        if (this.#isDirty && this.#world.changed !== undefined)
          this.#soon(this.#failed ? RETRY_MS : DELAY_MS);
      });
    }, ms).unref();
  }

  async #write(): Promise<void> {
    const { version } = this.#world;
    const began = performance.now();
    const text = `${JSON.stringify(worldDocument(this.#world, this.#isWritten))}\n`;
    this.#tookMs = performance.now() - began;
    await writeDurably(this.#path, text);
    this.#savedVersion = version;
  }

  async #save(): Promise<void> {
    try {
      await this.#write();
      if (this.#failed) this.#report(`the world is saved again: ${this.#path}`);
      this.#failed = false;
    } catch (error) {
      if (!this.#failed)
        this.#report(
          `warning: the world is not saved: ${fileTrouble(this.#path, error, 'write').message}\nthe file still holds what was saved before; tagproof tries again`,
        );
      this.#failed = true;
    }
  }
}
