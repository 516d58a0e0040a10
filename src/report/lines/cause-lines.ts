/** What a person is shown of one cause: the clause, how many cases on which endpoints, and one exchange that shows it. */
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { isSynthetic, type CaseFinished } from '../../engine/events.ts';
import { plural } from '../../text/plural.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import type { Cause } from '../facts/causes.ts';
import { briefExchangeLines, clauseText, placeOf, shortValue } from './case-lines.ts';
import type { Palette } from './colours.ts';

type Lines = readonly string[];

const MAX_NOTES = 3;

/** `on every endpoint`, or `on group.client, group.admin`. */
function whereText({ endpoints }: Cause): string {
  return endpoints.length === ENDPOINT_IDS.length
    ? 'on every endpoint'
    : `on ${visibleLine(endpoints.join(', '))}`;
}

/** `1,492 cases`. */
const casesText = (cases: Cause['cases']): string =>
  plural(cases.length, 'case').replace(/^\d+/, cases.length.toLocaleString('en-US'));

/** How to run the example again: what is reported beside the cases of the suite is no case that can be selected. */
const again = (example: CaseFinished): Lines =>
  isSynthetic(example) ? [] : [`tagproof run --verbose --only ${visibleLine(example.case.id)}`];

/** A cause in full, at most 25 lines; the command stands on a line of its own, so that it can be copied. */
export function causeLines(cause: Cause, palette: Palette): Lines {
  const { colours, mark } = palette;
  const { clause, level, words, example, finding } = cause;
  const line = (word: string, text: string) => `  ${colours.dim(word.padEnd(8))}  ${text}`;
  const exchange = finding.exchange === undefined ? undefined : example.exchanges[finding.exchange];
  const { id, title } = example.case;
  return [
    `${mark(level === 'must' ? 'fail' : 'warn')} ${colours.bold(clauseText({ clause, level }))}`,
    `  ${words}, in ${casesText(cause.cases)} ${whereText(cause)}`,
    line('example', `${visibleLine(id)}  ${colours.dim(visibleLine(title))}`),
    ...placeOf(example).map((place) => line('', colours.dim(place))),
    ...[example.reason, ...(example.notes ?? [])]
      .filter((note) => note !== '')
      .slice(0, MAX_NOTES)
      .map((note) => line('', oneLine(note))),
    ...(finding.at === '' ? [] : [line('where', shortValue(finding.at))]),
    line('expected', colours.green(shortValue(finding.expected))),
    line('actual', colours.red(shortValue(finding.actual))),
    ...(exchange === undefined ? [] : briefExchangeLines(exchange, finding.at, palette)),
    line('go on', [`tagproof explain ${visibleLine(clause)}`, ...again(example)].join('; ')),
  ];
}

/** A cause in a row of a table: `1,492 cases`, its clause, what is wrong; what concerns every reply with its share. */
export const causeRow = ({ cases, clause, words, example }: Cause): readonly string[] => [
  casesText(cases),
  visibleLine(clause),
  [words, ...(isSynthetic(example) ? (example.notes ?? []).slice(0, 1).map(oneLine) : [])].join(', '),
];
