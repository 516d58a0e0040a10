/** The cases of a run: all that come with tagproof, or those that are chosen. */
import { DEFAULT_SUITE } from '../base/package-paths.ts';
import { expand, type Instance } from '../cases/format/instance.ts';
import { loadSuite } from '../cases/format/load-suite.ts';
import { select } from '../cases/format/select.ts';
import { caseLines } from '../report/lines/case-lines.ts';
import { PLAIN } from '../report/lines/colours.ts';
import type { CaseFinished } from '../report/record/events.ts';
import { GLOBS, type Kind, PATHS } from './options.ts';

export interface SuiteChoice {
  /** Paths of suite files or folders of them, instead of the suite that comes with tagproof. */
  readonly suite?: string | readonly string[] | undefined;
  /** Globs over case ids, clauses and endpoints: only these; `['id/*', '*@group.admin']`. */
  readonly only?: readonly string[] | undefined;
  /** Globs: all but these. */
  readonly skip?: readonly string[] | undefined;
}

/** What each of them may be. */
export const CHOICE_KINDS = {
  suite: PATHS,
  only: GLOBS,
  skip: GLOBS,
} as const satisfies Record<keyof SuiteChoice, Kind>;

/** @internal The chosen cases in file order. Throws TagproofError('file') or ('nothing-selected'). */
export const instancesOf = ({ suite = DEFAULT_SUITE, ...chosen }: SuiteChoice): readonly Instance[] =>
  select(expand(loadSuite([suite].flat())), chosen);

/** Whether nothing is left out, so that every must of the document counts. */
export function isWhole({ suite, only = [], skip = [] }: SuiteChoice): boolean {
  return suite === undefined && only.length === 0 && skip.length === 0;
}

/** The case with its findings, the requests and replies that show them, and curl lines: several lines, without colour. */
export function describeCase(event: CaseFinished): string {
  return caseLines(event, PLAIN).join('\n');
}
