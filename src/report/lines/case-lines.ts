/** What a person is shown of one case that did not pass. */
import type { CaseFinished } from '../../engine/events.ts';
import type { Verdict } from '../../engine/verdict.ts';
import type { Palette } from './colours.ts';
import { exchangeLines, tellingExchanges } from './exchange-lines.ts';
import { findingLines } from './finding-lines.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';

export type Detail = 'none' | 'full';

/** Which cases are shown with their findings, requests and replies. */
export const DETAILS = {
  pass: 'none',
  fail: 'full',
  warn: 'full',
  skip: 'none',
  error: 'full',
} as const satisfies Record<Verdict, Detail>;

type Part = readonly string[];

const spaced = (parts: readonly Part[]): Part =>
  parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]));

/** `suites/7.3-members.yaml:12`; nothing for a case without a file. */
export function placeOf({ case: { file, line } }: CaseFinished): readonly string[] {
  return file === '' ? [] : [visibleLine(`${file}:${line}`)];
}

/** Everything under the headline: why, each finding, the exchanges that show them. */
export function caseDetails(event: CaseFinished, palette: Palette): readonly string[] {
  return spaced([
    event.reason === '' ? [] : [`  ${oneLine(event.reason)}`],
    (event.notes ?? []).map((note) => `  ${oneLine(note)}`),
    ...event.findings.map((found) => findingLines(found, palette)),
    ...tellingExchanges(event).map((exchange) => exchangeLines(exchange, palette)),
  ]);
}

/** The headline with its place, then the details. */
export function caseLines(event: CaseFinished, palette: Palette): readonly string[] {
  const { colours, mark } = palette;
  const { id, title } = event.case;
  return spaced([
    [
      `${mark(event.verdict)} ${colours.bold(visibleLine(id))}  ${visibleLine(title)}`,
      ...placeOf(event).map((place) => `  ${colours.dim(place)}`),
    ],
    caseDetails(event, palette),
  ]);
}
