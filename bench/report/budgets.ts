/** What was promised, as data: each budget names the value that meets or misses it. */
import { figure, type Table } from './outcome.ts';

export interface Budget {
  readonly area: 'suite' | 'own suites' | 'fuzzer' | 'simulator' | 'judge' | 'growth';
  readonly title: string;
  /** The name of a value. */
  readonly value: string;
  /** The largest or the smallest value that meets it. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  /** Left out: a ratio. */
  readonly unit?: 's' | 'MB' | 'MiB';
}

export const BUDGETS: readonly Budget[] = [
  { area: 'suite', title: 'embedded, wall clock', value: 'suite.wall', goal: { atMost: 1.8 }, unit: 's' },
  { area: 'suite', title: 'embedded, CPU', value: 'suite.cpu', goal: { atMost: 3 }, unit: 's' },
  { area: 'suite', title: 'embedded, peak memory', value: 'suite.peak', goal: { atMost: 140 }, unit: 'MiB' },
  { area: 'suite', title: 'one case, CPU', value: 'one-case.cpu', goal: { atMost: 0.3 }, unit: 's' },
  {
    area: 'suite',
    title: '50 ms away, 16 at once, beside the ideal',
    value: 'latency.50.16.ratio',
    goal: { atMost: 1.25 },
  },
  {
    area: 'suite',
    title: '50 ms away, 64 at once, beside the ideal',
    value: 'latency.50.64.ratio',
    goal: { atMost: 1.6 },
  },
  {
    area: 'suite',
    title: '50 ms away, as many at once as the target bears',
    value: 'latency.50.auto.wallS',
    goal: { atMost: 14 },
    unit: 's',
  },
  {
    area: 'suite',
    title: '200 ms away, as many at once as the target bears',
    value: 'latency.200.auto.wallS',
    goal: { atMost: 45 },
    unit: 's',
  },
  {
    area: 'own suites',
    title: '200 plain cases beside pactum',
    value: 'plain.pactum.ratio',
    goal: { atMost: 1.6 },
  },
  {
    area: 'own suites',
    title: '200 plain cases beside the fastest tool that reads its requests from a file',
    value: 'plain.declarative.ratio',
    goal: { atMost: 1 },
  },
  {
    area: 'own suites',
    title: 'CPU of one more case beside the undici loop',
    value: 'marginal.cpu.ratio',
    goal: { atMost: 4 },
  },
  {
    area: 'own suites',
    title: 'peak memory of 100,000 cases beside that of 1,000',
    value: 'growth.cases.memory',
    goal: { atMost: 3 },
  },
  {
    area: 'fuzzer',
    title: 'pace beside a bare undici loop with the same requests',
    value: 'fuzzer.ratio',
    goal: { atLeast: 0.4 },
  },
  {
    area: 'fuzzer',
    title: 'peak memory of three times as many requests',
    value: 'fuzzer.peak.growth',
    goal: { atMost: 1.2 },
  },
  {
    area: 'simulator',
    title: 'requests per CPU second beside bare node:http, all defaults on',
    value: 'simulator.ratio',
    goal: { atLeast: 0.9 },
  },
  {
    area: 'simulator',
    title: 'the same with a million players, beside a bare server with a Map',
    value: 'million.ratio',
    goal: { atLeast: 0.9 },
  },
  {
    area: 'simulator',
    title: 'first reply beside the bare server',
    value: 'first-reply.ratio',
    goal: { atMost: 2 },
  },
  {
    area: 'simulator',
    title: 'requests per CPU second with oversize bodies beside without',
    value: 'oversize.ratio',
    goal: { atLeast: 0.9 },
  },
  {
    area: 'judge',
    title: 'HAR in a CPU second, of 40,000 exchanges that repeat',
    value: 'judge.40000.rate',
    goal: { atLeast: 20 },
    unit: 'MB',
  },
  {
    area: 'judge',
    title: 'peak memory, whatever the size',
    value: 'judge.peak',
    goal: { atMost: 300 },
    unit: 'MiB',
  },
  {
    area: 'growth',
    title: 'slope of CPU by cases (1 is linear)',
    value: 'growth.cases.slope',
    goal: { atMost: 1.15 },
  },
  {
    area: 'growth',
    title: 'slope of CPU by findings',
    value: 'growth.findings.slope',
    goal: { atMost: 1.15 },
  },
  {
    area: 'growth',
    title: 'slope of CPU by declared players',
    value: 'growth.world.slope',
    goal: { atMost: 1.15 },
  },
];

export type BudgetState = 'met' | 'missed' | 'not measured';

export function stateOf({ value, goal }: Budget, values: Readonly<Record<string, number>>): BudgetState {
  const measured = values[value];
  if (measured === undefined || !Number.isFinite(measured)) return 'not measured';
  return ('atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast) ? 'met' : 'missed';
}

/** Every budget: goal, measured, met or missed. */
export function budgetTable(values: Readonly<Record<string, number>>): Table {
  return {
    title: 'Budgets',
    head: ['of', 'budget', 'goal', 'measured', ''],
    rows: BUDGETS.map((budget) => {
      const { area, title, value, goal, unit = '' } = budget;
      const withUnit = (text: string): string => `${text} ${unit}`.trim();
      const [word, bound] = 'atMost' in goal ? ['at most', goal.atMost] : ['at least', goal.atLeast];
      const state = stateOf(budget, values);
      const measured = state === 'not measured' ? '-' : withUnit(figure(values[value] ?? Number.NaN));
      return [area, title, withUnit(`${word} ${bound}`), measured, state];
    }),
  };
}
