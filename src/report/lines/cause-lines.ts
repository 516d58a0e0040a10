/** What a person is shown of one cause: the clause, how many cases on which endpoints, and one exchange that shows it. */
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { isOfSuite, isSynthetic, type CaseFinished, type RunStarted } from '../record/events.ts';
import { digits, fewOf, plural } from '../../base/text/quantities.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import { fitted, type TextLines } from '../../base/text/columns.ts';
import type { FindingKind } from '../../judge/finding.ts';
import type { Cause } from '../facts/causes.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { clauseText, placeLines, shortValue, valueLines } from './case-lines.ts';
import { briefExchangeLines } from './exchange-lines.ts';
import type { Palette } from './colours.ts';

/** `1,492 cases`. */
const casesText = ({ cases: { length } }: Cause): string =>
  `${digits(length)} ${length === 1 ? 'case' : 'cases'}`;

/** `in 2 cases on every endpoint`, or `in 1 case on group.client, group.admin`. */
export function extentText(cause: Cause): string {
  const { endpoints } = cause;
  const where =
    endpoints.length === ENDPOINT_IDS.length ? 'every endpoint' : visibleLine(endpoints.join(', '));
  return `in ${casesText(cause)} on ${where}`;
}

/** Other values than in the example. */
function otherValues({ clause, otherClauses, cases, finding }: Cause): TextLines {
  const clauses = new Set([clause, ...otherClauses]);
  const its = cases
    .flatMap(({ findings }) => findings)
    .filter((each) => clauses.has(each.clause) && each.kind === finding.kind);
  const values = new Set(its.map(({ actual }) => actual));
  values.delete(finding.actual);
  return [...values].map(shortValue);
}

/** The names of further cases. */
const otherCases = ({ cases, example }: Cause): TextLines => [
  ...new Set(
    cases.filter((each) => each !== example).map((each) => shortValue(each.case.id.replace(/@.*/, ''))),
  ),
];

/** The commands that go on from a cause; what is reported beside the cases of the suite is no case that can be run. */
const goOn = ({ clause, finding, example }: Cause, { runWords = '' }: RunStarted): TextLines => [
  ...(finding.kind === 'client-duty' ? [] : [`npx tagproof explain ${visibleLine(clause)}`]),
  ...(isOfSuite(example)
    ? [
        `npx tagproof run ${runWords && `${visibleLine(runWords)} `}--verbose --only ${visibleLine(example.case.id)}`,
      ]
    : []),
];

const MAX_NOTES = 3;
/** The most lines that a terminal shows at a glance. */
export const GLANCE_LINES = 25;

/** A cause in full, at most 25 lines of a usual terminal; commands are never broken, so that they can be copied. */
export function causeLines(cause: Cause, started: RunStarted, palette: Palette, columns: number): TextLines {
  const { colours, mark } = palette;
  const { level, words, example, finding, otherClauses } = cause;
  const line = (word: string, text: string) => `  ${colours.dim(word.padEnd(8))}  ${text}`;
  const list = (word: string, texts: TextLines) => (texts.length === 0 ? [] : [line(word, fewOf(texts))]);
  const exchange = finding.exchange === undefined ? undefined : example.exchanges[finding.exchange];
  const next = goOn(cause, started);
  const shown = [
    `${mark(level === 'must' ? 'fail' : 'warn')} ${colours.bold(clauseText(cause))}`,
    // A wrong outcome is said by expected and actual, below.
    `  ${finding.kind === 'wrong-outcome' ? '' : `${words}, `}${extentText(cause)}`,
    line('example', `${visibleLine(example.case.id)}  ${colours.dim(visibleLine(example.case.title))}`),
    ...placeLines(example).map((place) => line('', colours.dim(place))),
    ...[example.reason, ...(example.notes ?? [])]
      .filter((note) => note !== '')
      .slice(0, MAX_NOTES)
      .map((note) => line('', oneLine(note))),
    ...valueLines(finding, palette, '  '),
    ...list('or', otherValues(cause)),
    ...list('others', otherCases(cause)),
    ...list('breaks', otherClauses.map(visibleLine)),
    ...(exchange === undefined ? [] : briefExchangeLines(exchange, finding.at, palette)),
  ];
  return [
    ...fitted(shown, columns, GLANCE_LINES - next.length),
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

/** Where to look for a warning, which has no block of its own. */
const hintOf = (example: CaseFinished): TextLines =>
  isSynthetic(example)
    ? (example.notes ?? []).slice(0, 1).map(oneLine)
    : [`for example ${visibleLine(example.case.id)}`];

/** A cause in a row of a table: `1,492 cases`, its clause, what is wrong. */
export const causeRow = (cause: Cause): TextLines => [
  casesText(cause),
  visibleLine(cause.clause),
  [
    briefWords(cause),
    ...(cause.otherClauses.length > 0
      ? [`the same under ${plural(cause.otherClauses.length, 'other clause')}`]
      : []),
    ...(cause.level === 'should' ? hintOf(cause.example) : []),
  ].join(', '),
];
