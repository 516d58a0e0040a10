/** The figures that the README quotes, between two marks; `npm run bench` writes them with the report. */
import { BUDGETS } from './budgets.ts';
import { figure } from './format.ts';
import { valuesOf, type Results } from './results.ts';

const BEGIN = '<!-- bench: written by npm run bench -->';
const END = '<!-- /bench -->';

/** What is quoted, in this order: a sentence about a value. */
const QUOTED: readonly { readonly value: string; readonly says: (value: string) => string }[] = [
  {
    value: 'suite.wall',
    says: (value) => `the full suite against the embedded simulator, start-up included: ${value} s`,
  },
  {
    value: 'plain.pactum.ratio',
    says: (value) => `200 plain cases, start-up included: ${value} times the wall clock of pactum,`,
  },
  {
    value: 'plain.declarative.ratio',
    says: (value) => `and ${value} times that of the fastest tool that reads its requests from a file`,
  },
  {
    value: 'fuzzer.ratio',
    says: (value) => `the fuzzer: ${value} of the pace of a bare undici loop with the same requests`,
  },
  {
    value: 'simulator.ratio',
    says: (value) =>
      `the simulator with every default on: ${value} of the requests per CPU second of a bare node:http server,`,
  },
  {
    value: 'simulator.fastify.ratio',
    says: (value) => `and ${value} times those of Fastify doing only the bare work`,
  },
];

/** Lines that go on with the one before. */
const joined = (lines: readonly string[]): readonly string[] =>
  lines.reduce<readonly string[]>(
    (all, line) =>
      line.startsWith('and ') ? [...all.slice(0, -1), `${all.at(-1)} ${line}`] : [...all, line],
    [],
  );

/** A few figures with date, machine and ratio; nothing where nothing was measured. */
export function quoteOf(results: readonly Results[]): string {
  const values = valuesOf(results);
  const machine = results[0]?.machine;
  if (machine === undefined) return '';
  const { date, cpu, cores, node } = machine;
  const lines = QUOTED.flatMap(({ value, says }) => {
    const measured = values[value];
    return measured === undefined || !Number.isFinite(measured) ? [] : [says(figure(measured))];
  });
  return [
    `Measured on ${date} (${cpu}, ${cores} cores, Node.js ${node}); \`npm run bench\` and \`npm run bench:rivals\` repeat it. [The report](reports/bench/README.md)`,
    `holds ${BUDGETS.length} budgets, met or missed, and the rivals one by one:`,
    '',
    ...joined(lines).map((line) => `- ${line.replace(/,$/, '')}`),
  ].join('\n');
}

/** A README with the quote of these results between its marks. */
export function withQuote(readme: string, results: readonly Results[]): string {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return readme;
  return `${before}${BEGIN}\n${quoteOf(results)}\n${END}${after}`;
}
