/** The only module that touches the process: its words, streams, signals and exit code. */
import picocolors from 'picocolors';
import type { Io, Output } from './io.ts';
import { runCli } from './run-cli.ts';

const DEFAULT_COLUMNS = 80;

function outputOf(stream: NodeJS.WriteStream): Output {
  // A reader that goes away, such as head, ends the writing but not the run.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
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
  process.exitCode = await runCli(io);
}
