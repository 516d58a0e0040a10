/** The options of `tagproof init`. */
import { Option, type Command } from 'commander';
import { CI_SYSTEMS } from '../../init/init-answers.ts';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { named } from '../options/paths.ts';

const text = (flag: string, description: string): Option => new Option(flag, description).argParser(named);

export function addInit(program: Command, io: Io, done: Done): void {
  program
    .command('init')
    .description('write a target file and a CI job to begin with; asks at a terminal, overwrites nothing')
    .argument('[url]', 'the base URL of the backend', named)
    .addOption(text('--file <file>', 'the target file to write').default('tagproof.yaml'))
    .addOption(
      text('--admin-key <variable>', 'the environment variable that holds a secret key of role Admin'),
    )
    .addOption(text('--player-key <variable>', 'the same for a secret key of role Player'))
    .addOption(text('--player <userId>', 'the id of a player who exists'))
    .addOption(
      text('--token <variable>', 'the environment variable that holds the Auth-Token of this player'),
    )
    .addOption(new Option('--ci <system>', 'the CI system to write a job for').choices(CI_SYSTEMS))
    .action(async (url, options) =>
      done(await (await import('../commands/init.ts')).initCommand({ ...options, url }, io)),
    );
}
