/** The options of every command that serves a simulator. */
import { Option, type Command } from 'commander';
import { controlTokenOf } from '../options/control-token.ts';
import { hostName } from '../options/host-name.ts';
import { gather, wholeNumber } from '../options/numbers.ts';
import { LOG_FORMS } from '../options/log-forms.ts';
import { named } from '../options/paths.ts';

/** Adds them; `port` is the one without `--port`. */
export function withSimulator(command: Command, port: number): Command {
  return command
    .addOption(
      new Option(
        '--world <path>',
        'who and what exists: a world file in YAML or NDJSON, or a folder of them, read as one world',
      ).argParser(named),
    )
    .addOption(
      new Option(
        '--state <file>',
        'keep the world in this file: it is read at the start where it is there, and changes are saved',
      ).argParser(named),
    )
    .option(
      '--watch',
      'read world files and the dialect file again when they are saved; a faulty one is reported, and the world before it stays',
    )
    .addOption(
      new Option('--dialect <file>', 'a target file whose dialect the simulator speaks').argParser(named),
    )
    .addOption(
      new Option(
        '--set <question=option>',
        'one choice where the document is silent; repeat for several',
      ).argParser(gather),
    )
    .addOption(
      new Option(
        '--format <name>',
        'how replies are written, where that means nothing: shuffled, extra-fields, indented, escaped, charset, chunked, closing; repeat for several',
      ).argParser(gather),
    )
    .addOption(
      new Option('--order <n>', 'another order of the checks; the same number, the same order').argParser(
        wholeNumber(0, 1_000_000),
      ),
    )
    .addOption(
      new Option('--host <address>', 'the address to listen on').argParser(hostName).default('127.0.0.1'),
    )
    .addOption(
      new Option('--port <n>', 'the port to listen on; 0: any free one')
        .argParser(wholeNumber(0, 65_535))
        .default(port),
    )
    .option('--no-faults', 'do not let headers provoke internal errors, whatever the world file declares')
    .addOption(
      new Option(
        '--control-token <token>',
        'the token of the control API; else TAGPROOF_CONTROL_TOKEN, else one is generated and printed',
      ).argParser(controlTokenOf),
    )
    .addOption(
      new Option(
        '--control-host <name>',
        'a host name by which the control API may be called, besides localhost and addresses; repeat for several',
      ).argParser(gather),
    )
    .option('--no-control', 'serve no control API and no console')
    .addOption(
      new Option(
        '--cors-origin <origin>',
        'an origin whose pages may read replies, besides those of localhost; * for all; repeat for several',
      ).argParser(gather),
    )
    .option(
      '--tls',
      'serve by TLS, with a certificate of an authority that is made at the start; its file is printed',
    )
    .addOption(new Option('--cert <file>', 'serve by TLS with this certificate, in PEM').argParser(named))
    .addOption(new Option('--key <file>', 'the private key of --cert, in PEM').argParser(named))
    .addOption(
      new Option(
        '--serve <dir>',
        'serve this folder from the same origin, for instance a WebGL build; the operations come first',
      ).argParser(named),
    )
    .option('--no-isolation', 'with --serve: without the headers that make a page cross-origin isolated')
    .addOption(
      new Option(
        '--log <form>',
        'a line for each request on standard error: text, json or none; at a terminal text, else none',
      ).choices(LOG_FORMS),
    )
    .option('--fault-header', 'let requests ask for a fault by the header Tagproof-Fault');
}
