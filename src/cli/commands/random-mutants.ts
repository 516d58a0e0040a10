/** `tagproof mutants --random`: whether suite and fuzzer notice mutants of the simulator's own source. */
import { withRandomMutants } from '../../coverage/figures.ts';
import { rewrite } from '../../file-in-place.ts';
import { plural } from '../../text/plural.ts';
import { readSource } from '../../config/yaml/read-source.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { EQUIVALENTS } from '../../../mutants/random/equivalents-register.ts';
import {
  randomCountsOf,
  randomEndingOf,
  type RandomMutantOutcome,
} from '../../../mutants/random/random-mutant-outcome.ts';
import { runAllRandomMutants } from '../../../mutants/random/run-all-random.ts';
import { instrumentSimulator } from '../../../mutants/random/instrument.ts';
import { randomJson, randomRow, randomTableEnd } from '../../../mutants/random/random-table.ts';
import { sampleOf } from '../../../mutants/random/sample.ts';
import { settingsFor } from '../../../mutants/random/settings.ts';
import { toolsFrom } from '../../../mutants/random/tools.ts';
import { DEFAULT_SUITE, DEFAULT_WORLD } from '../../package-paths.ts';

export interface RandomMutantsCommand {
  /** How many mutants are drawn. */
  readonly random: number;
  readonly seed?: number;
  /** Requests of the fuzzer with each of its seeds. */
  readonly runs?: number;
  readonly json?: boolean;
  /** A file of figures that gets the result. */
  readonly figures?: string;
  readonly suite?: readonly string[];
  readonly world?: string;
}

const FUZZ_SEEDS = [1, 2, 3];
const FUZZ_RUNS = 20_000;

function writeFigures(file: string, seed: number, mutantOutcomes: readonly RandomMutantOutcome[]): void {
  const { sampled, run, fuzz, equivalent } = randomCountsOf(mutantOutcomes);
  const result = { seed, sampled, killed: run + fuzz, equivalent };
  const text = withRandomMutants(readSource(file).text, file, result);
  rewrite(file, text);
}

/** Exit 1 where a mutant is missed. */
export async function randomMutantsCommand(options: RandomMutantsCommand, io: Io): Promise<Exit> {
  const { random, seed = 1, runs = FUZZ_RUNS, json = false } = options;
  const began = performance.now();
  const signal = io.interruptSignal();
  const [world, suite] = [options.world ?? DEFAULT_WORLD, options.suite ?? [DEFAULT_SUITE]];
  const settings = settingsFor(readTargetFile(world, {})).length;
  const { bundles, mutants } = await instrumentSimulator(await toolsFrom());
  const emit = (mutantOutcome: RandomMutantOutcome): void =>
    json ? undefined : io.out.write(randomRow(mutantOutcome));
  const mutantOutcomes = await runAllRandomMutants({
    data: { bundles, world, suite },
    sample: sampleOf(mutants, random, seed),
    settings,
    bounds: { seeds: FUZZ_SEEDS, runs },
    table: EQUIVALENTS,
    signal,
    emit,
    begin: (pass, left) => io.err.write(`${pass}: ${plural(left, 'mutant')}\n`),
  });
  const ms = performance.now() - began;
  io.out.write(
    json ? randomJson(mutantOutcomes, { seed, of: mutants.length }) : randomTableEnd(mutantOutcomes, ms),
  );
  if (signal.aborted) return EXIT.interrupted;
  if (options.figures !== undefined) writeFigures(options.figures, seed, mutantOutcomes);
  return mutantOutcomes.some((mutantOutcome) => randomEndingOf(mutantOutcome) === 'missed')
    ? EXIT.broken
    : EXIT.ok;
}
