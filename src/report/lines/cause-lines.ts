/** What a person is shown of one cause: the clause, how many cases on which endpoints, and one exchange that shows it. */
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { isOfSuite, isSynthetic, type CaseFinished } from '../record/events.ts';
import { fewOf, plural } from '../../base/text/quantities.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import { fitted } from '../../base/text/columns.ts';
import { bucketKey, type FindingKind } from '../../judge/finding.ts';
import type { Cause } from '../facts/causes.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { briefExchangeLines, clauseText, placeLines, shortValue } from './case-lines.ts';
import type { Palette } from './colours.ts';

type Lines = readonly string[];

const MAX_NOTES = 3;

/** `1,492 cases`. */
const casesText = (cases: Cause['cases']): string =>
  plural(cases.length, 'case').replace(/^\d+/, cases.length.toLocaleString('en-US'));

/** `in 2 cases on every endpoint`, or `in 1 case on group.client, group.admin`. */
export function extentText({ cases, endpoints }: Cause): string {
  const where =
    endpoints.length === ENDPOINT_IDS.length ? 'every endpoint' : visibleLine(endpoints.join(', '));
  return `in ${casesText(cases)} on ${where}`;
}

/** What else the cause shows: other values than in the example, and further cases by their names. */
function othersOf({
  key,
  cases,
  example,
  finding,
}: Cause): readonly (readonly [word: string, text: string])[] {
  const its = cases.flatMap(({ findings }) => findings.filter((each) => bucketKey(each) === key));
  const values = new Set(its.map(({ actual }) => actual));
  values.delete(finding.actual);
  const names = new Set(
    cases.filter((each) => each !== example).map((each) => each.case.id.replace(/@.*/, '')),
  );
  return [
    ...(values.size === 0 ? [] : [['or', fewOf([...values].map(shortValue))] as const]),
    ...(names.size === 0 ? [] : [['others', fewOf([...names].map(shortValue))] as const]),
  ];
}

/** How to run the example again: what is reported beside the cases of the suite is no case that can be selected. */
const again = (example: CaseFinished): Lines =>
  !isOfSuite(example) ? [] : [`tagproof run --verbose --only ${visibleLine(example.case.id)}`];

/** The most lines that a terminal shows at a glance: of a cause, of the last screen. */
export const MAX_LINES = 25;

/** A cause in full, at most 25 lines; commands are never broken, so that they can be copied. */
export function causeLines(cause: Cause, palette: Palette, columns: number): Lines {
  const { colours, mark } = palette;
  const { clause, level, words, example, finding } = cause;
  const line = (word: string, text: string) => `  ${colours.dim(word.padEnd(8))}  ${text}`;
  const exchange = finding.exchange === undefined ? undefined : example.exchanges[finding.exchange];
  const { id, title } = example.case;
  const isClause = finding.kind !== 'client-duty';
  const next = [...(isClause ? [`tagproof explain ${visibleLine(clause)}`] : []), ...again(example)];
  const shown = [
    `${mark(level === 'must' ? 'fail' : 'warn')} ${colours.bold(clauseText({ clause, level }))}`,
    `  ${words}, ${extentText(cause)}`,
    line('example', `${visibleLine(id)}  ${colours.dim(visibleLine(title))}`),
    ...placeLines(example).map((place) => line('', colours.dim(place))),
    ...[example.reason, ...(example.notes ?? [])]
      .filter((note) => note !== '')
      .slice(0, MAX_NOTES)
      .map((note) => line('', oneLine(note))),
    ...(finding.at === '' ? [] : [line('where', shortValue(finding.at))]),
    line('expected', colours.green(shortValue(finding.expected))),
    line('actual', colours.red(shortValue(finding.actual))),
    ...othersOf(cause).map(([word, text]) => line(word, text)),
    ...(exchange === undefined ? [] : briefExchangeLines(exchange, finding.at, palette)),
  ];
  return [
    ...fitted(shown, columns, MAX_LINES - next.length),
    ...next.map((command, at) => line(at === 0 ? 'go on' : '', command)),
  ];
}

/** Kinds whose words alone say little: the sentence that is broken says more. */
const VAGUE: ReadonlySet<FindingKind> = new Set([
  'wrong-outcome',
  'unknown-code',
  'discouraged',
  'none-of-many',
  'client-duty',
]);

/** What is wrong in one phrase: `the Content-Type is not JSON`, or `must: an expired token is refused`. */
export function briefWords({ kind, clause, level, words }: Cause): string {
  const { description } = clauseWords(clause);
  return VAGUE.has(kind) && description !== '' ? `${level}: ${visibleLine(description)}` : words;
}

/** A cause in a row of a table: `1,492 cases`, its clause, what is wrong; a warning, which has no block, with its example. */
export const causeRow = (cause: Cause): readonly string[] => [
  casesText(cause.cases),
  visibleLine(cause.clause),
  [briefWords(cause), ...(cause.level === 'should' ? hintOf(cause.example) : [])].join(', '),
];

const hintOf = (example: CaseFinished): Lines =>
  isSynthetic(example)
    ? (example.notes ?? []).slice(0, 1).map(oneLine)
    : [`for example ${visibleLine(example.case.id)}`];
