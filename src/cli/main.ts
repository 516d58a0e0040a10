/** The only module that touches the process: its words, streams, signals and exit code. */
import picocolors from 'picocolors';
import { EXIT } from './exits.ts';
import type { Io, Output } from './io.ts';
import { runCli } from './run-cli.ts';

const DEFAULT_COLUMNS = 80;

/** Whether something could not be written, so that what was told is not whole. */
let unwritten = false;

/** A reader that goes away, such as head, ends the writing but not the run; a full disk is the user's to mend. */
function onWriteError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  unwritten = true;
  process.exitCode = EXIT.usage;
  process.stderr.write(`error: can't write: ${error.message}\n`);
}

function outputOf(stream: NodeJS.WriteStream): Output {
  stream.on('error', onWriteError);
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    colour: isTerminal && picocolors.isColorSupported,
    columns: () => stream.columns ?? DEFAULT_COLUMNS,
  };
}

/** The first signal lets the command end by itself, the second ends the process. */
function onInterrupt(callback: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, callback);
}

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  const io: Io = {
    argv: process.argv.slice(2),
    env: process.env,
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    onInterrupt,
  };
  const exit = await runCli(io);
  process.exitCode = unwritten ? EXIT.usage : exit;
}
