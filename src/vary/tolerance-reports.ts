/** What a client bears, for people and as data: the table of questions and options, what breaks it, and the counts. */
import type { FileKind } from '../file-in-place.ts';
import { isQuestionId, questionOf } from '../dialect/questions.ts';
import { code, codeBlock, details, html, table, markdownOf, words } from '../report/formats/markup.ts';
import { tolerancePage } from '../report/html/html-reporter.ts';
import { HTML_BEGINS } from '../report/reporter-register.ts';
import { safeJson } from '../text/safe-json.ts';
import { inColumns } from '../text/columns.ts';
import { counted, grouped } from '../text/grouping.ts';
import { fewOf, shortened } from '../text/quantities.ts';
import { VERSION } from '../version.ts';
import { RESULTS, type Result, type Row, type Tolerance } from './tolerance.ts';
import { visibleLine } from '../text/visible.ts';
import { partsOfId } from './variations.ts';

type Lines = readonly string[];

const nameOf = ({ id }: Row): string => partsOfId(id)[0];
const optionOf = ({ id }: Row): string => partsOfId(id)[1];
const isKnown = ({ result }: Row): boolean => result === 'ok' || result === 'breaks';

const HEAD = ['question', 'default', 'others'] as const;

const optionsIn = (all: readonly Row[], isDefault: boolean): string =>
  all
    .filter(({ result }) => (result === 'default') === isDefault)
    .map((row) => optionOf(row) + (isDefault ? '' : `: ${row.result}`))
    .join(', ');

/** Cells such as `codes.returnCode`, `number`, `name: breaks`; names of which nothing is known come in one line for each reason. */
function tableOf(rows: readonly Row[]) {
  const names = [...grouped(rows, nameOf)];
  const cells = names
    .filter(([, all]) => all.some(isKnown))
    .map(([name, all]) => [name, optionsIn(all, true), optionsIn(all, false)]);
  const others = (['not exercised', 'not run'] as const).flatMap((result) => {
    const their = names.filter(([, all]) => !all.some(isKnown) && all.some((row) => row.result === result));
    return their.length === 0 ? [] : [`${result}: ${their.map(([name]) => name).join(', ')}`];
  });
  return { cells, others };
}

const MAX_LINES = 20;

/** The end of the output of the command. */
export function lastLines(output: string, most = MAX_LINES): Lines {
  const lines = output.trimEnd().split('\n');
  return lines.length <= most ? lines : ['…', ...lines.slice(-most)];
}

/** What is asked, where the row is of a question. */
const asksOf = (row: Row): string => {
  const name = nameOf(row);
  return isQuestionId(name) ? questionOf(name).asks : '';
};

function brokenLines(row: Row): Lines {
  const { id, first, ended = '', output = '', accepted } = row;
  return [
    `breaks: ${id}`,
    ...(accepted === undefined ? [] : [`  accepted: ${accepted}`]),
    ...[asksOf(row)].filter((text) => text !== '').map((text) => `  ${text}`),
    ...exchangeLines(first),
    `  the command ended with ${ended}:`,
    ...lastLines(output).map((line) => `    ${line}`),
    `  again: the same command with --vary '${id}'`,
  ];
}

const exchangeLines = (first: Row['first']): Lines =>
  first === undefined
    ? []
    : [
        `  first seen in  ${first.request}`,
        `  default        ${first.other}`,
        `  here           ${first.got}`,
      ];

const MAX_DIALECTS = 2;

/** Each that breaks, but of many dialects only some; then what only breaking ones choose, most frequent first. */
function breakingBlocks({ rows }: Tolerance): readonly Lines[] {
  const broken = rows.filter(({ result }) => result === 'breaks');
  const dialects = broken.filter(({ choices }) => choices !== undefined);
  const left = dialects.slice(MAX_DIALECTS);
  const borne = new Set(rows.flatMap(({ result, choices = [] }) => (result === 'ok' ? choices : [])));
  const suspects = counted(
    dialects.flatMap(({ choices = [] }) => choices.filter((each) => !borne.has(each))),
  );
  const blocks = broken.filter((row) => !left.includes(row)).map(brokenLines);
  if (dialects.length === 0) return blocks;
  const which = `only dialects that break have: ${fewOf(suspects.map(([choice, count]) => `${choice} (${count} of ${dialects.length})`))}`;
  const more = `breaks, too: ${left.map(({ id }) => id).join(', ')}`;
  return [...blocks, [...(left.length === 0 ? [] : [more]), ...(suspects.length === 0 ? [] : [which])]];
}

const notesOf = (rows: readonly Row[]): Lines =>
  [
    ...grouped(
      rows.filter(({ note }) => note !== undefined),
      ({ note = '' }) => note,
    ),
  ].map(([note, all]) => `note: ${fewOf(all.map(({ id }) => id))}: ${note}`);

const COUNTED = Object.keys(RESULTS).filter((result) => result !== 'default') as readonly Result[];

/** `3 breaks (1 accepted), 12 ok, 70 not exercised`. */
const rowCounts = (rows: readonly Row[]): string =>
  COUNTED.map((result) => [rows.filter((row) => row.result === result).length, result] as const)
    .filter(([count, result]) => count > 0 || result === 'breaks' || result === 'ok')
    .map(([count, result]) => {
      const accepted = rows.filter((row) => row.result === result && row.accepted !== undefined).length;
      return `${count} ${result}${accepted === 0 ? '' : ` (${accepted} accepted)`}`;
    })
    .join(', ');

const RUNS = 'a client with each choice of a backend';
const MAX_CLIENT = 60;

const lastLine = ({ client, rows }: Tolerance): string =>
  `${shortened(client, MAX_CLIENT)}: ${rowCounts(rows)}`;

/** The whole text; the last line has the counts. */
function linesOf(tolerance: Tolerance): Lines {
  const { cells, others } = tableOf(tolerance.rows);
  return [
    `tagproof ${VERSION}: ${RUNS}`,
    '',
    ...breakingBlocks(tolerance).flatMap((lines) => [...lines, '']),
    ...(cells.length === 0 ? [] : inColumns([HEAD, ...cells])),
    ...others,
    '',
    ...notesOf(tolerance.rows),
    lastLine(tolerance),
    '',
  ];
}

/** The same in Markdown. */
function pageOf(tolerance: Tolerance): string {
  const { cells, others } = tableOf(tolerance.rows);
  const blocks = [
    [`# ${RUNS}`, '', words(lastLine(tolerance))],
    table(
      HEAD,
      cells.map((row) => row.map((text) => (text === '' ? '' : code(text)))),
    ),
    ...breakingBlocks(tolerance).map(([first = '', ...lines]) =>
      details(html(first), codeBlock(lines.map(visibleLine))),
    ),
    ...[...others, ...notesOf(tolerance.rows)].map((line) => [words(line)]),
  ];
  return markdownOf(blocks);
}

/** The same as a page. */
function htmlOf(tolerance: Tolerance): string {
  const rows = tolerance.rows.map((row) => ({
    id: row.id,
    asks: asksOf(row),
    result: row.result,
    note: row.accepted ?? row.note ?? '',
    lines: (row.result === 'breaks' ? brokenLines(row) : exchangeLines(row.first)).join('\n'),
  }));
  return tolerancePage({
    kind: 'tolerance',
    client: tolerance.client,
    counts: rowCounts(tolerance.rows),
    rows,
  });
}

export const TOLERANCE_FILE: FileKind = { name: 'what a client bears', begins: /^\{\s*"tolerance": 1,/ };
const jsonOf = (tolerance: Tolerance): string => `${safeJson(tolerance, 2)}\n`;

/** A file to commit: what came out, without what changes from run to run. */
export const toleranceFile = ({ tolerance, client, rows }: Tolerance): string =>
  jsonOf({ tolerance, client, rows: rows.map(({ id, result }) => ({ id, result })) });

/** By their names for `--reporter`. */
export const TOLERANCE_REPORTS = {
  console: {
    textOf: (tolerance) => linesOf(tolerance).join('\n'),
    kind: { name: 'a report of the console', begins: /^tagproof \d/ },
  },
  json: { textOf: jsonOf, kind: TOLERANCE_FILE },
  markdown: { textOf: pageOf, kind: { name: 'such a page', begins: new RegExp(`^# ${RUNS}\n`) } },
  html: { textOf: htmlOf, kind: { name: 'a page of tagproof', begins: HTML_BEGINS } },
} as const satisfies Record<string, { textOf: (tolerance: Tolerance) => string; kind: FileKind }>;
