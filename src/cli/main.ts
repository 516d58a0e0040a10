/** The only module that touches the process, but for what `bin.ts` sets before any code: its words, streams, signals and exit code. */
import { constants } from 'node:os';
import picocolors from 'picocolors';
import { EXIT } from './io/exits.ts';
import type { InterruptSignal, Outside, Stream } from './io/io.ts';
import { isZombie, processesBelow } from './io/process-tree.ts';
import { runCli } from './program.ts';
import { createInterface } from 'node:readline/promises';

/** Asks on standard error, so that standard output stays what the command prints. Ctrl-C calls back. */
const asker =
  (input: NodeJS.ReadStream, output: NodeJS.WriteStream, onInterrupt: () => void) =>
  async (question: string): Promise<string> => {
    const reader = createInterface({ input, output });
    reader.once('SIGINT', onInterrupt);
    // The end of the input answers with nothing.
    const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
    try {
      return await Promise.race([reader.question(question), ended]);
    } finally {
      reader.close();
    }
  };

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** Keys as they are pressed, without Enter; the terminal is as before once the result is called. */
const keysOf =
  (input: NodeJS.ReadStream) =>
  (pressed: (key: string) => void): (() => void) => {
    // What is typed fast, or pasted, comes at once; an escape sequence is one key.
    const onData = (data: Buffer): void => {
      const text = data.toString();
      for (const key of text.startsWith('\u001b') ? [text] : text) pressed(key);
    };
    input.setRawMode(true).on('data', onData).resume();
    return () => void input.setRawMode(false).off('data', onData).pause();
  };

/** Whether something could not be written, so that the output is incomplete. */
let unwritten = false;

/** A reader that goes away, such as head or a closed terminal, ends the writing but not the run; a full disk is for the user to fix. */
function onWriteError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'EIO') return;
  unwritten = true;
  process.exitCode = EXIT.usage;
  process.stderr.write(`error: can't write: ${error.message}\n`);
}

function streamOf(stream: NodeJS.WriteStream): Stream {
  stream.on('error', onWriteError);
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    waiting: () => stream.writableLength,
    isTerminal,
    colour: isTerminal && picocolors.isColorSupported,
    // Some terminals, such as that of `script`, say that they have no width.
    columns: () => stream.columns || DEFAULT_COLUMNS,
    rows: () => stream.rows || DEFAULT_ROWS,
  };
}

const SIGNALS: readonly InterruptSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** As shells have it: 130, 143, 129. */
const exitOf = (signal: InterruptSignal): number => 128 + constants.signals[signal];

/** The first signal lets a command that listens end by itself; any other one ends the process. */
class Interrupts {
  readonly #callbacks: ((signal: InterruptSignal) => void)[] = [];
  #first: InterruptSignal | undefined;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, () => this.#on(signal));
  }

  readonly onInterrupt = (callback: (signal: InterruptSignal) => void): void =>
    void this.#callbacks.push(callback);

  /** The exit code of a command that was interrupted. */
  get exit(): number {
    return exitOf(this.#first ?? 'SIGINT');
  }

  #on(signal: InterruptSignal): void {
    if (this.#first !== undefined || this.#callbacks.length === 0) process.exit(exitOf(signal));
    this.#first = signal;
    for (const callback of this.#callbacks) callback(signal);
  }
}

/** Signals a process, or its group where the number is negative. Gives why it could not: undefined where it could, ESRCH where it has ended. */
function signalled(pid: number, signal: NodeJS.Signals | 0): string | undefined {
  try {
    process.kill(pid, signal);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  const interrupts = new Interrupts();
  const atExit: (() => void)[] = [];
  process.on('exit', () => {
    for (const callback of atExit) callback();
  });
  const outside: Outside = {
    argv: process.argv.slice(2),
    env: process.env,
    pid: process.pid,
    // One that may not be signalled runs, too.
    isAlive: (pid) => signalled(pid, 0) !== 'ESRCH' && !isZombie(pid),
    // Where there are no groups of processes, it reaches the one alone.
    signalGroup: (pid, signal) => void signalled(process.platform === 'win32' ? pid : -pid, signal),
    endBelow: (pid) => processesBelow(pid).forEach((each) => signalled(each, 'SIGKILL')),
    endThoughUnread: (afterMs) => void setTimeout(() => process.exit(), afterMs).unref(),
    out: streamOf(process.stdout),
    err: streamOf(process.stderr),
    lastRecord: '.tagproof/last.ndjson',
    onInterrupt: interrupts.onInterrupt,
    ...(process.stdin.isTTY === true &&
      process.stderr.isTTY === true && {
        ask: asker(process.stdin, process.stderr, () => process.exit(exitOf('SIGINT'))),
      }),
    ...(process.stdin.isTTY === true && { keys: keysOf(process.stdin) }),
    onExit: (callback) => void atExit.push(callback),
  };
  const exit = await runCli(outside);
  if (unwritten) process.exitCode = EXIT.usage;
  else process.exitCode = exit === EXIT.interrupted ? interrupts.exit : exit;
}
