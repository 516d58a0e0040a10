/** With what a run against a right backend kept, each mutant that only fuzzing finds is found within two seconds: counted in requests. */
import { describe, expect, test } from 'vitest';
import { completeDialect } from '../../src/dialect/dialect.ts';
import { readTargetFile } from '../../src/config/target-file/read-target-file.ts';
import { MUTANTS } from '../defects/mutants.ts';
import { benchOf } from './bench.ts';
import { fuzzMutant } from './fuzz-mutant.ts';
import { goodCorpus } from './test-helpers/good-corpus.ts';

const file = readTargetFile('fixtures/world.yaml', {});
const bench = benchOf(file, [], completeDialect(file.dialectAnswers));
const { signal } = new AbortController();

/** A good run: half a minute on two cores. */
const GOOD_RUN = 100_000;
/** Half of what two cores with nothing else to do send over sockets in two seconds. */
const TWO_SECONDS = 2000;

describe('with the corpus of a run', () => {
  const kept = goodCorpus(bench, 1, GOOD_RUN);

  test.each(MUTANTS.filter(({ fuzz }) => fuzz === true))(
    '$name is found',
    { timeout: 600_000 },
    async (mutant) => {
      // A part of the budget is kept for what is found: it is not to end the run before.
      const run = { seed: 101, runs: 3 * TWO_SECONDS, after: TWO_SECONDS, signal };
      const { own } = await fuzzMutant(mutant, bench, { ...run, corpus: await kept });
      expect(own?.requests).toBeLessThanOrEqual(TWO_SECONDS);
    },
  );
});
