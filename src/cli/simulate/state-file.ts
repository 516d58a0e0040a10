/** The world of a simulator in a file: read at the start; after changes written to a draft next to it, which is then renamed. */
import { closeSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ControlError } from '../../../simulator/control/api/control-error.ts';
import { readWorldText } from '../../../simulator/control/api/read-world.ts';
import { worldFile, type WorldFormat } from '../../../simulator/control/api/world-file.ts';
import type { LiveWorld } from '../../../simulator/world/live-world.ts';
import type { WorldState } from '../../../simulator/world/world-state.ts';
import { readSource } from '../../world/yaml/source.ts';
import { TagproofError } from '../../base/errors.ts';
import { checkOutput, draftBeside, type FileKind } from '../../base/file-in-place.ts';
import { checkWritable, fileTrouble, statIfThere, withFile } from '../../base/file-trouble.ts';
import type { Io } from '../io/io.ts';

// The world as its state file holds it: nothing in it depends on what is not in the file or in the world of the start.

/** The values that a world file has in variables, by their names. */
type KnownValues = ReadonlyMap<string, string>;

function knownValues({ keys, tokens }: WorldState): KnownValues {
  const all = [...keys.all(), ...tokens.all()];
  return new Map(all.filter((held) => !held.public).map(({ envName, value }) => [envName, value]));
}

/**
 * A copy of the world to be written. It holds secrets of the start as variables; the value of any other one is written,
 * or it would be lost. Tokens have the time that is left to them.
 */
function writtenState(world: LiveWorld, known: KnownValues): WorldState {
  const state = world.forkWithTimeLeft();
  const isKnown = ({ envName, value }: { readonly envName: string; readonly value: string }): boolean =>
    known.get(envName) === value;
  for (const held of world.state.keys.all())
    if (!held.public && !isKnown(held)) state.keys.put({ ...held, public: true });
  for (const { item, ...held } of world.state.tokens.all())
    if (!held.public && !isKnown(held))
      state.tokens.put({ ...held, item: state.tokens.get(item.name)?.item ?? item, public: true });
  return state;
}

// Only one simulator keeps its world in a file: a lock beside it holds the process id of that one.

/** What a lock takes of the process that holds it. */
type LockOwner = Pick<Io, 'pid' | 'isAlive' | 'onExit'>;

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
function lockState(path: string, io: LockOwner): () => void {
  const lock = `${path}.lock`;
  if (statIfThere(lock, 'read') !== undefined) {
    refuseHeld(lock, path, io);
    // Moved away before it is removed: of two that take it over, one finds nothing to move.
    const aside = draftBeside(path);
    withFile(lock, 'write', () => renameSync(lock, aside));
    rmSync(aside);
  }
  const held = withFile(lock, 'write', () => openSync(lock, 'wx'));
  writeSync(held, `${io.pid}\n`);
  closeSync(held);
  const release = (): void => rmSync(lock, { force: true });
  io.onExit(release);
  return release;
}

/** Changes that follow one another this soon are written together. */
const DELAY_MS = 200;
/** How long after a failed write it is tried again. */
const RETRY_MS = 5000;
/** It may hold the values of secrets. */
const OWNER_ONLY = 0o600;
const MAX_BYTES = 512 * 1024 * 1024;

/** As `GET /_tagproof/world` gives it. */
const SAVED: FileKind = {
  name: 'a world that a simulator saved',
  begins:
    /^(?:\{"public":(?:true|false),"world":\{|public: (?:true|false)\nworld:\n  complete: true\n  limits: \{)/,
};

const formatOf = (path: string): WorldFormat => (/\.ya?ml$/i.test(path) ? 'yaml' : 'json');

function readError(path: string, { at, message, problems }: ControlError): TagproofError {
  const all = problems.length > 0 ? problems : [{ at, message }];
  const lines = all.map((problem) => `${path}: ${problem.at}: ${problem.message}`);
  return new TagproofError(
    'file',
    `${lines.join('\n')}\nmend the saved world, or move it away to start from the world file`,
  );
}

/** Writes a world so that the file is always whole: the old one until the new one is on the disk. */
async function writeWhole(path: string, state: WorldState): Promise<void> {
  const beside = draftBeside(path);
  try {
    const file = await open(beside, 'wx', OWNER_ONLY);
    try {
      for (const piece of worldFile(state, formatOf(path))) await file.appendFile(piece);
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

export class StateFile {
  readonly #path: string;
  readonly #world: LiveWorld;
  #known: KnownValues;
  readonly #report: (line: string) => void;
  readonly #unlock: () => void;
  #savedVersion: number;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;
  #failed = false;

  /** `report` gets a line where a write fails, and where it works again. Throws where it can't be written, or belongs to another simulator. */
  constructor(path: string, world: LiveWorld, report: (line: string) => void, io: LockOwner) {
    checkWritable(path);
    // One file has one lock, by whatever link it is named.
    this.#path = statIfThere(path, 'read') === undefined ? path : realpathSync(path);
    this.#unlock = lockState(this.#path, io);
    this.#world = world;
    this.#known = knownValues(world.state);
    this.#report = report;
    this.#savedVersion = world.version;
  }

  /** Replaces the world by the saved one, where there is one. Throws a `file` error with what is wrong in it. */
  load(): boolean {
    if (statIfThere(this.#path, 'read') === undefined) return false;
    const { text } = readSource(this.#path, MAX_BYTES);
    try {
      this.#world.replace(readWorldText({ text, format: formatOf(this.#path) }, this.#world).state);
    } catch (error) {
      throw error instanceof ControlError ? readError(this.#path, error) : error;
    }
    // A world file that a user wrote is readable, too, but its comments would be lost.
    checkOutput(this.#path, SAVED);
    this.#savedVersion = this.#world.version;
    return true;
  }

  /** The world is that of a world file again, perhaps with other variables. */
  restarted(): void {
    this.#known = knownValues(this.#world.state);
  }

  /** From now on changes are saved. */
  follow(): void {
    this.#world.changed = () => this.#soon(DELAY_MS);
    if (this.#isDirty) this.#soon(DELAY_MS);
  }

  /** Saves what was not saved yet. Throws a `file` error where that fails; the file is then as it was. */
  async close(): Promise<void> {
    this.#world.changed = undefined;
    clearTimeout(this.#timer);
    await this.#saving;
    try {
      if (this.#isDirty) await writeWhole(this.#path, writtenState(this.#world, this.#known));
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

  async #save(): Promise<void> {
    const { version } = this.#world;
    try {
      await writeWhole(this.#path, writtenState(this.#world, this.#known));
      this.#savedVersion = version;
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
