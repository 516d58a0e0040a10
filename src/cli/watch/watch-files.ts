/**
 * Watches files for changes by looking at them again and again, which works on every file system, also in containers. A change counts
 * when two looks in a row see the same, so that editors that truncate first, write twice or rename have finished.
 */
import { statSync, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

const USUAL_LOOK_MS = 150;

/** What files look like from outside; one that is not there has no size. */
type FileLook = string;

const lookOf = (file: string, found: BigIntStats | undefined): string =>
  found === undefined
    ? `${file} none`
    : `${file} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;

/** A look at files, for instance before they are read. */
export const lookAt = (files: readonly string[]): FileLook =>
  files.map((file) => lookOf(file, statSync(file, { bigint: true, throwIfNoEntry: false }))).join('\n');

async function lookLater(files: readonly string[]): Promise<FileLook> {
  const all = files.map(async (file) =>
    lookOf(file, await stat(file, { bigint: true }).catch(() => undefined)),
  );
  return (await Promise.all(all)).join('\n');
}

/** Calls back after each change since the first look. The files are listed anew at each look, one each `everyMs` milliseconds. */
export function watchFiles(
  files: () => readonly string[],
  first: FileLook,
  changed: () => void,
  everyMs = USUAL_LOOK_MS,
) {
  let settled = first;
  let last: FileLook | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const next = async (): Promise<void> => {
    const now = await lookLater(files());
    if (closed) return;
    if (now === last && now !== settled) {
      settled = now;
      changed();
    }
    last = now;
    timer = setTimeout(() => void next(), everyMs).unref();
  };
  void next();
  return {
    close: (): void => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
