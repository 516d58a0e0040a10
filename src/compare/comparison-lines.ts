/** A comparison as text: the table of questions and places, regressions and repairs, noise. */
import { fingerprint } from '../drift/drift.ts';
import { isOpen, type HeldDrift } from '../drift/hold-lock.ts';
import { inColumns } from '../text/columns.ts';
import { plural } from '../text/plural.ts';
import type { Comparison } from './comparison.ts';

type Lines = readonly string[];

const headed = (head: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${line}`), ''];

function driftTable(drifts: readonly HeldDrift[]): Lines {
  if (drifts.length === 0) return [];
  const rows = drifts.map((held) => {
    const { question, at, from, to, severity, evidence, ...drift } = held.drift;
    const grade = isOpen(held) ? severity : 'approved';
    return [
      question,
      at === '' ? 'everywhere' : at,
      from.join(' and '),
      to.join(' and '),
      `${drift.class}, ${grade}`,
      evidence[0] ?? '',
    ];
  });
  return inColumns([['question', 'where', 'base', 'candidate', 'class', 'evidence'], ...rows]);
}

function breaking(drifts: readonly HeldDrift[]): Lines {
  const open = drifts
    .filter((held) => isOpen(held) && held.drift.severity === 'breaking')
    .map(({ drift }) => drift);
  return [...new Map(open.map((drift) => [fingerprint({ ...drift, at: '' }), drift.breaks]))].flatMap(
    ([name, breaks]) => [name, `  ${breaks}`],
  );
}

/** The whole text; the last line counts. */
export function comparisonLines(
  { regressions, repairs, unjudged, noise, compared }: Comparison,
  drifts: readonly HeldDrift[],
): Lines {
  return [
    ...headed('drift', driftTable(drifts)),
    ...headed('what breaks', breaking(drifts)),
    ...headed('regressions: only the candidate breaks these', regressions),
    ...headed('repairs: only base breaks these', repairs),
    ...headed('no longer judged: these pass on base', unjudged),
    ...headed('noise: base differs from itself, or the difference was not seen again', noise),
    `${plural(compared, 'answer')} compared: ${plural(drifts.length, 'drift')}, ${plural(regressions.length, 'regression')}, ${plural(repairs.length, 'repair')}, ${noise.length} of noise`,
  ];
}
