/** What every report is: a fold over the events of a run that gives the text to append to its output. */
import type { RunEvent } from '../../engine/events.ts';

export interface Reporter {
  /** The text to append to the output; empty where the event adds nothing. A document comes whole with `run-finished`. */
  on(event: RunEvent): string;
}

export interface ReporterOptions {
  /** Whether the output is a terminal that shows colour; reports for machines ignore it. */
  readonly colour: boolean;
}

export type OpenReporter = (options: ReporterOptions) => Reporter;

/** The whole text of a report, from events that are all there: the way back from a written record. */
export function foldAll(reporter: Reporter, events: Iterable<RunEvent>): string {
  let text = '';
  for (const event of events) text += reporter.on(event);
  return text;
}
