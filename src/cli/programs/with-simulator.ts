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
    .option(
      '--world <path>',
      'who and what exists: a world file in YAML or NDJSON, or a folder of them, read as one world',
      named,
    )
    .option(
      '--state <file>',
      'keep the world in this file: it is read at the start where it is there, and changes are saved',
      named,
    )
    .option(
      '--watch',
      'read world files and the dialect file again when they are saved; a faulty one is reported, and the world before it stays',
    )
    .option('--dialect <file>', 'a target file whose dialect the simulator speaks', named)
    .option('--set <question=option>', 'one choice where the document is silent; repeat for several', gather)
    .option(
      '--format <name>',
      'how replies are formatted, where that changes nothing: shuffled, extra-fields, indented, escaped, charset, chunked, closing; repeat for several',
      gather,
    )
    .option(
      '--order <n>',
      'another order of the checks; the same number, the same order',
      wholeNumber(0, 1_000_000),
    )
    .option('--host <address>', 'the address to listen on', hostName, '127.0.0.1')
    .option('--port <n>', 'the port to listen on; 0: any free one', wholeNumber(0, 65_535), port)
    .option('--no-faults', 'do not let headers provoke internal errors, whatever the world file declares')
    .option(
      '--control-token <token>',
      'the token of the control API; without it that of TAGPROOF_CONTROL_TOKEN, or a generated one, which is printed',
      controlTokenOf,
    )
    .option(
      '--control-host <name>',
      'a host name by which the control API may be called, besides localhost and addresses; repeat for several',
      gather,
    )
    .option('--no-control', 'serve no control API and no console')
    .option(
      '--cors-origin <origin>',
      'an origin whose pages may read replies, besides those of localhost; * for all; repeat for several',
      gather,
    )
    .option(
      '--tls',
      'serve by TLS, with a certificate of an authority that is made at the start; its file is printed',
    )
    .option('--cert <file>', 'serve by TLS with this certificate, in PEM', named)
    .option('--key <file>', 'the private key of --cert, in PEM', named)
    .option(
      '--serve <dir>',
      'serve this folder from the same origin, for instance a WebGL build; the operations come first',
      named,
    )
    .option('--no-isolation', 'with --serve: without the headers that make a page cross-origin isolated')
    .addOption(
      new Option(
        '--log <form>',
        'a line for each request on standard error: text, json or none; without it text at a terminal, none elsewhere',
      ).choices(LOG_FORMS),
    )
    .option('--fault-header', 'let requests ask for a fault by the header Tagproof-Fault');
}
