/** `--watch`: world files that are saved are served at once, all or nothing. */
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { readDialect } from '../../config/target-file/read-target-file.ts';
import { readWorldPath, worldFiles } from '../../config/world-folder/read-world-path.ts';
import { TagproofError } from '../../errors.ts';
import type { Io } from '../io/io.ts';
import { choicesOf } from './controlled-options.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { statSync, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

// Watches files for changes by looking at them again and again, which works on every file system, also in containers. A change counts
// when two looks in a row see the same, so that editors that truncate first, write twice or rename have finished.

const LOOK_MS = 150;

export interface Watch {
  close(): void;
}

/** What files look like from outside; one that is not there has no size. */
export type Look = string;

const shown = (file: string, found: BigIntStats | undefined): string =>
  found === undefined
    ? `${file} none`
    : `${file} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;

/** A look at files, for instance before they are read. */
export const lookAt = (files: readonly string[]): Look =>
  files.map((file) => shown(file, statSync(file, { bigint: true, throwIfNoEntry: false }))).join('\n');

async function lookLater(files: readonly string[]): Promise<Look> {
  const all = files.map(async (file) =>
    shown(file, await stat(file, { bigint: true }).catch(() => undefined)),
  );
  return (await Promise.all(all)).join('\n');
}

/** Calls back after each change since the first look. The files are listed anew at each look. */
export function watchFiles(files: () => readonly string[], first: Look, changed: () => void): Watch {
  let settled = first;
  let last: Look | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const next = async (): Promise<void> => {
    const now = await lookLater(files());
    if (closed) return;
    if (now === last && now !== settled) {
      settled = now;
      changed();
    }
    last = now;
    timer = setTimeout(() => void next(), LOOK_MS).unref();
  };
  void next();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

export interface Watching {
  readonly world: string;
  readonly options: SimulateOptions;
  readonly simulator: ControlledSimulator;
  readonly io: Io;
  /** Called when another world is served. */
  readonly restarted: () => void;
}

/** The files that are read at the start; the folder alone where it can't be listed just now. */
function filesOf(world: string, { dialect }: SimulateOptions): readonly string[] {
  const more = dialect === undefined ? [] : [dialect];
  try {
    return [...worldFiles(world), ...more];
  } catch (error) {
    if (error instanceof TagproofError) return [world, ...more];
    throw error;
  }
}

/** A look at the files, to be taken before they are read. */
export const lookAtWorld = (world: string, options: SimulateOptions): Look => lookAt(filesOf(world, options));

/** Reads all files before anything is changed. */
function reload({ world, options, simulator, io, restarted }: Watching): void {
  try {
    const file = readWorldPath(world, io.env);
    const dialect = options.dialect === undefined ? [] : readDialect(options.dialect);
    simulator.restart(file, choicesOf({ file, dialect }, options));
    restarted();
    if (options.quiet !== true) io.err.write(`${world} is read again; changes by the control API are gone\n`);
  } catch (error) {
    if (!(error instanceof TagproofError)) throw error;
    io.err.write(`error: the world is not read again, the one before is still served\n${error.message}\n`);
  }
}

/** Watches the files until it is closed; `first` is the look that was taken before they were read. */
export const watchWorld = (watching: Watching, first: Look): Watch =>
  watchFiles(
    () => filesOf(watching.world, watching.options),
    first,
    () => reload(watching),
  );
