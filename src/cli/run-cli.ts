/** One use of the command line, from its words to its exit code. */
import { ERROR_EXITS, TagproofError } from '../errors.ts';
import { EXIT, type Exit } from './io/exits.ts';
import { ioOver, type Io, type Outside } from './io/io.ts';
import { CommanderError, programFor } from './program.ts';

function exitOfError(error: unknown, io: Io): Exit {
  if (error instanceof TagproofError) {
    io.err.write(`error: ${error.message}\n`);
    return ERROR_EXITS[error.code];
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err.write(`this is a fault of tagproof itself, please report it:\n${text}\n`);
  return EXIT.bug;
}

/** Runs the command that the words name. Never rejects. */
export async function runCli(outside: Outside): Promise<number> {
  const io = ioOver(outside);
  let exit: number = EXIT.ok;
  try {
    const program = programFor(io, (code) => (exit = code));
    await program.parseAsync([...io.argv], { from: 'user' });
  } catch (error) {
    return exitOfError(error, io);
  }
  return exit;
}
