/** A run as an assertion: for scripts and tests that have to fail where a backend is not conformant, or where too little was verified. */
import { TagproofError } from '../base/errors.ts';
import { causesOf } from '../report/facts/causes.ts';
import { needLines, needsOf } from '../report/facts/needs.ts';
import { causeRow } from '../report/lines/cause-lines.ts';
import { inColumns } from '../base/text/columns.ts';
import { fewLines, percentageOf, plural, shareText } from '../base/text/quantities.ts';
import { oneLine } from '../base/text/visible.ts';
import { checkOptions, READ_LATER } from './options.ts';
import { ConformanceError } from './conformance-error.ts';
import type { SuiteResult } from './suite-result.ts';

export interface Assertion {
  /** The share of the must cells that has to be verified, `'95%'` or 95; left out: any but none. */
  readonly atLeast?: string | number | undefined;
}

const MAX_CAUSES = 20;

function percentOf(atLeast: string | number): number {
  const percent = percentageOf(String(atLeast));
  if (percent !== undefined) return percent;
  throw new TagproofError(
    'usage',
    `assertConformant: atLeast is ${JSON.stringify(atLeast)}; it takes a percentage above 0 and at most 100, for instance '95%'`,
  );
}

const brokenLines = ({ cases }: SuiteResult): readonly string[] => {
  const causes = causesOf(cases).filter(({ level }) => level === 'must');
  const rows = fewLines(inColumns(causes.map(causeRow)), MAX_CAUSES);
  return [
    `not conformant: ${plural(causes.length, 'cause')} in ${plural(new Set(causes.flatMap((each) => each.cases)).size, 'case')}`,
    ...rows.map((row) => `  ${row}`),
  ];
};

function incompleteLines({ cases, partial }: SuiteResult): readonly string[] {
  const errored = cases.filter(({ verdict }) => verdict === 'error');
  const [first] = errored;
  return [
    partial === undefined
      ? `not all could be judged: ${plural(errored.length, 'case')} had no reply to judge`
      : `not checked to the end: ${oneLine(partial)}`,
    ...(first === undefined ? [] : [`  ${first.case.id}: ${oneLine(first.reason)}`]),
  ];
}

/** How much was verified, and what to declare to verify more. */
function unverifiedLines({ cases, verified, ofMust }: SuiteResult, wanted: string): readonly string[] {
  return [
    `verified ${verified} of ${ofMust} must cells (${shareText(verified, ofMust)}), ${wanted}`,
    ...needLines(needsOf(cases), undefined),
  ];
}

function faultLines(result: SuiteResult, percent: number | undefined): readonly string[] {
  const { verdict, verified, ofMust } = result;
  if (verdict === 'broken') return brokenLines(result);
  if (verdict === 'incomplete') return incompleteLines(result);
  if (verdict === 'nothing-verified') return unverifiedLines(result, 'so nothing was verified');
  if (percent !== undefined && (ofMust === 0 || 100 * verified < percent * ofMust))
    return unverifiedLines(result, `not ${percent}%`);
  return [];
}

/**
 * Throws a ConformanceError where a run of the suite did not show that the backend is conformant: a must is broken, the run is
 * incomplete, nothing was verified, or less than `atLeast` of the must cells. Its message has the causes, or what to declare.
 */
export function assertConformant(result: SuiteResult, options: Assertion = {}): void {
  checkOptions('assertConformant', options, { atLeast: READ_LATER } satisfies Record<
    keyof Assertion,
    typeof READ_LATER
  >);
  const lines = faultLines(result, options.atLeast === undefined ? undefined : percentOf(options.atLeast));
  if (lines.length === 0) return;
  const error = new ConformanceError(lines.join('\n'), result.cases);
  Error.captureStackTrace(error, assertConformant);
  throw error;
}
