/** Where reports go: `--reporter NAME[=path]`, each to a file or to standard output. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { TagproofError } from '../errors.ts';
import { checkWritable, fileTrouble, statIfThere, withFile } from '../file-trouble.ts';
import {
  isReporterName,
  REPORTER_NAMES,
  REPORTERS,
  type ReporterName,
} from '../report/reporters/reporters.ts';
import type { Reporter } from '../report/reporters/reporter.ts';
import type { RunEvent } from '../engine/events.ts';
import { didYouMean } from '../text/nearest.ts';
import type { Io } from './io.ts';

export interface Report {
  /** The report for people on standard output. */
  readonly isConsole: boolean;
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
    const hint = didYouMean(name, REPORTER_NAMES) ?? `reporters: ${REPORTER_NAMES.join(', ')}`;
    throw new TagproofError('usage', `--reporter ${text}: there is no reporter "${name}"\n${hint}`);
  }
  const path = rest.join('=');
  if (rest.length > 0 && path === '')
    throw new TagproofError('usage', `--reporter ${text}: the path behind = is empty`);
  return { name, path: rest.length === 0 ? undefined : path };
}

/** Whether a wanted report shows every exchange of a run. */
export function wantsAll(text: string): boolean {
  return REPORTERS[parse(text).name].wantsAll === true;
}

/** Writes; false where the reader of a pipe has gone, which ends the report and not the run. */
function wrote(file: number, text: string, path: string): boolean {
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw fileTrouble(path, error, 'write');
  }
}

/** Where a report is written until it is whole. */
const draftOf = (path: string): string => `${path}.part`;

/** Into a file: written to a draft next to it, which takes its place when it is whole. Pipes and devices are written to directly. */
function fileReport(reporter: Reporter, path: string, io: Io): Report {
  checkWritable(path);
  const there = statIfThere(path, 'write');
  const direct = there !== undefined && !there.isFile();
  const draft = direct ? path : draftOf(path);
  const file = withFile(path, 'write', () => openSync(draft, 'w'));
  if (!direct) io.onExit(() => rmSync(draft, { force: true }));
  let gone = false;
  return {
    isConsole: false,
    on: (event) => {
      const text = reporter.on(event);
      if (text !== '' && !gone) gone = !wrote(file, text, path);
    },
    finish: () => {
      withFile(path, 'write', () => {
        closeSync(file);
        if (!direct) renameSync(draft, path);
      });
    },
    discard: () => {
      closeSync(file);
      if (!direct) rmSync(draft, { force: true });
    },
  };
}

function streamReport(reporter: Reporter, isConsole: boolean, io: Io): Report {
  const on = (event: RunEvent): void => {
    const text = reporter.on(event);
    if (text !== '') io.out.writeStyled(text);
  };
  return { isConsole, on, finish: () => {}, discard: () => {} };
}

function openReport({ name, path }: Wanted, io: Io): Report {
  const reporter = REPORTERS[name].open({ colour: path === undefined && io.out.colour });
  return path === undefined ? streamReport(reporter, name === 'console', io) : fileReport(reporter, path, io);
}

function refuseSharedPaths(wanted: readonly Wanted[]): void {
  const paths = wanted.flatMap(({ path }) =>
    path === undefined ? [] : [resolve(path), draftOf(resolve(path))],
  );
  const shared = paths.find((path, index) => paths.indexOf(path) !== index);
  if (shared !== undefined)
    throw new TagproofError('usage', `two reports can't share the file ${shared}; give each its own`);
  const [first, second] = wanted.filter(({ path }) => path === undefined);
  if (first === undefined || second === undefined) return;
  throw new TagproofError(
    'usage',
    `only one report can go to standard output: give ${second.name} a path, --reporter ${second.name}=FILE`,
  );
}

/**
 * Opens the wanted reports, or none of them. The console's goes to standard output unless another one does, or `quiet` leaves
 * it out.
 */
export function openReports(wanted: readonly string[], io: Io, quiet = false): readonly Report[] {
  const parsed = wanted.map(parse);
  refuseSharedPaths(parsed);
  const toOutput = quiet || parsed.some(({ path }) => path === undefined);
  const all: readonly Wanted[] = toOutput ? parsed : [{ name: 'console', path: undefined }, ...parsed];
  const opened: Report[] = [];
  try {
    for (const each of all) opened.push(openReport(each, io));
  } catch (error) {
    for (const report of opened) report.discard();
    throw error;
  }
  return opened;
}
