/** The options of `tagproof report` and `tagproof show`. */
import type { Command } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { gatherNamed, named } from '../options/paths.ts';
import { reporterOption } from '../options/reporter-option.ts';

/** Any report again from the record of a run, or several records side by side. */
export function addReport(program: Command, io: Io, done: Done): void {
  program
    .command('report')
    .description('write reports from the record of a run, or lay several records side by side')
    .argument('<events.ndjson...>', 'what --reporter ndjson=FILE wrote; several with --matrix', gatherNamed)
    .addOption(reporterOption())
    .option('--matrix', 'the clauses by backends or releases, a column for each record')
    .option('--out <file.html>', 'with --matrix: a page instead of lines', named)
    .action(async (files, options) =>
      done((await import('../commands/report.ts')).reportCommand({ ...options, files }, io)),
    );
}

/** One case of a record. */
export function addShow(program: Command, io: Io, done: Done): void {
  program
    .command('show')
    .description('print one case of a record: its findings, every recorded request and reply, and curl lines')
    .argument('<case>', 'its id; * for any characters', named)
    .requiredOption('--from <events.ndjson>', 'what --reporter ndjson=FILE wrote', named)
    .action(async (name, options) =>
      done((await import('../commands/show.ts')).showCommand({ ...options, name }, io)),
    );
}
