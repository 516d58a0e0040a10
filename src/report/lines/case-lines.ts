/** What a person is shown of one case: its findings, requests and replies. */
import type { CaseFinished, RedactedExchange, RedactedFinding } from '../record/events.ts';
import type { TextLines } from '../../base/text/columns.ts';
import { FINDING_KINDS } from '../../judge/finding.ts';
import { cut } from '../../judge/show.ts';
import { showDuration } from '../../base/text/quantities.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import { findingWords } from '../facts/causes.ts';
import { clauseWords } from '../facts/clause-words.ts';
import type { Palette } from './colours.ts';
import { exchangeLines } from './exchange-lines.ts';

const MAX_OF_VALUE = 800;
export const shortValue = (text: string) => visibleLine(cut(text, MAX_OF_VALUE));

/** `7.3/known (must, §7.3): invalidMemberType is a type of the table in 7.3`. */
export function clauseText({ clause, level }: Pick<RedactedFinding, 'clause' | 'level'>): string {
  const { section, description } = clauseWords(clause);
  return visibleLine(`${clause} (${level}, ${section})${description === '' ? '' : `: ${description}`}`);
}

/** The place in the reply, and expected above actual; `indent`: in front of each line. */
export function valueLines(
  { at, expected, actual }: RedactedFinding,
  { colours }: Palette,
  indent: string,
): TextLines {
  const line = (word: string, text: string) => `${indent}${colours.dim(word.padEnd(8))}  ${text}`;
  return [
    ...(at === '' ? [] : [line('where', shortValue(at))]),
    line('expected', colours.green(shortValue(expected))),
    line('actual', colours.red(shortValue(actual))),
  ];
}

const findingLines = (found: RedactedFinding, palette: Palette): TextLines => [
  `  ${palette.colours.bold(findingWords(found))}`,
  `    ${palette.colours.dim('clause'.padEnd(8))}  ${clauseText(found)}`,
  ...valueLines(found, palette, '    '),
];

/** `suites/7.3-members.yaml:12`; nothing for a case without a file. */
export function placeLines({ case: { file, line } }: CaseFinished): TextLines {
  return file === '' ? [] : [visibleLine(`${file}:${line}`)];
}

/** A finding in one line. */
export function findingLine(found: Omit<RedactedFinding, 'exchange'>): string {
  const [clause, expected, actual] = [found.clause, found.expected, found.actual].map(shortValue);
  return found.kind === 'wrong-outcome'
    ? `answered ${actual}, expected ${expected} (${clause})`
    : `${FINDING_KINDS[found.kind]} (${clause}): expected ${expected}, actual ${actual}`;
}

/** What is wrong first, in one line; the reason of a case without findings. */
export const causeLine = ({ findings: [first], reason }: CaseFinished): string =>
  first === undefined ? oneLine(reason) : findingLine(first);

const SHOWN_EXCHANGES = 2;

/** The exchanges that show the findings, the cause's first; the last one of a case that got no reply to judge. */
export function exchangesOfFindings(event: CaseFinished): readonly RedactedExchange[] {
  const { findings, exchanges, verdict } = event;
  const indices = new Set(findings.flatMap(({ exchange }) => exchange ?? []));
  if (verdict === 'error' && indices.size === 0) return exchanges.slice(-1);
  return [...indices].flatMap((index) => exchanges[index] ?? []).slice(0, SHOWN_EXCHANGES);
}

/** All that the record holds, in the order of sending as far as it knows that. */
export function exchangesOf({ exchanges, others = [] }: CaseFinished): readonly RedactedExchange[] {
  return [...exchanges, ...others].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** Parts with a blank line between them. */
const withGaps = (parts: readonly TextLines[]): TextLines =>
  parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]));

const whyLines = ({ reason, notes = [] }: CaseFinished): TextLines =>
  [reason, ...notes].filter((line) => line !== '').map((line) => `  ${oneLine(line)}`);

/** Everything under the headline: why, each finding, the exchanges that show them. */
export const caseDetails = (event: CaseFinished, palette: Palette): TextLines =>
  withGaps([
    whyLines(event),
    ...event.findings.map((found) => findingLines(found, palette)),
    ...exchangesOfFindings(event).map((exchange) => exchangeLines(exchange, palette)),
  ]);

/** `✗ id/one-short@group.client  an id …`, and where the case is written. */
const headlines = (event: CaseFinished, { colours, mark }: Palette): TextLines => [
  `${mark(event.verdict)} ${colours.bold(visibleLine(event.case.id))}  ${visibleLine(event.case.title)}`,
  ...placeLines(event).map((place) => `  ${colours.dim(place)}`),
];

/** The headline with its place, then the details. */
export const caseLines = (event: CaseFinished, palette: Palette): TextLines =>
  withGaps([headlines(event, palette), caseDetails(event, palette)]);

/** Why there is nothing to see, and how to see it. */
const absence = ({ verdict }: CaseFinished): string =>
  verdict === 'skip'
    ? '  nothing was sent'
    : '  the record holds no exchange of this case: run with --exchanges all';

/** Everything of a case, for a reader who asked for this very one: what it checks, its findings, every exchange, and its time. */
export function wholeCaseLines(event: CaseFinished, palette: Palette): TextLines {
  const { dim } = palette.colours;
  const exchanges = exchangesOf(event).map((exchange) => exchangeLines(exchange, palette));
  return withGaps([
    [
      ...headlines(event, palette),
      ...whyLines(event),
      ...event.case.clauses.map((clause) => {
        const { section, description } = clauseWords(clause);
        return `  ${dim('checks')}   ${visibleLine(`${clause}  ${section}${description && `: ${description}`}`)}`;
      }),
      ...event.decided.map((each) => `  ${dim('decided')}  ${oneLine(each)}`),
      `  took     ${showDuration(event.ms)}`,
    ],
    ...event.findings.map((found) => findingLines(found, palette)),
    ...(exchanges.length === 0 ? [[absence(event)]] : exchanges),
  ]);
}
