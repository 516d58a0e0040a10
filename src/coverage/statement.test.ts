/** The committed statement agrees with a run of today, and every clause has a case. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../../test/test-helpers/in-process-run.ts';
import { completeDialect } from '../dialect/dialect.ts';
import { expand } from '../suite/format/instance.ts';
import { loadSuite } from '../suite/format/load-suite.ts';
import { readTargetFile } from '../config/target-file/read-target-file.ts';
import { cellsOf, coverageOf, type Coverage } from './coverage.ts';
import { figuresBeside, type Figures } from './figures.ts';
import { statement, type StatementFacts } from './statement.ts';

const FILE = 'reports/statement.md';
const cases = loadSuite(['suites']);
const instances = expand(cases);

let facts: StatementFacts;
let coverage: Coverage;
beforeAll(async () => {
  const served = readTargetFile('fixtures/world.yaml', {});
  const run = await runInProcess({ instances, served, dialect: completeDialect(served.dialectAnswers) });
  coverage = coverageOf(instances, run.cases);
  facts = {
    target: 'the embedded simulator',
    totals: run.totals,
    written: cases.length,
    expanded: instances.length,
    coverage,
    figures: figuresBeside(FILE),
  };
}, 60_000);

test('no clause is uncovered on any endpoint', () => {
  const uncovered = cellsOf(coverage).filter(({ status }) => status === 'no case');
  expect(uncovered.map(({ clause, endpoint }) => `${clause} on ${endpoint}`)).toEqual([]);
});

test('every clause is verified on every endpoint of the simulator', () => {
  const others = cellsOf(coverage).filter(({ status }) => status !== 'verified');
  expect(others.map(({ clause, endpoint, status }) => `${status}: ${clause} on ${endpoint}`)).toEqual([]);
});

test('the committed statement is up to date; otherwise: npm run statement', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(statement(facts));
});

describe('the numbers', () => {
  const MEASURED: Figures = {
    mutants: { seeded: 60, noticedBySuite: 58, noticedByFuzzing: 2 },
    conformant: {
      dialects: { checked: 40, accused: 0 },
      pairs: 4000,
      independent: { checked: 3, accused: 1 },
    },
  };
  const rows = (figures: Figures): readonly string[] =>
    statement({ ...facts, figures })
      .split('\n')
      .filter((line) => line.startsWith('| How many '));

  test('are printed as measured', () => {
    expect(rows(MEASURED)).toEqual([
      '| How many simulators with a seeded defect are noticed? | 58 of 60 by the suite; 2 of the others by fuzzing |',
      '| How many simulators of another dialect (all 4000 pairs of their choices) are accused of anything? | 0 of 40 |',
      '| How many independent conformant backends are accused of anything? | 1 of 3 |',
    ]);
  });

  test('are not printed if they were not measured', () => {
    const none: Figures = {
      mutants: null,
      conformant: { dialects: null, pairs: null, independent: null },
    };
    for (const row of rows(none)) expect(row).toMatch(/\| not measured yet \|$/);
  });
});
