/** What kills each mutant: the first case with a finding of its clause, or the fuzzer. */
import { MUTANTS } from '../../mutants/defects/mutants.ts';
import type { Mutant } from '../../mutants/defects/mutant.ts';
import { type Bench, benchOf, forEachMutant } from '../../mutants/harness/bench.ts';
import { fuzzMutant } from '../../mutants/harness/fuzz-mutant.ts';
import { runMutant } from '../../mutants/harness/run-mutant.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { completeDialect } from '../../src/spec/dialect/dialect.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';
import type { Details } from './record.ts';

const { signal } = new AbortController();
/** As `mutants/harness/fuzz-marks.deep.test.ts` has it. */
const RUNS = 300_000;
/** Mutants that count requests or remember the one before: which case meets the one that is wrong depends on which request comes first. */
const BY_ORDER = /-at-times$|^(?:crowd-gets-neighbours-answer|rate-shared-by-keys|text-behind-body-kept)$/;

async function killOf(mutant: Mutant, bench: Bench): Promise<string> {
  const { kill } = await runMutant(mutant, bench, signal);
  if (kill !== undefined) {
    const { clause, kind } = kill.finding;
    return BY_ORDER.test(mutant.name) ? `${clause} ${kind}` : `${clause} ${kind} ${kill.caseId}`;
  }
  if (mutant.fuzz !== true) return 'survived';
  const { own } = await fuzzMutant(mutant, bench, { seed: 1, runs: RUNS, after: RUNS, signal });
  return own === undefined ? 'survived, also the fuzzer' : `fuzz ${own.found.finding.clause}`;
}

export async function kills(): Promise<Details> {
  const file = readTargetFile('fixtures/world.yaml', {});
  const bench = benchOf(file, expand(loadSuite(['suites'])), completeDialect(file.dialectAnswers));
  const results = await forEachMutant({
    mutants: MUTANTS,
    work: async (mutant) => [mutant.name, await killOf(mutant, bench)] as const,
    emit: () => {},
    signal,
  });
  return new Map(results);
}
