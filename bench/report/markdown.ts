/** The report as Markdown: a pure function of the results. */
import type { Machine } from '../measure/machine.ts';
import { budgetTable } from './budgets.ts';
import { figure } from './format.ts';
import type { Table } from './outcome.ts';
import { valuesOf, type Results } from './results.ts';

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
  const parts = experiments.flatMap(({ tables, plots = [], notes = [] }) => [
    ...tables.map(tableText),
    ...plots.map(({ name, title }) => `![${title}](${name}.svg)\n`),
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
