/** What a test throws for a case that did not pass. */
import { resolve } from 'node:path';
import type { CaseFinished } from '../engine/events.ts';
import { describeCase } from './describe-case.ts';
import { oneLine } from '../text/visible.ts';

/** Its stack names the case in its suite file alone: the lines of tagproof would not help. */
export class ConformanceError extends Error {
  /** The case with its findings and exchanges. */
  readonly event: CaseFinished;

  constructor(event: CaseFinished) {
    super(describeCase(event));
    this.name = 'ConformanceError';
    this.event = event;
    const { id, file, line } = event.case;
    const place = file === '' ? '' : `\n    at ${id} (${resolve(file)}:${line}:1)`;
    this.stack = `${this.name}: ${this.message}${place}`;
  }
}

export const conformanceError = (event: CaseFinished): ConformanceError => new ConformanceError(event);

/** The run ended before a case; `partial` says why. */
export function notRunError(partial: string | undefined): Error {
  return new Error(`not run: ${oneLine(partial ?? 'the run ended early')}`);
}
