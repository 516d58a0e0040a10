/** The figures that the README quotes, between two marks; `npm run bench` writes them with the report. */
import { BUDGETS } from './budgets.ts';
import { figure } from './format.ts';
import { valuesOf, type Results } from './results.ts';

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
    values: ['simulator.ratio', 'simulator.fastify.ratio'],
    says: (bare, fastify) =>
      `the simulator with every default on: ${bare} of the requests per CPU second of a bare node:http server, ${fastify} times those of Fastify doing only the bare work`,
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
