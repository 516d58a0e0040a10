/** The events of a run as one record. */
import { NOT_STARTED, type RunRecord } from '../report/record/reporter.ts';
import type { RunEvent, RunFinished } from '../engine/events.ts';
import { noTotals } from '../engine/verdict.ts';

const NOT_FINISHED: RunFinished = {
  kind: 'run-finished',
  totals: noTotals(),
  ms: 0,
  requests: 0,
  partial: 'the run was not finished',
};

/** The start, the cases and the end among events. */
export function recordOf(events: readonly RunEvent[]): RunRecord {
  return {
    started: events.find((event) => event.kind === 'run-started') ?? NOT_STARTED,
    cases: events.filter((event) => event.kind === 'case-finished'),
    finished: events.find((event) => event.kind === 'run-finished') ?? NOT_FINISHED,
  };
}
