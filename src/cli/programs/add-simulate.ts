/** The options of `tagproof simulate`. */
import { Option, type Command } from 'commander';
import { ENGINE_NAMES } from '../../../simulator/banner/engines/engine-names.ts';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { withSimulator } from './with-simulator.ts';

const DEFAULT_PORT = 4020;

export function addSimulate(program: Command, io: Io, done: Done): void {
  withSimulator(program.command('simulate'), DEFAULT_PORT)
    .description('serve a world as a complete backend, for development and tests')
    .addOption(
      new Option(
        '--engine <name>',
        'add a call to paste in the language of a game engine, and the settings that it needs',
      ).choices(ENGINE_NAMES),
    )
    .addOption(
      new Option('--json', 'print one line of JSON when it is ready, for scripts').conflicts([
        'engine',
        'quiet',
      ]),
    )
    .addOption(new Option('--quiet', 'print nothing but errors').conflicts('engine'))
    .action(async (options) =>
      done(await (await import('../commands/simulate.ts')).simulateCommand(options, io)),
    );
}
