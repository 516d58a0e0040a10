/** The reports of a command, from their opening to their places, whatever becomes of the run. */
import { TagproofError } from '../errors.ts';
import type { RunEvent } from '../engine/events.ts';
import { noTotals } from '../engine/verdict.ts';
import { VERSION } from '../version.ts';
import type { Exit } from './exits.ts';
import type { Io } from './io.ts';
import { openReports, type Report } from './outputs.ts';

/** What is known about a run before its first request. */
export interface Planned {
  readonly target: string;
  readonly planned: number;
  readonly warnings: readonly string[];
}

/** The target was not reached, or its file does not fit it: a result that a pipeline must see, and no fault of the command. */
const isResult = (error: unknown): error is TagproofError =>
  error instanceof TagproofError && (error.code === 'unreachable' || error.code === 'setup');

/** The events of a run that judged nothing. */
function eventsOfNone({ target, planned, warnings }: Planned, why: string): readonly RunEvent[] {
  return [
    { kind: 'run-started', version: VERSION, target, at: new Date().toISOString(), planned, warnings },
    { kind: 'run-finished', totals: noTotals(), ms: 0, requests: 0, partial: why },
  ];
}

/** All reports of one command. */
export class Reports {
  readonly all: readonly Report[];
  #isOver = false;

  constructor(all: readonly Report[]) {
    this.all = all;
  }

  on(event: RunEvent): void {
    for (const report of this.all) report.on(event);
    if (event.kind === 'run-finished') this.#isOver = true;
  }

  /** Does work that emits the events. Where the target can't be judged at all, the reports for machines say so. */
  async emitting<T>(planned: Planned, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isResult(error)) this.#emitNone(eventsOfNone(planned, error.message));
      throw error;
    }
  }

  /** Puts the reports in their places; a run that did not finish leaves nothing behind. */
  close(): void {
    for (const report of this.all) {
      if (this.#isOver) report.finish();
      else report.discard();
    }
  }

  /** Emits the events of a run that judged nothing, but not to the console, where standard error says it. */
  #emitNone(events: readonly RunEvent[]): void {
    for (const report of this.all) if (!report.isConsole) events.forEach((event) => report.on(event));
    this.#isOver = true;
  }
}

/** Opens the wanted reports for a piece of work, and closes them. */
export async function withReports(
  wanted: readonly string[],
  io: Io,
  work: (reports: Reports) => Promise<Exit>,
): Promise<Exit> {
  const reports = new Reports(openReports(wanted, io));
  try {
    return await work(reports);
  } finally {
    reports.close();
  }
}
