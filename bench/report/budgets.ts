/** What was promised, as data: each budget names the value that meets or misses it. */
import { figure } from './format.ts';
import type { Table } from './outcome.ts';

export interface Budget {
  readonly area: 'runner' | 'fuzzer' | 'simulator' | 'growth';
  readonly title: string;
  /** The name of a value. */
  readonly value: string;
  /** The largest or the smallest value that meets it. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  readonly unit: '' | 's' | 'MiB' | 'bytes';
}

const ratio = (area: Budget['area'], title: string, value: string, goal: Budget['goal']): Budget => ({
  area,
  title,
  value,
  goal,
  unit: '',
});

export const BUDGETS: readonly Budget[] = [
  ratio('runner', '`--version` beside `node -e 0`', 'start-up.version.ratio', { atMost: 2.5 }),
  ratio('runner', '`--help` beside `node -e 0`', 'start-up.help.ratio', { atMost: 2.5 }),
  { area: 'runner', title: 'CPU of one case', value: 'one-case.cpu', goal: { atMost: 0.5 }, unit: 's' },
  ratio('runner', '200 plain cases beside pactum', 'plain.pactum.ratio', { atMost: 1.5 }),
  ratio('runner', '200 plain cases beside the fastest declarative rival', 'plain.declarative.ratio', {
    atMost: 0.5,
  }),
  {
    area: 'runner',
    title: 'the full suite against the embedded simulator',
    value: 'suite.wall',
    goal: { atMost: 1.2 },
    unit: 's',
  },
  {
    area: 'runner',
    title: 'peak memory of the full suite',
    value: 'suite.peak',
    goal: { atMost: 100 },
    unit: 'MiB',
  },
  ratio('runner', 'CPU of one more case beside the undici loop', 'marginal.cpu.ratio', { atMost: 1.4 }),
  ratio('runner', 'a target with 20 ms latency beside the ideal', 'latency.ratio', { atMost: 1.3 }),
  ratio('runner', 'peak memory of the most cases beside that of 1,000', 'growth.cases.memory', {
    atMost: 1.5,
  }),
  ratio('fuzzer', 'pace beside a bare undici loop with the same requests', 'fuzzer.ratio', { atLeast: 0.5 }),
  ratio('fuzzer', 'peak memory of three times as many requests', 'fuzzer.peak.growth', { atMost: 1.2 }),
  ratio('simulator', 'requests per CPU second beside bare node:http, all defaults on', 'simulator.ratio', {
    atLeast: 0.85,
  }),
  ratio('simulator', 'the same beside Fastify doing the bare work', 'simulator.fastify.ratio', {
    atLeast: 1,
  }),
  ratio('simulator', 'a million players, spread access, beside a bare server with a Map', 'million.ratio', {
    atLeast: 0.95,
  }),
  {
    area: 'simulator',
    title: 'memory of a player with three tags',
    value: 'million.bytes',
    goal: { atMost: 700 },
    unit: 'bytes',
  },
  ratio('simulator', 'first reply beside the bare server', 'first-reply.ratio', { atMost: 2 }),
  ratio('simulator', 'idle memory beside the bare server', 'idle-memory.ratio', { atMost: 1.6 }),
  ratio(
    'simulator',
    'requests per CPU second with 1,000 idle connections beside without',
    'disturbed.idle.ratio',
    { atLeast: 0.9 },
  ),
  ratio('simulator', 'requests per CPU second with slow clients beside without', 'disturbed.slow.ratio', {
    atLeast: 0.9,
  }),
  ratio(
    'simulator',
    'requests per CPU second with oversize bodies beside without',
    'disturbed.oversize.ratio',
    { atLeast: 0.9 },
  ),
  ratio('growth', 'slope of CPU by cases (1 is linear)', 'growth.cases.slope', { atMost: 1.15 }),
  ratio('growth', 'slope of CPU by findings', 'growth.findings.slope', { atMost: 1.15 }),
  ratio('growth', 'slope of CPU by declared players', 'growth.world.slope', { atMost: 1.15 }),
  ratio('growth', "slope of the simulator's first reply by players", 'growth.entities.slope', {
    atMost: 1.15,
  }),
];

export type BudgetState = 'met' | 'missed' | 'not measured';

export function stateOf({ value, goal }: Budget, values: Readonly<Record<string, number>>): BudgetState {
  const measured = values[value];
  if (measured === undefined || !Number.isFinite(measured)) return 'not measured';
  return ('atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast) ? 'met' : 'missed';
}

const withUnit = (text: string, unit: Budget['unit']): string => (unit === '' ? text : `${text} ${unit}`);

/** Every budget: goal, measured, met or missed. */
export function budgetTable(values: Readonly<Record<string, number>>): Table {
  return {
    title: 'Budgets',
    head: ['of', 'budget', 'goal', 'measured', ''],
    rows: BUDGETS.map((budget) => {
      const { area, title, value, goal, unit } = budget;
      const [word, bound] = 'atMost' in goal ? ['at most', goal.atMost] : ['at least', goal.atLeast];
      const measured = values[value];
      return [
        area,
        title,
        withUnit(`${word} ${bound}`, unit),
        measured === undefined || !Number.isFinite(measured) ? '-' : withUnit(figure(measured), unit),
        stateOf(budget, values),
      ];
    }),
  };
}
