/** One case in words, for messages of tests. */
import { caseLines } from '../report/lines/case-lines.ts';
import { PLAIN } from '../report/lines/colours.ts';
import type { CaseFinished } from '../engine/events.ts';

/** The case with its findings, the requests and replies that show them, and curl lines: several lines, without colour. */
export function describeCase(event: CaseFinished): string {
  return caseLines(event, PLAIN).join('\n');
}
