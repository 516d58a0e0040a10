/** Where reports go: `--reporter NAME[=path]`, each to a file or to standard output. */
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { TagproofError } from '../errors.ts';
import { isReporterName, REPORTER_NAMES, REPORTERS, type ReporterName } from '../report/reporters.ts';
import type { Reporter } from '../report/reporter.ts';
import type { RunEvent } from '../run/events.ts';
import { nearest } from '../yaml/nearest.ts';
import type { Io } from './io.ts';

export interface Report {
  on(event: RunEvent): void;
  /** Puts the report in its place; without it nothing is left behind. */
  finish(): void;
  discard(): void;
}

interface Wanted {
  readonly name: ReporterName;
  readonly path: string | undefined;
}

function parse(text: string): Wanted {
  const [name = '', ...rest] = text.split('=');
  if (!isReporterName(name)) {
    const meant = nearest(name, REPORTER_NAMES);
    const hint = meant === undefined ? `reporters: ${REPORTER_NAMES.join(', ')}` : `did you mean "${meant}"?`;
    throw new TagproofError('usage', `--reporter ${text}: there is no reporter "${name}"\n${hint}`);
  }
  const path = rest.join('=');
  if (rest.length > 0 && path === '')
    throw new TagproofError('usage', `--reporter ${text}: the path behind = is empty`);
  return { name, path: rest.length === 0 ? undefined : path };
}

/** A report into a file, written beside it and put in its place when it is whole. */
class FileReport implements Report {
  readonly #reporter: Reporter;
  readonly #path: string;
  readonly #draft: string;
  readonly #file: number;

  constructor(reporter: Reporter, path: string) {
    this.#reporter = reporter;
    this.#path = path;
    this.#draft = `${path}.part`;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new TagproofError('file', `${path}: is a folder; name a file`);
    try {
      this.#file = openSync(this.#draft, 'w');
    } catch {
      throw new TagproofError(
        'file',
        `${path}: can't be written; is there a folder ${dirname(path)} that you may write to?`,
      );
    }
  }

  on(event: RunEvent): void {
    const text = this.#reporter.on(event);
    if (text !== '') writeSync(this.#file, text);
  }

  finish(): void {
    closeSync(this.#file);
    renameSync(this.#draft, this.#path);
  }

  discard(): void {
    closeSync(this.#file);
    rmSync(this.#draft, { force: true });
  }
}

function streamReport(reporter: Reporter, io: Io): Report {
  const on = (event: RunEvent): void => {
    const text = reporter.on(event);
    if (text !== '') io.out.write(text);
  };
  return { on, finish: () => {}, discard: () => {} };
}

/** Opens the wanted reports. The console's goes to standard output unless another one does. */
export function openReports(wanted: readonly string[], io: Io): readonly Report[] {
  const parsed = wanted.map(parse);
  const toOutput = parsed.filter(({ path }) => path === undefined);
  if (toOutput.length > 1)
    throw new TagproofError(
      'usage',
      `only one report can go to standard output: give ${toOutput[1]?.name} a path, --reporter ${toOutput[1]?.name}=FILE`,
    );
  const all: readonly Wanted[] =
    toOutput.length === 0 ? [{ name: 'console', path: undefined }, ...parsed] : parsed;
  return all.map(({ name, path }) => {
    const reporter = REPORTERS[name].open({ colour: path === undefined && io.out.colour });
    return path === undefined ? streamReport(reporter, io) : new FileReport(reporter, path);
  });
}
