/** The run as one JSON document. Its keys are always there: what is unknown is null. */
import { endpointsOfCase } from '../record/case-evidence.ts';
import type { CaseFinished, RedactedExchange, RedactedFinding } from '../record/events.ts';
import type { Reporter } from '../record/reporter.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { summaryReporter, type Summary } from '../facts/summary.ts';

/** Changes only when a reader would misread the document: new keys leave it as it is. */
const REPORT_FORMAT = 1;

const exchangeOf = ({ step, request, reply, noReply, ms, curl }: RedactedExchange) => ({
  step,
  request,
  reply: reply ?? null,
  noReply: noReply ?? null,
  ms,
  curl,
});

const findingOf = ({ kind, clause, level, at, expected, actual, exchange }: RedactedFinding) => ({
  kind,
  clause,
  level,
  at,
  expected,
  actual,
  exchange: exchange ?? null,
});

function reportCase(event: CaseFinished) {
  const { case: identity, verdict, reason, confirmation = null, notes = [], need = null } = event;
  const { ms, decided, findings, exchanges, others = [] } = event;
  const { id, title, endpoint, clauses, chapter, file, line, index } = identity;
  return {
    id,
    title,
    verdict,
    reason,
    confirmation,
    notes,
    need,
    endpoint,
    endpoints: endpointsOfCase(identity),
    clauses,
    chapter,
    file,
    line,
    index,
    ms,
    decided,
    findings: findings.map(findingOf),
    // Findings name an exchange by its place, so those that no finding names come last.
    exchanges: [...exchanges, ...others].map(exchangeOf),
  };
}

function documentOf({ started, cases, finished, headline, needs }: Summary) {
  const { version, target, at, planned, warnings, recorded = null } = started;
  const { totals, ms, requests, partial, pace, cells } = finished;
  return {
    format: REPORT_FORMAT,
    run: { version, target, at, planned, warnings, ms, requests, partial },
    headline: headline.words,
    totals,
    recorded,
    pace: pace === undefined ? null : { perSecond: null, ...pace },
    cells: cells === undefined ? null : { uncounted: null, ...cells },
    needs: needs.map(({ need, cells: mustCells, cases: its }) => ({
      need,
      mustCells,
      cases: its.map((each) => each.case.id),
    })),
    cases: cases.map(reportCase),
  };
}

/** The document as a reader of it types it. */
export type JsonReport = ReturnType<typeof documentOf>;

/** One document when the run is over; its cases are in the order of the files. */
export const jsonReporter = (): Reporter =>
  summaryReporter((summary) => `${safeJson(documentOf(summary), 2)}\n`);
