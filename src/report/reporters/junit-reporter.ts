/** JUnit XML as Jenkins reads it (junit-10.xsd): a test suite per suite file. */
import type { CaseFinished, RunFinished, RunStarted } from '../../engine/events.ts';
import { totalsOf, type Totals } from '../../engine/verdict.ts';
import { inSeconds } from '../../text/duration.ts';
import { grouped } from '../../text/grouping.ts';
import { detailsWithin, testCase, type Details } from './junit-case.ts';
import type { Reporter } from './reporter.ts';
import { documentReporter, type RunRecord } from './run-record.ts';
import { element, type Attributes, textElement } from './xml.ts';
import { partialLines } from '../lines/partial-lines.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** To the second and without a zone, as the format requires; left out where the time is not valid. */
function timestamp(at: string): string | undefined {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 19);
}

/** The totals as the test cases show them: one that a baseline knows is skipped. */
const shownTotals = (cases: readonly CaseFinished[]): Totals =>
  totalsOf(cases.map(({ known, verdict }) => ({ verdict: known === undefined ? verdict : 'skip' })));

function counts(totals: Totals, tests: number): Attributes {
  return { tests, failures: totals.fail, errors: totals.error };
}

function properties({ version, target }: RunStarted, { partial }: RunFinished): string {
  const facts = { target, 'tagproof.version': version, ...(partial === '' ? {} : { partial }) };
  return element(
    'properties',
    {},
    Object.entries(facts).map(([name, value]) => element('property', { name, value })),
  );
}

const sharedOf = ({ at }: RunStarted) => ({ timestamp: timestamp(at), hostname: 'localhost' });

function testSuite(
  file: string,
  cases: readonly CaseFinished[],
  { started, finished }: RunRecord,
  details: Details,
): string {
  const totals = shownTotals(cases);
  const attributes = {
    name: cases[0]?.case.chapter ?? file,
    ...counts(totals, cases.length),
    skipped: totals.skip,
    time: inSeconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    ...sharedOf(started),
    file,
  };
  return element('testsuite', attributes, [
    properties(started, finished),
    ...cases.map((each) => testCase(each, details)),
  ]);
}

/**
 * A run that is not whole, as a suite with a test that ended in an error: readers of JUnit look at counts, not at properties.
 * Undefined where every planned case ran.
 */
function partialSuite(record: RunRecord): string | undefined {
  const { started, finished } = record;
  const lines = partialLines(record);
  if (lines.length === 0) return undefined;
  const error = textElement(
    'error',
    { type: 'partial', message: lines[0] },
    `this report is incomplete\n${lines.join('\n')}\n`,
  );
  const test = element('testcase', { classname: 'tagproof.run', name: 'run/complete', time: '0.000' }, [
    error,
  ]);
  const one = { tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' };
  return element('testsuite', { name: 'the run', ...one, ...sharedOf(started) }, [
    properties(started, finished),
    test,
  ]);
}

/** GitLab refuses a file of more than 30 MB; messages and names need room, too. */
const MOST_DETAILS = 20_000_000;

function render(record: RunRecord): string {
  const details = detailsWithin(MOST_DETAILS);
  const { cases, finished } = record;
  const partial = partialSuite(record);
  const totals = shownTotals(cases);
  const more = partial === undefined ? 0 : 1;
  const attributes = {
    name: 'tagproof',
    ...counts({ ...totals, error: totals.error + more }, cases.length + more),
    time: inSeconds(finished.ms),
  };
  const suites = [...grouped(cases, (each) => each.case.file)].map(([file, its]) =>
    testSuite(file, its, record, details),
  );
  return `${HEAD}\n${element('testsuites', attributes, partial === undefined ? suites : [...suites, partial])}\n`;
}

/**
 * One document when the run is over. A warned case passes, so that no pipeline fails for a should; a run that is incomplete
 * holds an error, so that it does not look complete.
 */
export function junitReporter(): Reporter {
  return documentReporter(render);
}
