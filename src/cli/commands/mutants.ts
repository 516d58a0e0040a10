/** `tagproof mutants`: whether the suite notices every seeded defect, by a finding of the right clause. */
import { instancesIn } from '../session/suite.ts';
import type { Mutant } from '../../../mutants/defects/mutant.ts';
import { partialDialect, completeDialect } from '../../dialect/dialect.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import {
  type Bench,
  benchOf,
  factsOf,
  forEachMutant,
  targetFileNamed,
} from '../../../mutants/harness/bench.ts';
import { chooseMutants } from '../../../mutants/harness/choose.ts';
import {
  classTable,
  endingOf,
  noticedShare,
  QUICK_SHARE,
  rowWriter,
  tableEnd,
} from '../../../mutants/harness/kill-table.ts';
import { fuzzMutant, type FuzzMutantOutcome } from '../../../mutants/harness/fuzz-mutant.ts';
import { findsEnough, fuzzRowWriter, fuzzTableEnd } from '../../../mutants/harness/fuzz-table.ts';
import { runMutant, type MutantOutcome } from '../../../mutants/harness/run-mutant.ts';
import {
  matrixRow,
  matrixText,
  worthOf,
  worthText,
  type MatrixRow,
} from '../../../mutants/harness/matrix.ts';
import {
  killsEnough,
  littleRowWriter,
  littleTableEnd,
  type LittleTargetOutcome,
} from '../../../mutants/harness/little-table.ts';
import { observabilityOf } from '../../../mutants/harness/observable.ts';
import { quickOf } from '../../suite/plan/quick.ts';
import { DEFAULT_WORLD } from '../../package-paths.ts';

type MutantsCommand = CommandOptions<'mutants'>;

async function benchFor(options: MutantsCommand, { env }: Io): Promise<Bench> {
  const { full, world, targetFile = 'full' } = options;
  const served = readTargetFile(world ?? DEFAULT_WORLD, env);
  const file = targetFileNamed(targetFile);
  const dialect =
    file !== undefined || full === true
      ? partialDialect((file ?? served).dialectAnswers)
      : completeDialect(served.dialectAnswers);
  const all = await instancesIn(options);
  const instances = options.quick === true ? quickOf(all, factsOf(file ?? served, dialect)) : all;
  return benchOf(file ?? served, instances, dialect, served);
}

interface Work {
  readonly mutants: readonly Mutant[];
  readonly bench: Bench;
  readonly signal: AbortSignal;
  readonly io: Io;
}

function runAllMutants({ mutants, bench, signal, io }: Work): Promise<readonly MutantOutcome[]> {
  const row = rowWriter(mutants);
  return forEachMutant({
    mutants,
    work: (mutant) => runMutant(mutant, bench, signal),
    emit: (mutantOutcome) => io.out.write(row(mutantOutcome)),
    signal,
  });
}

/** Hunts with a file that declares little, and checks for each survivor whether it could be noticed at all. */
async function runWithLittle(work: Work, options: MutantsCommand, io: Io): Promise<Exit> {
  const { bench, signal } = work;
  const { targetFile: _, ...whole } = options;
  const full = await benchFor({ ...whole, full: true }, io);
  const began = performance.now();
  const row = littleRowWriter(work.mutants);
  const mutantOutcomes = await forEachMutant({
    mutants: work.mutants,
    work: async (mutant): Promise<LittleTargetOutcome> => {
      const mutantOutcome = await runMutant(mutant, bench, signal);
      const isOver = mutantOutcome.kill !== undefined || signal.aborted;
      const observability = isOver ? undefined : await observabilityOf(mutant, bench, full, signal);
      return { ...mutantOutcome, observability };
    },
    emit: (mutantOutcome) => io.out.write(row(mutantOutcome)),
    signal,
  });
  io.out.write(littleTableEnd(mutantOutcomes, performance.now() - began));
  if (signal.aborted) return EXIT.interrupted;
  return killsEnough(mutantOutcomes) ? EXIT.ok : EXIT.broken;
}

const asMutantOutcome = ({ mutant, kills: [kill], others: [other] }: MatrixRow): MutantOutcome => ({
  mutant,
  kill,
  noticed: kill ?? other,
});

async function fullMatrix({ mutants, bench, signal, io }: Work): Promise<readonly MutantOutcome[]> {
  const rows = await forEachMutant({
    mutants,
    work: (mutant) => matrixRow(mutant, bench, signal),
    emit: (row) => io.out.write(matrixText(row)),
    signal,
  });
  const written = new Set(bench.instances.map(({ from }) => from.written.id));
  io.out.write(worthText(worthOf([...written], rows)));
  return rows.map(asMutantOutcome);
}

/** After the first finding this many more requests are sent, to find one of the mutant's own clause. */
const AFTER = 2000;
const FUZZ_RUNS = 300_000;

/** One mutant after the other: each has the machine for itself, so that the times in the table say something. */
async function fuzzAll(
  { mutants, bench, signal, io }: Work,
  { seed = 1, runs = FUZZ_RUNS }: MutantsCommand,
): Promise<readonly FuzzMutantOutcome[]> {
  const row = fuzzRowWriter(mutants);
  const settings = { seed, runs, after: AFTER, signal };
  const mutantOutcomes: FuzzMutantOutcome[] = [];
  for (const mutant of mutants) {
    const mutantOutcome = await fuzzMutant(mutant, bench, settings);
    if (signal.aborted) break;
    mutantOutcomes.push(mutantOutcome);
    io.out.write(row(mutantOutcome));
  }
  return mutantOutcomes;
}

/** `--fuzz`: exit 1 where fuzzing alone finds too little. */
async function fuzzMutants(work: Work, options: MutantsCommand): Promise<Exit> {
  const began = performance.now();
  const mutantOutcomes = await fuzzAll(work, options);
  work.io.out.write(fuzzTableEnd(mutantOutcomes, performance.now() - began));
  if (work.signal.aborted) return EXIT.interrupted;
  return findsEnough(mutantOutcomes) ? EXIT.ok : EXIT.broken;
}

/** Hunts the mutants and prints the kill table. A survivor that is not left to the fuzzer is exit 1; with --quick, too many of them. */
export async function mutantsCommand(options: MutantsCommand, io: Io): Promise<Exit> {
  const began = performance.now();
  const signal = io.interruptSignal();
  const work: Work = {
    mutants: chooseMutants(options.only ?? []),
    bench: await benchFor(options, io),
    signal,
    io,
  };
  if (options.fuzz === true) return fuzzMutants(work, options);
  if (work.bench.file !== work.bench.served) return runWithLittle(work, options, io);
  const mutantOutcomes = options.full === true ? await fullMatrix(work) : await runAllMutants(work);
  io.out.write(classTable(mutantOutcomes) + tableEnd(mutantOutcomes, performance.now() - began));
  if (signal.aborted) return EXIT.interrupted;
  if (options.quick === true) {
    const share = noticedShare(mutantOutcomes);
    io.out.write(`quick: ${(100 * share).toFixed(1)} % noticed by some finding\n`);
    return share >= QUICK_SHARE ? EXIT.ok : EXIT.broken;
  }
  return mutantOutcomes.some((mutantOutcome) => endingOf(mutantOutcome) === 'survived')
    ? EXIT.broken
    : EXIT.ok;
}
