/** The reports of a command, from their opening to their places, whatever becomes of the run. */
import { TagproofError } from '../../base/errors.ts';
import type { RunEvent, RunHead } from '../../report/record/events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import type { Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { FileInPlace } from '../../base/file-in-place.ts';
import { REPORTER_NAMES, type ReporterName } from '../../report/reporter-register.ts';
import type { ConsoleMode } from '../../report/record/reporter.ts';
import { REPORTERS } from '../../report/reporters.ts';
import { REPLACED_REPORTERS } from '../options/replaced.ts';
import { didYouMean } from '../../base/text/nearest.ts';

// Where reports go: `--reporter NAME[=path]`, each to a file or to standard output.

interface Wanted<N extends string> {
  readonly name: N;
  readonly path: string | undefined;
}

function parse<N extends string>(text: string, names: readonly N[]): Wanted<N> {
  const [word = '', ...rest] = text.split('=');
  const name = names.find((each) => each === word);
  if (name === undefined) {
    const hint = REPLACED_REPORTERS.get(word) ?? didYouMean(word, names) ?? `reporters: ${names.join(', ')}`;
    throw new TagproofError('usage', `--reporter ${text}: there is no reporter "${word}"\n${hint}`);
  }
  const path = rest.join('=');
  if (rest.length > 0 && path === '')
    throw new TagproofError('usage', `--reporter ${text}: the path behind = is empty`);
  return { name, path: rest.length === 0 ? undefined : path };
}

/** Whether a wanted report shows every exchange of a run. */
export function wantsAll(text: string): boolean {
  return REPORTERS[parse(text, REPORTER_NAMES).name].wantsAll === true;
}

/** Into a file, which takes its place when it is whole, or to standard output. */
function openReport(
  { name, path }: Wanted<ReporterName>,
  files: readonly string[],
  io: Io,
  mode: ConsoleMode | undefined,
) {
  const { open, begins, forPeople = false } = REPORTERS[name];
  const toStream = path === undefined;
  const reporter = open({
    colour: toStream && io.out.colour,
    ...(toStream && io.out.isTerminal && { columns: io.out.columns() }),
    ...(toStream && { files, mode: mode ?? 'causes' }),
  });
  const kind = { name: `a report of --reporter ${name}`, begins };
  const file = toStream ? undefined : new FileInPlace(path, kind);
  io.onExit(() => file?.discard());
  return {
    /** The report for people on standard output. */
    isConsole: toStream && forPeople,
    on(event: RunEvent): void {
      const text = reporter.on(event);
      if (text === '') return;
      if (file === undefined) io.out.writeStyled(text);
      else file.write(text);
    },
    /** Puts the report in its place; without it nothing is left behind. */
    finish: (): void => file?.finish(),
    discard: (): void => file?.discard(),
  };
}

type Report = ReturnType<typeof openReport>;

/** The reports that are asked for, and the usual one where no other goes to standard output: only one can. */
export function wantedReports<N extends string>(
  texts: readonly string[],
  names: readonly N[],
  usual: N | undefined,
): readonly Wanted<N>[] {
  const wanted = texts.map((text) => parse(text, names));
  const [first, second] = wanted.filter(({ path }) => path === undefined);
  if (first === undefined)
    return usual === undefined ? wanted : [{ name: usual, path: undefined }, ...wanted];
  if (second === undefined) return wanted;
  throw new TagproofError(
    'usage',
    `only one report can go to standard output: give ${second.name} a path, --reporter ${second.name}=FILE`,
  );
}

/** Opens the wanted reports, or none of them. The console goes to standard output unless another one does, or no mode of it is given. */
function openReports(wanted: readonly string[], io: Io, usual: ConsoleMode | undefined): readonly Report[] {
  const all = wantedReports(wanted, REPORTER_NAMES, usual && 'console');
  const files = all.flatMap(({ path }) => path ?? []);
  const opened: Report[] = [];
  try {
    for (const each of all) opened.push(openReport(each, files, io, usual));
  } catch (error) {
    for (const report of opened) report.discard();
    throw error;
  }
  return opened;
}

/** The target was not reached, or its file does not fit it: a result that a pipeline must see, and no fault of the command. */
const isResult = (error: unknown): error is TagproofError =>
  error instanceof TagproofError && (error.code === 'unreachable' || error.code === 'setup');

/** The events of a run that judged nothing. */
const eventsOfNone = (head: RunHead, planned: number, why: string): readonly RunEvent[] => [
  { kind: 'run-started', ...head, planned },
  { kind: 'run-finished', totals: noTotals(), ms: 0, requests: 0, partial: why },
];

/** All reports of one command. */
export interface Reports {
  on(event: RunEvent): void;
  /** Does work that emits the events. Where the target can't be judged at all, the reports for machines say so; to people standard error says it. */
  emitting<T>(head: RunHead, planned: number, work: () => Promise<T>): Promise<T>;
}

/** Opens the wanted reports for a piece of work, and puts them in their places; a run that did not finish leaves nothing behind. */
export async function withReports(
  wanted: readonly string[],
  io: Io,
  usual: ConsoleMode | undefined,
  work: (reports: Reports) => Promise<Exit>,
): Promise<Exit> {
  const all = openReports(wanted, io, usual);
  let isOver = false;
  const emit = (event: RunEvent, to: readonly Report[]): void => {
    for (const report of to) report.on(event);
    if (event.kind === 'run-finished') isOver = true;
  };
  const reports: Reports = {
    on: (event) => emit(event, all),
    async emitting(head, planned, emits) {
      try {
        return await emits();
      } catch (error) {
        const forMachines = all.filter(({ isConsole }) => !isConsole);
        if (isResult(error))
          for (const event of eventsOfNone(head, planned, error.message)) emit(event, forMachines);
        throw error;
      }
    },
  };
  try {
    return await work(reports);
  } finally {
    for (const report of all) {
      if (isOver) report.finish();
      else report.discard();
    }
  }
}
