/** What a command may touch outside itself: tests bring their own. */
import { STYLE_CODES } from '../../report/lines/colours.ts';
import { CLEAR_LINE, CLEAR_SCREEN } from '../../report/progress.ts';
import { codeOf, OF_COMMAND } from '../../base/text/visible.ts';

// What may reach a terminal or a log: our own line breaks, tabs, colours and annotations. Everything else that a terminal or the
// runner of a CI system obeys is shown as its code.

/** Controls (ESC, C1 and CR among them), marks that reorder a line, line separators, halves of surrogate pairs, commands. */
const OBEYED = String.raw`[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|${OF_COMMAND}`;
const PLAIN = new RegExp(OBEYED, 'giu');

const literal = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`);
/** The annotations of the github report. */
const KIND = '^::(?:error|warning|notice) ';
const ANNOTATION = String.raw`(?=${KIND})::|::(?<=${KIND}[^:\n]*::)`;
const OURS = [...[CLEAR_LINE, CLEAR_SCREEN, ...STYLE_CODES].map(literal), ANNOTATION];
const STYLED = new RegExp(`(${OURS.join('|')})|${OBEYED}`, 'gimu');

/** Text that holds no escape sequence of ours. */
export function printable(text: string): string {
  return text.replaceAll(PLAIN, codeOf);
}

/** Text of a report or of the progress line, in which all text from outside is escaped already: our own sequences and annotations stay. */
export function printableStyled(text: string): string {
  return text.replaceAll(STYLED, (found, ours?: string) => ours ?? codeOf(found));
}

/** A stream of the process, as it is: what is written to it reaches a terminal unaltered. */
export interface Stream {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Whether to use colour there. */
  readonly colour: boolean;
  /** Bytes that a reader has not taken yet; left out: none ever wait. */
  readonly waiting?: () => number;
  /** Characters in a line of the terminal. */
  readonly columns: () => number;
  /** Lines of the terminal; left out where there is none. */
  readonly rows?: () => number;
}

/** A stream as commands write to it: no text from outside can command the terminal. */
export interface Output extends Stream {
  /** Writes any text; each control character but line breaks and tabs is shown as its code. */
  readonly write: (text: string) => void;
  /** Writes text from a palette or of the progress line: its own escape sequences are obeyed, no others. */
  readonly writeStyled: (text: string) => void;
}

/** How the user, or the system, asks a command to end. */
export type InterruptSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

interface Surroundings<S extends Stream> {
  /** The words of the command line, the program's name not among them. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The number of this process. */
  readonly pid: number;
  /** Whether another process runs; left out: none does. */
  readonly isAlive?: (pid: number) => boolean;
  /** Sends a signal to a process and the others of its group; left out: commands of the user run to their end. */
  readonly signalGroup?: (pid: number, signal: InterruptSignal | 'SIGKILL') => void;
  /** Ends all that a process has started, at once; left out: it runs to its end. */
  readonly endBelow?: (pid: number) => void;
  readonly out: S;
  readonly err: S;
  /** Where each run is kept, and read where no record is named; left out: nowhere. */
  readonly lastRecord?: string;
  /** Ends the process after this many milliseconds, though a reader has not taken what was written. */
  readonly endThoughUnread?: (afterMs: number) => void;
  /** Calls back with the signal when the user interrupts; at the first call commands end by themselves. */
  readonly onInterrupt: (callback: (signal: InterruptSignal) => void) => void;
  /** Asks the user a question; left out where there is no terminal to ask at. */
  readonly ask?: (question: string) => Promise<string>;
  /** Calls back with each key that is pressed, Ctrl-C among them, until the result is called; left out where there is no terminal. */
  readonly keys?: (pressed: (key: string) => void) => () => void;
  /** Calls back when the process ends, also at a second interrupt: to take away what is half written, at once. */
  readonly onExit: (callback: () => void) => void;
}

/** The process, or what a test puts in its place. */
export type Outside = Surroundings<Stream>;

export interface Io extends Surroundings<Output> {
  /** Writes each warning on a line of its own to standard error. */
  readonly warn: (warnings: readonly string[]) => void;
  /** A signal that is aborted when the user interrupts: the command then ends by itself. */
  readonly interruptSignal: () => AbortSignal;
}

function outputOver(stream: Stream): Output {
  return {
    ...stream,
    write: (text) => stream.write(printable(text)),
    writeStyled: (text) => stream.write(printableStyled(text)),
  };
}

/** The one place where text is made safe to print. */
export function ioOver(outside: Outside): Io {
  const err = outputOver(outside.err);
  return {
    ...outside,
    out: outputOver(outside.out),
    err,
    warn(warnings) {
      for (const warning of warnings) err.write(`warning: ${warning}\n`);
    },
    interruptSignal() {
      const interrupt = new AbortController();
      outside.onInterrupt(() => interrupt.abort());
      return interrupt.signal;
    },
  };
}
