/** What every report is: a fold over the events of a run that gives the text to append to its output. */
import type { RunEvent, RunFinished, RunRecord, RunStarted } from './events.ts';
import { noTotals } from './verdict.ts';

export interface Reporter {
  /** The text to append to the output; empty where the event adds nothing. A document comes whole with `run-finished`. */
  on(event: RunEvent): string;
}

/** What the console shows: a block for each cause; with `verbose` each case that did not pass, as it happens; with `quiet` the last screen alone. */
export type ConsoleMode = 'causes' | 'verbose' | 'quiet';

export interface ReporterOptions {
  /** Whether the output is a terminal that shows colour; reports for machines ignore it. */
  readonly colour: boolean;
  /** Characters in a line of the terminal, to which lines are wrapped and tables cut; left out: the output is none. */
  readonly columns?: number;
  /** Left out: `causes`; other reports ignore it. */
  readonly mode?: ConsoleMode;
  /** Where the other reports of the run go, for the last screen to say. */
  readonly files?: readonly string[];
  /** The console says on the same stream what the run comes to. Left out: nothing else does. */
  readonly besideConsole?: true;
}

export type OpenReporter = (options: ReporterOptions) => Reporter;

/** The whole text of a report, from events that are all there: the way back from a written record. */
export function foldAll(reporter: Reporter, events: Iterable<RunEvent>): string {
  let text = '';
  for (const event of events) text += reporter.on(event);
  return text;
}

/** Stands in for the start of a run, where that was not seen. */
export const NOT_STARTED: RunStarted = {
  kind: 'run-started',
  version: '',
  target: '',
  at: '',
  planned: 0,
  warnings: [],
};

/** The same for its end. */
export const NOT_FINISHED: RunFinished = {
  kind: 'run-finished',
  totals: noTotals(),
  ms: 0,
  requests: 0,
  partial: 'the run was not finished',
};

/** The start, the cases in the order of the files, and the end among events. */
export function recordOf(events: readonly RunEvent[]): RunRecord {
  return {
    started: events.find((event) => event.kind === 'run-started') ?? NOT_STARTED,
    cases: events
      .filter((event) => event.kind === 'case-finished')
      .toSorted((a, b) => a.case.index - b.case.index),
    finished: events.find((event) => event.kind === 'run-finished') ?? NOT_FINISHED,
  };
}

/** A reporter that keeps the events and renders them when the run is over. */
export function documentReporter(render: (record: RunRecord) => string): Reporter {
  const events: RunEvent[] = [];
  return {
    on(event: RunEvent): string {
      events.push(event);
      return event.kind === 'run-finished' ? render(recordOf(events)) : '';
    },
  };
}
