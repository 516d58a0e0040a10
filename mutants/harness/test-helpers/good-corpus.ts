/** The corpus that a run keeps against the simulator without a defect. */
import { inProcess } from '../../../simulator/in-process.ts';
import { simulatorOptionsOf } from '../../../src/embedded/simulated-file.ts';
import type { CorpusEntry } from '../../../src/fuzz/campaign/corpus-entry.ts';
import { CorpusKeeper } from '../../../src/fuzz/campaign/corpus-keeper.ts';
import { fuzz } from '../../../src/fuzz/fuzz.ts';
import { fuzzInputsOf } from '../../../src/fuzz/trials/fuzz-inputs.ts';
import { inProcessTransport } from '../../../src/transport/raw/in-process.ts';
import type { Bench } from '../bench.ts';
import { FUZZ_SETTINGS } from '../fuzz-mutant.ts';

/** What a run of this many requests keeps. */
export async function goodCorpus(bench: Bench, seed: number, runs: number): Promise<readonly CorpusEntry[]> {
  const { world, extensions, provoke: provocations } = bench.file;
  const inputs = fuzzInputsOf({ world, extensions, provocations, dialect: bench.dialect }, true);
  const corpus = new CorpusKeeper([], inputs);
  await fuzz({
    ...FUZZ_SETTINGS,
    inputs,
    corpus,
    transport: inProcessTransport(inProcess(simulatorOptionsOf(bench.served)), {
      secretStore: bench.secretStore,
    }),
    target: 'the simulator',
    seed,
    runs,
    signal: new AbortController().signal,
  });
  return corpus.entries;
}
