/** Captures the output of commands that tests call directly. */
import type { Exit } from '../../io/exits.ts';
import { ioOver, type Io, type Stream } from '../../io/io.ts';

export interface OnPaper {
  readonly exit: Exit;
  readonly out: string;
  readonly err: string;
}

function stream(texts: string[]): Stream {
  return {
    write: (text) => void texts.push(text),
    isTerminal: false,
    colour: false,
    columns: () => 80,
  };
}

/** Runs a command to its end, and passes on what it throws. */
export async function onPaper(
  command: (io: Io) => Exit | Promise<Exit>,
  env: Io['env'] = {},
): Promise<OnPaper> {
  const [out, err]: [string[], string[]] = [[], []];
  const io = ioOver({
    argv: [],
    env,
    out: stream(out),
    err: stream(err),
    onInterrupt: () => {},
    onExit: () => {},
    pid: 0,
  });
  const exit = await command(io);
  return { exit, out: out.join(''), err: err.join('') };
}
