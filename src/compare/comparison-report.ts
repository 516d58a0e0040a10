/** A comparison for people, and as one JSON document for pipelines that decide by themselves. */
import { fingerprint } from '../drift/drift.ts';
import { type HeldDrift, needsApproval, driftName } from '../drift/hold-lock.ts';
import { suggestionLines, suggestions } from '../report/facts/suggestions.ts';
import { headed, inColumns, indented } from '../text/columns.ts';
import { plural } from '../text/quantities.ts';
import type { Comparison } from './comparison.ts';
import { safeJson } from '../text/safe-json.ts';

type Lines = readonly string[];

const section = (head: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : [...headed(head, lines), ''];

function driftTable(drifts: readonly HeldDrift[]): Lines {
  if (drifts.length === 0) return [];
  const rows = drifts.map((held) => {
    const { question, at, from, to, severity, evidence } = held;
    const grade = needsApproval(held) ? severity : 'approved';
    return [
      question,
      at === '' ? 'everywhere' : at,
      from.join(' and '),
      to.join(' and '),
      `${held.class}, ${grade}`,
      evidence[0] ?? '',
    ];
  });
  return inColumns([['question', 'where', 'base', 'candidate', 'class', 'evidence'], ...rows]);
}

function breaking(drifts: readonly HeldDrift[]): Lines {
  const open = drifts.filter((held) => needsApproval(held) && held.severity === 'breaking');
  return [...new Map(open.map((held) => [driftName(held), held.breaks]))].flatMap(([name, breaks]) => [
    name,
    `  ${breaks}`,
  ]);
}

/** What becomes of the known clients, for each drift. */
const ofClients = (drifts: readonly HeldDrift[]): Lines =>
  drifts.flatMap((held) =>
    held.clients === undefined ? [] : [fingerprint(held), ...indented(held.clients.lines)],
  );

/** The whole text; the last lines say what was compared, what to declare in `file` to compare more, and what differs. */
export function comparisonLines(
  { regressions, repairs, unjudged, noise, compared, cases, skipped }: Comparison,
  drifts: readonly HeldDrift[],
  file: string | undefined,
): Lines {
  const next = suggestions(skipped, 1, (event) => [event.case.id]);
  return [
    ...section('drift', driftTable(drifts)),
    ...section('what breaks', breaking(drifts)),
    ...section('clients', ofClients(drifts)),
    ...section('regressions: only the candidate breaks these', regressions),
    ...section('repairs: only base breaks these', repairs),
    ...section('no longer judged: these pass on base', unjudged),
    ...section('noise: base differs from itself, or the difference was not seen again', noise),
    `${cases.compared} of ${plural(cases.of, 'case')} compared`,
    ...next.flatMap((each) => suggestionLines(each, file, 'compare')),
    `${plural(compared, 'answer')} compared: ${plural(drifts.length, 'drift')}, ${plural(regressions.length, 'regression')}, ${plural(repairs.length, 'repair')}, ${noise.length} of noise`,
  ];
}

/** The number of the format; it grows when a member changes its meaning. */
const FORMAT = 1;

function driftOf(drift: HeldDrift) {
  const { approval, clients } = drift;
  return {
    fingerprint: fingerprint(drift),
    question: drift.question,
    at: drift.at,
    base: drift.from,
    candidate: drift.to,
    class: drift.class,
    severity: drift.severity,
    breaks: drift.breaks,
    approved: !needsApproval(drift),
    ...(approval !== undefined && { reason: approval.reason }),
    ...(clients !== undefined && { clients: clients.lines }),
    evidence: drift.evidence,
  };
}

/**
 * `{ format, drifts, regressions, repairs, unjudged, noise, compared, answered, cases, partial }`: counts and the same lists as the text;
 * regressions and repairs are keys of findings, `partial` says why not every case ran, a line each.
 */
export function comparisonJson(
  found: Comparison,
  drifts: readonly HeldDrift[],
  partial: readonly string[],
): string {
  return safeJson({ format: FORMAT, ...found, drifts: drifts.map(driftOf), skipped: undefined, partial }, 2);
}
