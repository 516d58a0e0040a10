/** Keeps the newest run of a folder as it happens, so that a process that is killed loses nothing that was done. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CaseFinished, KeptWords, RunEvent } from '../../report/record/events.ts';
import { ndjsonReporter } from '../../report/reporters.ts';

/** Opens the file with the first event: a run that can't begin leaves the one before. `path`: undefined where nothing is kept. */
export function keepRun(path: string | undefined, kept: KeptWords, warn: (warning: string) => void) {
  const { on: lineOf } = ndjsonReporter();
  const written = new Set<string>();
  let file: number | undefined;
  let unwritten = '';

  function open(at: string): void {
    // Git ignores a new folder without a line of the user's own.
    if (mkdirSync(dirname(at), { recursive: true }) !== undefined)
      writeFileSync(join(dirname(at), '.gitignore'), '*\n');
    // Another run that is under way here goes on in the file that was its own.
    rmSync(at, { force: true });
    file = openSync(at, 'wx');
  }

  function close(): void {
    flush();
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  function flush(): void {
    const text = unwritten;
    unwritten = '';
    if (file !== undefined && text !== '') orWarn(() => writeFileSync(file as number, text));
  }

  /** Keeps an event. All that is done at one moment is written at once. */
  function write(event: RunEvent): void {
    if (path !== undefined && event.kind === 'run-started') orWarn(() => open(path));
    if (file === undefined) return;
    if (unwritten === '') setImmediate(flush);
    unwritten += lineOf(event);
  }

  /** What can't be kept hinders no run. It matters only where a record is left that is not of this whole run. */
  function orWarn(work: () => void): void {
    try {
      work();
    } catch (error) {
      close();
      const why = (error as NodeJS.ErrnoException).code ?? String(error);
      if (path !== undefined && existsSync(path))
        warn(
          `this run is not kept: ${path} can't be written (${why}); report shows an earlier run until it is removed`,
        );
    }
  }

  return {
    /** A case as soon as it was sent. */
    done(event: CaseFinished): void {
      written.add(event.case.id);
      write(event);
    },
    /** An event in its place; of a case that is written, only where something was added to it since. */
    on(event: RunEvent): void {
      if (event.kind === 'run-started') return write({ ...event, kept });
      const isWritten = event.kind === 'case-finished' && written.has(event.case.id);
      if (!isWritten || event.confirmation !== undefined || event.known !== undefined) write(event);
    },
    close,
  };
}
