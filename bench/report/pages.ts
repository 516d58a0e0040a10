/** The files of a report: JSON of each command, one page of all, and the figures that the README quotes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../measure/machine.ts';
import { BUDGETS, budgetTable } from './budgets.ts';
import { figure, valuesOf, type Results, type Table } from './outcome.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

export function tableText({ title, head, rows, note }: Table): string {
  const lines = [`### ${title}`, '', row(head), row(head.map(() => '---')), ...rows.map(row)];
  return [...lines, ...(note === undefined ? [] : ['', note]), ''].join('\n');
}

const machineText = ({ cpu, cores, memoryGiB, node, system, pinned, loadBefore }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGiB} GiB, Node.js ${node}, ${system}; ${pinned ? 'servers on one core, load on another' : 'not bound to cores'}; load before: ${loadBefore}`;

function commandText({ command, machine, rounds, quick, tookS, experiments }: Results): string {
  const head = [
    `## \`${command}\``,
    '',
    `${machine.date}, tagproof ${machine.tagproof} (${machine.commit}). ${machineText(machine)}. ${rounds} interleaved rounds, medians and medians of ratios; ${figure(tookS / 60)} minutes.${quick ? ' A quick run: not to be quoted.' : ''}`,
    '',
  ];
  const parts = experiments.flatMap(({ tables, notes = [] }) => [
    ...tables.map(tableText),
    ...(notes.length === 0 ? [] : [`${notes.map((note) => `- ${cell(note)}`).join('\n')}\n`]),
  ]);
  return [...head, ...parts].join('\n');
}

/** All results as one page, with the budgets first. */
export const reportText = (results: readonly Results[]): string =>
  [
    '# Speed, measured',
    '',
    'Written by `npm run bench` and `npm run bench:rivals`; [bench/README.md](../../bench/README.md) says what they measure and how to read it. Ratios say more than seconds: they were taken in the same rounds on the same machine.',
    '',
    tableText(budgetTable(valuesOf(results))),
    ...results.map(commandText),
  ].join('\n');

/** The README quotes figures between these. */
const BEGIN = '<!-- bench: written by npm run bench -->';
const END = '<!-- /bench -->';

/** What is quoted, in this order: a sentence about values. */
const QUOTED: readonly {
  readonly values: readonly string[];
  readonly says: (...figures: readonly string[]) => string;
}[] = [
  {
    values: ['suite.wall'],
    says: (wall) => `the full suite against the embedded simulator, start-up included: ${wall} s`,
  },
  {
    values: ['plain.pactum.ratio', 'plain.declarative.ratio'],
    says: (pactum, declarative) =>
      `200 plain cases, start-up included: ${pactum} times the wall clock of pactum, ${declarative} times that of the fastest tool that reads its requests from a file`,
  },
  {
    values: ['fuzzer.ratio'],
    says: (pace) => `the fuzzer: ${pace} of the pace of a bare undici loop with the same requests`,
  },
  {
    values: ['simulator.ratio'],
    says: (bare) =>
      `the simulator with every default on: ${bare} of the requests per CPU second of a bare node:http server`,
  },
];

/** A few figures with date, machine and ratio; nothing where nothing was measured. */
export function quoteOf(results: readonly Results[]): string {
  const values = valuesOf(results);
  const machine = results[0]?.machine;
  if (machine === undefined) return '';
  const { date, cpu, cores, node } = machine;
  const lines = QUOTED.flatMap(({ values: names, says }) => {
    const measured = names.map((name) => values[name] ?? Number.NaN);
    return measured.every(Number.isFinite) ? [`- ${says(...measured.map(figure))}`] : [];
  });
  return [
    `Measured on ${date} (${cpu}, ${cores} cores, Node.js ${node}); \`npm run bench\` and \`npm run bench:rivals\` repeat it. [The report](reports/bench/README.md)`,
    `holds ${BUDGETS.length} budgets, met or missed, and the rivals one by one:`,
    '',
    ...lines,
  ].join('\n');
}

/** A README with the quote of these results between its marks. */
export function withQuote(readme: string, results: readonly Results[]): string {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return readme;
  return `${before}${BEGIN}\n${quoteOf(results)}\n${END}${after}`;
}

/** The commands whose results a folder can hold, in the order of the page. */
const COMMANDS = ['floors', 'rivals'] as const;

/** The results that a folder holds. */
export const readResults = (folder: string): readonly Results[] =>
  COMMANDS.map((each) => join(folder, `${each}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results);

/** Writes the results of one command beside those of the other, and the page again. */
export function writeReport(folder: string, which: (typeof COMMANDS)[number], results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${which}.json`), `${JSON.stringify(results, undefined, 1)}\n`);
  writePage(folder);
}

/** The page of the results that a folder holds; in a README that is named, the figures that it quotes. */
export function writePage(folder: string, readme?: string): void {
  const results = readResults(folder);
  writeFileSync(join(folder, 'README.md'), reportText(results));
  if (readme !== undefined) writeFileSync(readme, withQuote(readFileSync(readme, 'utf8'), results));
}
