/** CTRF, the Common Test Report Format: one JSON document that many dashboards read. */
import type { CaseFinished, RunRecord } from '../../engine/events.ts';
import { totalsOf, type Verdict } from '../../engine/verdict.ts';
import { safeJson } from '../../text/safe-json.ts';
import { visibleLine } from '../../text/visible.ts';
import { caseDetails, causeLine, knownLine } from '../lines/case-lines.ts';
import { PLAIN } from '../lines/colours.ts';
import { whyPartial } from '../lines/run-lines.ts';
import { headlineOf } from '../facts/headline.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';

const SPEC_VERSION = '0.0.0';

/** A warned case passes, as its exit code does; what could not be judged is neither passed nor failed. */
const STATUS = {
  pass: 'passed',
  fail: 'failed',
  warn: 'passed',
  skip: 'skipped',
  error: 'other',
} as const satisfies Record<Verdict, string>;

/** A case that a baseline knows is skipped, as it does not fail the run. */
const statusOf = ({ known, verdict }: CaseFinished): string =>
  known === undefined ? STATUS[verdict] : STATUS.skip;

/** The details of cases that did not pass; a skip has its reason as message. */
function outcomeOf(event: CaseFinished) {
  if (event.verdict === 'pass') return {};
  const message = event.known === undefined ? causeLine(event) : knownLine(event, event.known);
  if (event.verdict === 'skip') return { message };
  return { message, trace: caseDetails(event, PLAIN).join('\n') };
}

function testOf(event: CaseFinished) {
  const { id, title, file, line, chapter, endpoint, clauses } = event.case;
  return {
    name: visibleLine(id) || '(no name)',
    status: statusOf(event),
    duration: Math.round(event.ms),
    rawStatus: event.verdict,
    suite: [visibleLine(chapter)],
    ...outcomeOf(event),
    ...(file !== '' && { filePath: visibleLine(file), line }),
    tags: [endpoint, ...clauses.map(visibleLine)],
    extra: { title: visibleLine(title) },
  };
}

/** A run that is not whole, as a test that failed: dashboards look at tests alone. */
function partialTests(record: RunRecord) {
  const lines = whyPartial(record);
  if (lines.length === 0) return [];
  const text = `this report is incomplete: ${lines.join('\n')}`;
  return [{ name: 'run/complete', status: 'failed', duration: 0, suite: ['the run'], message: text }];
}

function documentOf(record: RunRecord) {
  const { started, cases, finished } = record;
  const tests = cases.map(testOf);
  const of = (status: string): number => tests.filter((each) => each.status === status).length;
  const { warn } = totalsOf(cases);
  const more = partialTests(record);
  const start = Number.isNaN(Date.parse(started.at)) ? 0 : Date.parse(started.at);
  return {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    generatedBy: 'tagproof',
    results: {
      tool: { name: 'tagproof', version: visibleLine(started.version) },
      summary: {
        tests: cases.length + more.length,
        passed: of(STATUS.pass),
        failed: of(STATUS.fail) + more.length,
        skipped: of(STATUS.skip),
        pending: 0,
        other: of(STATUS.error),
        suites: new Set(cases.map((each) => each.case.chapter)).size + more.length,
        start,
        stop: start + Math.round(finished.ms),
        duration: Math.round(finished.ms),
        extra: { warned: warn, verdict: headlineOf(record).words },
      },
      tests: [...tests, ...more],
      environment: { testEnvironment: visibleLine(started.target), appName: 'getTag backend' },
    },
  };
}

/** One CTRF document when the run is over; its tests are in the order of the files. */
export function ctrfReporter(): Reporter {
  return documentReporter((record) => `${safeJson(documentOf(record), 2)}\n`);
}
