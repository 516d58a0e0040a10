import { expect, test } from 'vitest';
import { MUTANTS } from './defects/mutants.ts';
import { benchOf, factsOf, forEachMutant, type Bench } from './harness/bench.ts';
import { runMutant, type MutantOutcome } from './harness/run-mutant.ts';
import { recordedKillers } from '../test/net/recorded-killers.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import { quickOf } from '../src/cases/plan/quick.ts';

const file = readTargetFile('fixtures/world.yaml', {});
const bench: Bench = {
  ...benchOf(file, expand(loadSuite(['suites'])), completeDialect(file.dialectAnswers)),
  killers: recordedKillers(),
};

const hunted = (mutants: typeof MUTANTS, on: Bench): Promise<readonly MutantOutcome[]> => {
  const { signal } = new AbortController();
  return forEachMutant({
    mutants,
    work: (mutant) => runMutant(mutant, on, signal),
    emit: () => {},
    signal,
  });
};

/** One defect in so many: the whole table is that of `npm run net kills`. */
const TENTH = MUTANTS.filter(({ fuzz }, at) => fuzz === true || at % 10 === 0);

test(
  'a tenth of the defects is detected by a finding of their clause, except those left to the fuzzer',
  { timeout: 900_000 },
  async () => {
    const outcomes = await hunted(TENTH, bench);
    const alive = outcomes.filter(({ kill }) => kill === undefined);
    const left = TENTH.filter(({ fuzz }) => fuzz === true);
    expect(alive.map(({ mutant }) => mutant.name)).toEqual(left.map(({ name }) => name));
  },
);

/** One defect in this many. */
const EACH = 10;

test(
  'the selection of `run --quick` fails or warns for at least 93 % of the defects',
  { timeout: 600_000 },
  async () => {
    const instances = quickOf(bench.instances, factsOf(file, bench.dialect));
    const outcomes = await hunted(
      MUTANTS.filter(({ fuzz }, at) => at % EACH === 0 && fuzz !== true),
      { ...bench, instances },
    );
    const noticed = outcomes.filter((each) => (each.kill ?? each.noticed) !== undefined);
    expect(noticed.length / outcomes.length).toBeGreaterThanOrEqual(0.93);
  },
);
