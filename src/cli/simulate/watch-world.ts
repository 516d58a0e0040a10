/** `--watch`: world files that are saved are served at once, all or nothing. */
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { readDialect, readTargetFile } from '../../world/target-file/read-target-file.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Io } from '../io/io.ts';
import { dialectFiles, simulatorChoices } from './controlled-options.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { servedFile } from './served-file.ts';
import { lookAt, watchFiles } from '../watch/watch-files.ts';

/**
 * Looks at the files, to be called before they are read. What it gives watches them until it is closed; `restarted` is called when
 * another world is served.
 */
export function watcherOf(world: string, options: SimulateOptions, io: Io) {
  const files = [world, ...dialectFiles(options)];
  const first = lookAt(files);
  return (simulator: ControlledSimulator, restarted: () => void) =>
    watchFiles(
      () => files,
      first,
      () => {
        try {
          // All files are read before anything is changed.
          const file = servedFile(readTargetFile(world, io.env));
          const dialect = dialectFiles(options).flatMap(readDialect);
          simulator.restart(file, simulatorChoices({ file, dialect }, options));
          restarted();
          if (options.quiet !== true)
            io.err.write(`${world} is read again; changes by the control API are gone\n`);
        } catch (error) {
          if (!(error instanceof TagproofError)) throw error;
          io.err.write(
            `error: the world is not read again, the one before is still served\n${error.message}\n`,
          );
        }
      },
    );
}
