/** What a client bears, for people: the table of questions and options, what breaks it, and the counts. */
import { isQuestionId, questionOf } from '../dialect/questions.ts';
import { inColumns } from '../text/columns.ts';
import { grouped } from '../text/grouping.ts';
import { fewOf } from '../text/quantities.ts';
import { broken, RESULTS, type Result, type Row, type Tolerance } from './tolerance.ts';
import { partsOfId } from './variations.ts';

type Lines = readonly string[];

const nameOf = ({ id }: Row): string => partsOfId(id)[0];
const optionOf = ({ id }: Row): string => partsOfId(id)[1];
const isKnown = ({ result }: Row): boolean => result === 'ok' || result === 'breaks';

/** `codes.returnCode  number (default)  name: breaks`; names of which nothing is known come in one line each kind. */
function tableLines(rows: readonly Row[]): Lines {
  const names = [...grouped(rows, nameOf)];
  const known = names.filter(([, all]) => all.some(isKnown));
  const cells = known.map(([name, all]) => [
    name,
    all
      .filter(({ result }) => result === 'default')
      .map(optionOf)
      .join(', '),
    all
      .filter(({ result }) => result !== 'default')
      .map((row) => `${optionOf(row)}: ${row.result}`)
      .join(', '),
  ]);
  const others = (['not exercised', 'not run'] as const).flatMap((result) => {
    const their = names
      .filter(
        ([name, all]) => !known.some(([other]) => other === name) && all.some((row) => row.result === result),
      )
      .map(([name]) => name);
    return their.length === 0 ? [] : [`${result}: ${their.join(', ')}`];
  });
  return [...(cells.length === 0 ? [] : inColumns([['question', 'default', 'others'], ...cells])), ...others];
}

const MAX_LINES = 20;

/** The end of the output of the command. */
export function lastLines(output: string, most = MAX_LINES): Lines {
  const lines = output.trimEnd().split('\n');
  return lines.length <= most ? lines : ['…', ...lines.slice(-most)];
}

/** What is asked, where the row is of a question. */
export const asksOf = (row: Row): string => {
  const name = nameOf(row);
  return isQuestionId(name) ? questionOf(name).asks : '';
};

function brokenLines(row: Row): Lines {
  const { id, first, ended = '', output = '' } = row;
  return [
    `breaks: ${id}`,
    ...[asksOf(row)].filter((text) => text !== '').map((text) => `  ${text}`),
    ...(first === undefined
      ? []
      : [
          `  first seen in  ${first.request}`,
          `  default        ${first.other}`,
          `  here           ${first.got}`,
        ]),
    `  the command ended with ${ended}:`,
    ...lastLines(output).map((line) => `    ${line}`),
    `  again: the same command with --vary '${id}'`,
    '',
  ];
}

const notesOf = (rows: readonly Row[]): Lines =>
  [
    ...grouped(
      rows.filter(({ note }) => note !== undefined),
      ({ note = '' }) => note,
    ),
  ].map(([note, all]) => `note: ${fewOf(all.map(({ id }) => id))}: ${note}`);

const COUNTED = Object.keys(RESULTS).filter((result) => result !== 'default') as readonly Result[];

/** `1 breaks, 12 ok, 70 not exercised`. */
export const countsOf = (rows: readonly Row[]): string =>
  COUNTED.map((result) => [rows.filter((row) => row.result === result).length, result] as const)
    .filter(([count, result]) => count > 0 || result === 'breaks' || result === 'ok')
    .map(([count, result]) => `${count} ${result}`)
    .join(', ');

const MAX_CLIENT = 60;
const shortened = (client: string): string =>
  client.length <= MAX_CLIENT ? client : `${client.slice(0, MAX_CLIENT)}…`;

/** The whole text; the last line has the counts. */
export function toleranceLines(tolerance: Tolerance): Lines {
  const { client, rows } = tolerance;
  return [
    ...broken(tolerance).flatMap(brokenLines),
    ...tableLines(rows),
    '',
    ...notesOf(rows),
    `${shortened(client)}: ${countsOf(rows)}`,
  ];
}
