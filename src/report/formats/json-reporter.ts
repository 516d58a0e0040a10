/** The run as one JSON document. Its keys are always there: what is unknown is null. */
import { endpointsOfCase } from '../record/case-evidence.ts';
import type {
  CaseFinished,
  LearnedPace,
  MustCells,
  RedactedExchange,
  RedactedFinding,
  RedactedMessage,
  RunRecord,
} from '../record/events.ts';
import { needsOf } from '../facts/needs.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';
import { safeJson } from '../../base/text/safe-json.ts';

/** Changes only when a reader would misread the document: new keys leave it as it is. */
const FORMAT = 1;

const message = ({ start, headers, body, bytes }: RedactedMessage) => ({ start, headers, body, bytes });

const exchange = ({ step, request, reply, noReply, ms, curl }: RedactedExchange) => ({
  step,
  request: message(request),
  reply: reply === undefined ? null : message(reply),
  noReply: noReply ?? null,
  ms,
  curl,
});

const finding = ({ kind, clause, level, at, expected, actual, exchange: shownBy }: RedactedFinding) => ({
  kind,
  clause,
  level,
  at,
  expected,
  actual,
  exchange: shownBy ?? null,
});

const finishedCase = ({
  case: identity,
  verdict,
  ms,
  reason,
  notes,
  confirmation,
  need,
  findings,
  exchanges,
  others = [],
  decided,
}: CaseFinished) => ({
  id: identity.id,
  title: identity.title,
  verdict,
  reason,
  confirmation: confirmation ?? null,
  notes: notes ?? [],
  need: need ?? null,
  endpoint: identity.endpoint,
  endpoints: endpointsOfCase(identity),
  clauses: identity.clauses,
  chapter: identity.chapter,
  file: identity.file,
  line: identity.line,
  index: identity.index,
  ms,
  decided,
  findings: findings.map(finding),
  // Findings name an exchange by its place, so those that no finding names come last.
  exchanges: [...exchanges, ...others].map(exchange),
});

const cellsOf = ({ whole, mustCells, verified, failed, notVerified, uncounted }: MustCells) => ({
  whole,
  mustCells,
  verified,
  failed,
  notVerified,
  uncounted: uncounted ?? null,
});

const paceParts = ({ perSecond, resent }: LearnedPace) => ({
  perSecond: perSecond ?? null,
  resent,
});

function documentOf({ started, cases, finished }: RunRecord) {
  const { version, target, at, planned, warnings, recorded } = started;
  const { totals, ms, requests, partial, pace, cells } = finished;
  const { pass, fail, warn, skip, error } = totals;
  return {
    format: FORMAT,
    run: { version, target, at, planned, warnings, ms, requests, partial },
    totals: { pass, fail, warn, skip, error },
    recorded: recorded ?? null,
    pace: pace === undefined ? null : paceParts(pace),
    cells: cells === undefined ? null : cellsOf(cells),
    needs: needsOf(cases).map(({ need, cells: mustCells, cases: its }) => ({
      need,
      mustCells,
      cases: its.map((each) => each.case.id),
    })),
    cases: cases.map(finishedCase),
  };
}

/** The document as a reader of it types it. */
export type JsonReport = ReturnType<typeof documentOf>;

/** One document when the run is over; its cases are in the order of the files. */
export function jsonReporter(): Reporter {
  return documentReporter((record) => `${safeJson(documentOf(record), 2)}\n`);
}
