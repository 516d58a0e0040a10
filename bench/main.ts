/**
 * `npm run bench` and `npm run bench:rivals`: measures, prints the tables, writes the report.
 * Only a whole run replaces the committed report; a part or a quick run goes to reports/latest/bench.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { growth } from './experiments/growth.ts';
import { latency } from './experiments/latency.ts';
import { ownCases, rivalClients } from './experiments/own-cases.ts';
import { proxy } from './experiments/proxy.ts';
import { fuzzer, suite } from './experiments/requests-again.ts';
import { rivalServers, simulator } from './experiments/simulator.ts';
import { start } from './experiments/start.ts';
import { describeMachine, ROOT } from './measure/machine.ts';
import { tablesText, writePage, writeReport } from './report/page.ts';
import type { Experiment, Results, Row } from './report/rows.ts';

/** What each command measures, in its order. */
const EXPERIMENTS = {
  floors: [suite, fuzzer, ownCases, simulator, proxy, latency, growth],
  // The other lines of Node.js are installed beside the rivals.
  rivals: [rivalClients, rivalServers, start],
} as const satisfies Record<string, readonly Experiment[]>;
const COMMITTED = join(ROOT, 'reports/bench');
/** Quotes a few figures of the committed report. */
const README = join(ROOT, 'README.md');

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { values: options } = parseArgs({
  options: {
    rivals: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    report: { type: 'boolean', default: false },
  },
});
const which: keyof typeof EXPERIMENTS = options.rivals ? 'rivals' : 'floors';
const all: readonly Experiment[] = EXPERIMENTS[which];
const names = all.map(({ name }) => name);
const unknown = options.only.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`--only ${unknown.join(', ')}: one of ${names.join(', ')} is needed`);
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: a whole number from 1 on is needed');

async function measure(experiments: readonly Experiment[], folder: string): Promise<Results> {
  const began = performance.now();
  const machine = describeMachine(new Date());
  const rows: Row[] = [];
  const notes: string[] = [];
  const values: Record<string, number> = {};
  for (const { name, title, run } of experiments) {
    say(`\n== ${title} (${name})`);
    try {
      const outcome = await run({ rounds, quick: options.quick, folder, say: (line) => say(`   ${line}`) });
      rows.push(...outcome.rows);
      notes.push(...(outcome.notes ?? []));
      Object.assign(values, outcome.values);
    } catch (error) {
      notes.push(`${title} was not measured: ${(error as Error).message}`);
    }
  }
  const tookS = (performance.now() - began) / 1000;
  const command = `npm run bench${which === 'rivals' ? ':rivals' : ''}`;
  return { command, machine, rounds, quick: options.quick, tookS, rows, values, notes };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-bench-'));
  try {
    const some = options.only.length === 0 ? all : all.filter(({ name }) => options.only.includes(name));
    const results = await measure(some, folder);
    const whole = some === all && !options.quick;
    const out = whole ? COMMITTED : join(ROOT, 'reports/latest/bench');
    writeReport(out, which, results);
    if (whole) writePage(out, README);
    say(`\n${tablesText([results])}\n${results.notes.join('\n')}`);
    say(`${results.tookS.toFixed(0)} s; written to ${relative(process.cwd(), out)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (options.report) writePage(COMMITTED, README);
else await main();
