/** `tagproof mutants`: whether the suite notices every seeded defect, by a finding of the right clause. */
import type { Mutant } from '../../../simulator/mutants/mutant.ts';
import { believed, settled } from '../../dialect/dialect.ts';
import { expand } from '../../suite/instance.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { readTargetFile } from '../../target/read-target-file.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { forEachMutant } from '../mutants/all-mutants.ts';
import { benchOf, type Bench } from '../mutants/bench.ts';
import { chooseMutants } from '../mutants/choose.ts';
import { fuzzHunt, type FuzzFate } from '../mutants/fuzz-hunt.ts';
import { findsEnough, fuzzRowWriter, fuzzTableEnd } from '../mutants/fuzz-table.ts';
import { hunt, type Fate } from '../mutants/hunt.ts';
import { endingOf, rowWriter, tableEnd } from '../mutants/kill-table.ts';
import { matrixRow, matrixText, worthOf, worthText, type MatrixRow } from '../mutants/matrix.ts';
import { DEFAULT_SUITE, DEFAULT_WORLD } from '../package-root.ts';

export interface MutantsCommand {
  /** The whole matrix: every case against every mutant, met as a backend whose choices nobody knows. */
  readonly full?: boolean;
  /** No case is run: what does fuzzing alone find? */
  readonly fuzz?: boolean;
  /** The seed of `fuzz`. */
  readonly seed?: number;
  /** Milliseconds that `fuzz` has for each mutant. */
  readonly time?: number;
  /** Globs over the names and clauses of mutants. */
  readonly only?: readonly string[];
  readonly suite?: readonly string[];
  readonly world?: string;
}

function benchFor({ full, suite, world }: MutantsCommand, { env }: Io): Bench {
  const file = readTargetFile(world ?? DEFAULT_WORLD, env);
  const instances = expand(loadSuite(suite ?? [DEFAULT_SUITE]));
  const dialect = full === true ? believed(file.dialectAnswers) : settled(file.dialectAnswers);
  return benchOf(file, instances, dialect);
}

interface Work {
  readonly mutants: readonly Mutant[];
  readonly bench: Bench;
  readonly signal: AbortSignal;
  readonly io: Io;
}

function huntAll({ mutants, bench, signal, io }: Work): Promise<readonly Fate[]> {
  const row = rowWriter(mutants);
  return forEachMutant({
    mutants,
    work: (mutant) => hunt(mutant, bench, signal),
    tell: (fate) => io.out.write(row(fate)),
    signal,
  });
}

const asFate = ({ mutant, kills: [kill], others: [other] }: MatrixRow): Fate => ({
  mutant,
  kill,
  noticed: kill ?? other,
});

async function fullMatrix({ mutants, bench, signal, io }: Work): Promise<readonly Fate[]> {
  const rows = await forEachMutant({
    mutants,
    work: (mutant) => matrixRow(mutant, bench, signal),
    tell: (row) => io.out.write(matrixText(row)),
    signal,
  });
  const written = new Set(bench.instances.map(({ from }) => from.written.id));
  io.out.write(worthText(worthOf([...written], rows)));
  return rows.map(asFate);
}

/** So long one of the mutant's own clause is waited for when something was found. */
const AFTER_MS = 500;
const FUZZ_TIME_MS = 20_000;

/** One mutant after the other: each has the machine for itself, so that a time says something. */
async function fuzzAll(
  { mutants, bench, signal, io }: Work,
  { seed = 1, time }: MutantsCommand,
): Promise<readonly FuzzFate[]> {
  const row = fuzzRowWriter(mutants);
  const settings = { seed, timeMs: time ?? FUZZ_TIME_MS, afterMs: AFTER_MS, signal };
  const fates: FuzzFate[] = [];
  for (const mutant of mutants) {
    const fate = await fuzzHunt(mutant, bench, settings);
    if (signal.aborted) break;
    fates.push(fate);
    io.out.write(row(fate));
  }
  return fates;
}

/** `--fuzz`: exit 1 where fuzzing alone finds too little. */
async function fuzzMutants(work: Work, options: MutantsCommand): Promise<Exit> {
  const began = performance.now();
  const fates = await fuzzAll(work, options);
  work.io.out.write(fuzzTableEnd(fates, performance.now() - began));
  if (work.signal.aborted) return EXIT.interrupted;
  return findsEnough(fates) ? EXIT.ok : EXIT.broken;
}

/** Hunts the mutants and prints the kill table. A survivor that is not left to the fuzzer is exit 1. */
export async function mutantsCommand(options: MutantsCommand, io: Io): Promise<Exit> {
  const began = performance.now();
  const interrupt = new AbortController();
  io.onInterrupt(() => interrupt.abort());
  const { signal } = interrupt;
  const work: Work = { mutants: chooseMutants(options.only ?? []), bench: benchFor(options, io), signal, io };
  if (options.fuzz === true) return fuzzMutants(work, options);
  const fates = options.full === true ? await fullMatrix(work) : await huntAll(work);
  io.out.write(tableEnd(fates, performance.now() - began));
  if (signal.aborted) return EXIT.interrupted;
  return fates.some((fate) => endingOf(fate) === 'survived') ? EXIT.broken : EXIT.ok;
}
