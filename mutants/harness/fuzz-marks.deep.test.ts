/** A mark is not an excuse: what is left to the fuzzer, the fuzzer finds, whichever seed it has. */
import { expect, test } from 'vitest';
import { MUTANTS } from '../defects/mutants.ts';
import { completeDialect } from '../../src/spec/dialect/dialect.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { benchOf } from './bench.ts';
import { fuzzMutant } from './fuzz-mutant.ts';

const file = readTargetFile('fixtures/world.yaml', {});
const bench = benchOf(file, [], completeDialect(file.dialectAnswers));
const { signal } = new AbortController();
/** A bound of requests: what is found does not depend on how fast the machine is. */
const RUNS = 300_000;

/** The net has the first seed. */
const seed = 2;

test.each(MUTANTS.filter(({ fuzz }) => fuzz === true))(
  '$name is found by a finding of its own clause',
  { timeout: 600_000 },
  async (mutant) => {
    const { own } = await fuzzMutant(mutant, bench, { seed, runs: RUNS, after: RUNS, signal });
    expect(own).toBeDefined();
  },
);
