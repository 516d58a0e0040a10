/** The reports of a command, from their opening to their places, whatever becomes of the run. */
import { appendFileSync } from 'node:fs';
import { TagproofError } from '../../base/errors.ts';
import { withFile } from '../../base/file-trouble.ts';
import type { RunEvent, RunHead } from '../../report/record/events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import type { Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { FileInPlace } from '../../base/file-in-place.ts';
import type { ConsoleMode } from '../../report/record/reporter.ts';
import { REPORTERS } from '../../report/reporters.ts';
import type { ReporterName, WantedReport } from '../../world/target-file/report-word.ts';

/** Whether a wanted report shows every exchange of a run. */
export const wantsAll = ({ name }: WantedReport): boolean => REPORTERS[name].wantsAll === true;

/** Into a file, which takes its place when it is whole, or to standard output; `beside`: elsewhere, next to the console. */
function openReport(
  { name, path }: WantedReport,
  files: readonly string[],
  io: Io,
  mode: ConsoleMode | undefined,
  beside?: (text: string) => void,
) {
  const { open, begins, forPeople = false } = REPORTERS[name];
  const toStream = path === undefined;
  const reporter = open({
    colour: toStream && io.out.colour,
    ...(toStream && io.out.isTerminal && { columns: io.out.columns() }),
    ...(toStream && { files, mode: mode ?? 'causes' }),
    ...(beside !== undefined && { besideConsole: true }),
  });
  const kind = { name: `a report of --reporter ${name}`, begins };
  const file = toStream ? undefined : new FileInPlace(path, kind);
  const write = beside ?? file?.write.bind(file) ?? io.out.writeStyled;
  io.onExit(() => file?.discard());
  return {
    /** The report for people on standard output. */
    isConsole: toStream && forPeople,
    on(event: RunEvent): void {
      const text = reporter.on(event);
      if (text !== '') write(text);
    },
    /** Puts the report in its place; without it nothing is left behind. */
    finish: (): void => file?.finish(),
    discard: (): void => file?.discard(),
  };
}

type Report = ReturnType<typeof openReport>;

/** Adds to the summary that GitHub shows of a step. A run that was not asked for one does not end in an error for it. */
function addToSummary(path: string, text: string, io: Io): void {
  try {
    withFile(path, 'write', () => appendFileSync(path, text));
  } catch (error) {
    io.warn([`the summary of the job is missing: ${(error as TagproofError).message}`]);
  }
}

/** What the console brings along under GitHub Actions: annotations and the summary of the job, each unless the user names that report. */
function openForGitHub(wanted: readonly WantedReport[], io: Io): readonly Report[] {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: summary = '' } = io.env;
  if (GITHUB_ACTIONS !== 'true') return [];
  const opened = (name: ReporterName, write: (text: string) => void): readonly Report[] =>
    wanted.some((each) => each.name === name)
      ? []
      : [openReport({ name, path: undefined }, [], io, undefined, write)];
  return [
    ...opened('github', io.out.writeStyled),
    ...(summary === '' ? [] : opened('markdown', (text) => addToSummary(summary, text, io))),
  ];
}

/** The reports that are asked for, and the console where no other goes to standard output: only one can. */
function withUsual(wanted: readonly WantedReport[], hasUsual: boolean): readonly WantedReport[] {
  const [first, second] = wanted.filter(({ path }) => path === undefined);
  if (first === undefined && hasUsual) return [{ name: 'console', path: undefined }, ...wanted];
  if (second === undefined) return wanted;
  throw new TagproofError(
    'usage',
    `only one report can go to standard output: give ${second.name} a path, --reporter ${second.name}=FILE`,
  );
}

/** Opens the wanted reports, or none of them. The console goes to standard output unless another one does, or no mode of it is given. */
function openReports(
  wanted: readonly WantedReport[],
  io: Io,
  usual: ConsoleMode | undefined,
): readonly Report[] {
  const all = withUsual(wanted, usual !== undefined);
  const files = all.flatMap(({ path }) => path ?? []);
  const opened: Report[] = [];
  try {
    for (const each of all) opened.push(openReport(each, files, io, usual));
  } catch (error) {
    for (const report of opened) report.discard();
    throw error;
  }
  const hasConsole = opened.some(({ isConsole }) => isConsole);
  // Annotations stand above the last screen, so that the log still ends with it.
  return hasConsole ? [...openForGitHub(wanted, io), ...opened] : opened;
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
export async function withReports<E extends number = Exit>(
  wanted: readonly WantedReport[] | undefined,
  io: Io,
  usual: ConsoleMode | undefined,
  work: (reports: Reports) => Promise<E>,
): Promise<E> {
  const all = openReports(wanted ?? [], io, usual);
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
