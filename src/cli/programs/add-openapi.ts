/** The options of `tagproof openapi`. */
import { Option, type Command } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { named } from '../options/paths.ts';

export function addOpenapi(program: Command, io: Io, done: Done): void {
  program
    .command('openapi')
    .description('print an OpenAPI 3.1 description of the nine operations, to generate clients from')
    .addOption(new Option('--json', 'as JSON, which is the default').conflicts('yaml'))
    .option('--yaml', 'as YAML; --out FILE.yaml is, too')
    .option('--out <file>', 'write it to this file', named)
    .option(
      '--dialect <file>',
      'a target file: what its dialect answers is no longer left open, such as number or name for codes',
      named,
    )
    .option('--server <url>', 'the base URL that clients use', named)
    .option('--control', 'add the control API of the simulator, below /_tagproof')
    .action(async (options) => done((await import('../commands/openapi.ts')).openapiCommand(options, io)));
}
