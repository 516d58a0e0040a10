/** What a test throws for a backend that is not conformant, or not shown to be. */
import { resolve } from 'node:path';
import type { CaseFinished } from '../report/record/events.ts';
import { oneLine } from '../base/text/visible.ts';
import { describeCase } from './suite-instances.ts';

export class ConformanceError extends Error {
  /** The cases that it is about, with their findings and exchanges. */
  readonly cases: readonly CaseFinished[];

  constructor(message: string, cases: readonly CaseFinished[]) {
    super(message);
    this.name = 'ConformanceError';
    this.cases = cases;
  }
}

/** The error of one case. Its stack names the case in its suite file alone: the lines of tagproof would not help. */
export function caseError(event: CaseFinished): ConformanceError {
  const error = new ConformanceError(describeCase(event), [event]);
  const { id, file, line } = event.case;
  const place = file === '' ? '' : `\n    at ${id} (${resolve(file)}:${line}:1)`;
  error.stack = `${error.name}: ${error.message}${place}`;
  return error;
}

/** The run ended before a case; `partial` says why. */
export function notRunError(partial: string | undefined): Error {
  return new Error(`not run: ${oneLine(partial ?? 'the run ended early')}`);
}
