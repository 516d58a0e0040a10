/** `--watch`: world files that are saved are served at once, all or nothing. */
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { readDialect } from '../../config/target-file/read-target-file.ts';
import { readWorldPath, worldFiles } from '../../config/world-folder/read-world-path.ts';
import { TagproofError } from '../../errors.ts';
import type { Io } from '../io/io.ts';
import { choicesOf } from './controlled-options.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { lookAt, watchFiles, type Look, type Watch } from '../watch/watch-files.ts';

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
