/** `npm run mutants`: whether the suite, or fuzzing alone, notices every seeded defect by a finding of the right clause. */
import { parseArgs } from 'node:util';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { completeDialect, partialDialect } from '../src/spec/dialect/dialect.ts';
import { TagproofError } from '../src/base/errors.ts';
import { DEFAULT_SUITE, CONFORMANCE_WORLD } from '../src/base/package-paths.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import type { Mutant } from './defects/mutant.ts';
import { type Bench, benchOf, forEachMutant, TARGET_FILES, targetFileNamed } from './harness/bench.ts';
import { chooseMutants } from './harness/choose.ts';
import { fuzzMutant, type FuzzMutantOutcome } from './harness/fuzz-mutant.ts';
import { findsEnough, fuzzRowWriter, fuzzTableEnd } from './harness/fuzz-table.ts';
import { endingOf, rowWriter, tableEnd } from './harness/kill-table.ts';
import { runMutant } from './harness/run-mutant.ts';

/** The options of the script. */
const OPTIONS = {
  only: { type: 'string', multiple: true },
  fuzz: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '300000' },
  'target-file': { type: 'string', default: 'full' },
} as const;

/** After the first finding this many more requests are sent, to find one of the mutant's own clause. */
const AFTER = 2000;

function isTargetFile(name: string): name is keyof typeof TARGET_FILES {
  return Object.hasOwn(TARGET_FILES, name);
}

/** The suite beside the shipped world, of which a small target file tells it little. */
function benchFor(targetFile: string): Bench {
  if (!isTargetFile(targetFile))
    throw new TagproofError('usage', `--target-file: one of ${Object.keys(TARGET_FILES).join(', ')}`);
  const served = readTargetFile(CONFORMANCE_WORLD, {});
  const little = targetFileNamed(targetFile);
  const dialect =
    little === undefined ? completeDialect(served.dialectAnswers) : partialDialect(little.dialectAnswers);
  return benchOf(little ?? served, expand(loadSuite([DEFAULT_SUITE])), dialect, served);
}

interface Hunt {
  readonly mutants: readonly Mutant[];
  readonly bench: Bench;
  readonly write: (text: string) => void;
}

const signal = new AbortController().signal;

/** Prints the kill table; false where a mutant survives that is not left to the fuzzer. */
async function bySuite({ mutants, bench, write }: Hunt): Promise<boolean> {
  const began = performance.now();
  const row = rowWriter(mutants);
  const outcomes = await forEachMutant({
    mutants,
    work: (mutant) => runMutant(mutant, bench, signal),
    emit: (outcome) => write(row(outcome)),
    signal,
  });
  write(tableEnd(outcomes, performance.now() - began));
  return outcomes.every((outcome) => endingOf(outcome) !== 'survived');
}

/** One mutant after the other: each has the machine for itself, so that the times in the table say something. */
async function byFuzzing(
  { mutants, bench, write }: Hunt,
  options: { readonly seed: number; readonly runs: number },
): Promise<boolean> {
  const began = performance.now();
  const row = fuzzRowWriter(mutants);
  const outcomes: FuzzMutantOutcome[] = [];
  for (const mutant of mutants) {
    const outcome = await fuzzMutant(mutant, bench, { ...options, after: AFTER, signal });
    outcomes.push(outcome);
    write(row(outcome));
  }
  write(fuzzTableEnd(outcomes, performance.now() - began));
  return findsEnough(outcomes);
}

/** Hunts the mutants that the words name and prints a table; whether all that should be noticed were. */
export async function hunt(words: readonly string[], write: (text: string) => void): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: OPTIONS });
  const { only = [], fuzz, seed, runs, 'target-file': targetFile } = values;
  const work: Hunt = { mutants: chooseMutants(only), bench: benchFor(targetFile), write };
  return fuzz ? byFuzzing(work, { seed: Number(seed), runs: Number(runs) }) : bySuite(work);
}
