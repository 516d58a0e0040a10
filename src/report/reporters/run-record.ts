/** A run as a whole, for reports that are one document. */
import type { CaseFinished, RunEvent, RunFinished, RunStarted } from '../../engine/events.ts';
import type { Reporter } from './reporter.ts';

export interface RunRecord {
  readonly started: RunStarted;
  readonly cases: readonly CaseFinished[];
  readonly finished: RunFinished;
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

/** A reporter that keeps the events and renders them when the run is over, the cases in the order of the files. */
export function documentReporter(render: (record: RunRecord) => string): Reporter {
  const cases: CaseFinished[] = [];
  let started = NOT_STARTED;
  return {
    on(event: RunEvent): string {
      if (event.kind === 'run-started') started = event;
      if (event.kind === 'case-finished') cases.push(event);
      if (event.kind !== 'run-finished') return '';
      const inOrder = cases.toSorted((a, b) => a.case.index - b.case.index);
      return render({ started, cases: inOrder, finished: event });
    },
  };
}
