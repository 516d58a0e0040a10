/** The files of a report: JSON of each command and line of Node.js, one page of all, and the figures that the README quotes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, TABLES, type Results, type Row } from './rows.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const lineOfNode = ({ machine }: Results): string => machine.node.split('.')[0] ?? '';

/** Rows of several results, those of one name side by side by their Node.js. */
function tableText(table: Row['table'], results: readonly Results[]): readonly string[] {
  const { title, of, measured, note } = TABLES[table];
  const byName = new Map<string, Map<string, readonly string[]>>();
  for (const each of results)
    for (const row of each.rows) {
      if (row.table !== table) continue;
      const node = row.node ?? lineOfNode(each);
      const name = line(row.of);
      byName.set(name, (byName.get(name) ?? new Map()).set(node, [node, ...row.of, ...row.measured]));
    }
  if (byName.size === 0) return [];
  const head = ['Node.js', ...of, ...measured];
  const rows = [...byName.values()].flatMap((nodes) => [...nodes].toSorted().map(([, cells]) => line(cells)));
  return [`## ${title}`, '', line(head), line(head.map(() => '---')), ...rows, '', note, ''];
}

export const tablesText = (results: readonly Results[]): string =>
  (Object.keys(TABLES) as Row['table'][]).flatMap((table) => tableText(table, results)).join('\n');

function takenText({ command, machine, rounds, quick, tookS }: Results): string {
  const { date, tagproof, commit, cpu, cores, memoryGiB, node, system, pinned, loadBefore } = machine;
  const cores2 = pinned ? 'servers on one core, load on another' : 'not bound to cores';
  const run = `${rounds} interleaved rounds, ${figure(tookS / 60)} minutes${quick ? '; a quick run: not to be quoted' : ''}`;
  return `- \`${command}\`, ${date}, tagproof ${tagproof} (${commit}), Node.js ${node}: ${run}. ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; ${cores2}; load before: ${loadBefore}`;
}

export const reportText = (results: readonly Results[]): string =>
  [
    '# Speed, measured',
    '',
    'Medians of interleaved rounds; a ratio is the median of the ratios within the rounds, with their range. Ratios say more than seconds. [bench/README.md](../../bench/README.md) says how it is measured, and what falls short of its aim and why.',
    '',
    tablesText(results),
    '## Taken',
    '',
    ...results.map(takenText),
    ...results.flatMap(({ notes }) => notes.map((note) => `- ${cell(note)}`)),
    '',
  ].join('\n');

/** The README quotes figures between these. */
const BEGIN = '<!-- bench: written by npm run bench -->';
const END = '<!-- /bench -->';

/** What is quoted: the names of values, and what they say. */
const QUOTED: Readonly<Record<string, string>> = {
  'suite.wall': 'the whole suite against the embedded simulator, start-up included: seconds',
  'suite.cpu': 'its CPU beside its plain requests sent once more over undici by a cold process: times',
  pactum: '200 own cases, start-up included, beside pactum: times its wall clock',
  'Redocly Respect': 'the same beside Redocly Respect',
  'fuzzer.pace': 'pace of the fuzzer beside a bare undici loop with the same requests',
  simulator: 'requests for each CPU second of the simulator beside a bare node:http server',
  WireMock: 'the same beside WireMock',
};

/** The figures with date and machine, a column for each line of Node.js; nothing where nothing was measured. */
export function quoteOf(results: readonly Results[]): string {
  const [first] = results;
  if (first === undefined) return '';
  const { cpu, cores } = first.machine;
  const dates = [...new Set(results.map(({ machine }) => machine.date))].toSorted().join(' and ');
  const nodes = [...new Set(results.map(lineOfNode))].toSorted();
  const values = nodes.map((node) =>
    Object.assign({}, ...results.filter((each) => lineOfNode(each) === node).map((each) => each.values)),
  ) as readonly Readonly<Record<string, number>>[];
  const head = ['', ...nodes.map((node) => `Node.js ${node}`)];
  return [
    `Measured on ${dates} (${cpu}, ${cores} cores); \`npm run bench\` and \`npm run bench:rivals\` repeat it. [The report](reports/bench/README.md) has the rivals and floors one by one.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...Object.entries(QUOTED)
      .filter(([name]) => values.some((each) => Number.isFinite(each[name])))
      .map(([name, says]) => line([says, ...values.map((each) => figure(each[name] ?? Number.NaN))])),
  ].join('\n');
}

/** A README with the quote of these results between its marks. */
export function withQuote(readme: string, results: readonly Results[]): string {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return readme;
  return `${before}${BEGIN}\n${quoteOf(results)}\n${END}${after}`;
}

/** The results that a folder holds. */
export const readResults = (folder: string): readonly Results[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Results);

/** Writes the page of the results that a folder holds; in a README that is named, the figures that it quotes. */
export function writePage(folder: string, readme?: string): void {
  const results = readResults(folder);
  writeFileSync(join(folder, 'README.md'), reportText(results));
  if (readme !== undefined) writeFileSync(readme, withQuote(readFileSync(readme, 'utf8'), results));
}

/** Writes the results of one command beside the others, and the page again. */
export function writeReport(folder: string, which: string, results: Results): void {
  mkdirSync(folder, { recursive: true });
  const text = `${JSON.stringify(results, undefined, 1)}\n`;
  writeFileSync(join(folder, `${which}-node-${lineOfNode(results)}.json`), text);
  writePage(folder);
}
