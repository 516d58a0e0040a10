/** Conformance as an assertion: what scripts and tests throw where a backend is not conformant, or too little was verified. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { TagproofError } from '../base/errors.ts';
import { percentageOf } from '../base/text/quantities.ts';
import { caseLines } from '../report/lines/case-lines.ts';
import { PLAIN } from '../report/lines/colours.ts';
import type { CaseFinished } from '../report/record/events.ts';
import { check, type OptionsOf } from './options.ts';
import type { SuiteResult } from './run-suite.ts';

/** What a test throws for a backend that is not conformant, or not shown to be. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
  /** The cases that it is about, with their findings and exchanges. */
  readonly cases: readonly CaseFinished[];

  constructor(message: string, cases: readonly CaseFinished[]) {
    super(message);
    this.cases = cases;
  }
}

/** The case with its findings, the requests and replies that show them, and curl lines: several lines, without colour. */
export function describeCase(event: CaseFinished): string {
  return caseLines(event, PLAIN).join('\n');
}

/** @internal The error of one case. Its stack names the case in its suite file alone: the lines of tagproof would not help. */
export function caseError(event: CaseFinished): ConformanceError {
  const error = new ConformanceError(describeCase(event), [event]);
  const { id, file, line } = event.case;
  const place = file === '' ? '' : `\n    at ${id} (${resolve(file)}:${line}:1)`;
  error.stack = `${error.name}: ${error.message}${place}`;
  return error;
}

const ASSERTION = {
  /** The share of the must cells that has to be verified, `'95%'` or 95; left out: any but none. */
  atLeast: z.union([z.string(), z.number()]).optional(),
};
export type Assertion = OptionsOf<typeof ASSERTION>;

/**
 * Throws a ConformanceError where a run of the suite did not show that the backend is conformant: a must is broken, the run is
 * incomplete, nothing was verified, or less than `atLeast` of the must cells. Its message has the causes, and what to declare.
 */
export function assertConformant(result: SuiteResult, options: Assertion = {}): void {
  check('assertConformant', ASSERTION, options);
  const { atLeast } = options;
  const percent = atLeast === undefined ? 0 : percentageOf(String(atLeast));
  if (percent === undefined)
    throw new TagproofError(
      'usage',
      `assertConformant: atLeast is ${JSON.stringify(atLeast)}; it takes a percentage above 0 and at most 100, for instance '95%'`,
    );
  const { verdict, summary, verified, ofMust, cases } = result;
  const isEnough = atLeast === undefined || (ofMust > 0 && 100 * verified >= percent * ofMust);
  if (verdict === 'conformant' && isEnough) return;
  const head = verdict === 'conformant' ? `verified less than ${percent}% of the must cells\n` : '';
  const error = new ConformanceError(head + summary, cases);
  Error.captureStackTrace(error, assertConformant);
  throw error;
}
