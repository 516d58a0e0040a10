/** The corpus that a run keeps against the simulator without a defect. */
import { inProcess } from '../../../simulator/in-process.ts';
import { simulatorOptionsOf } from '../../../src/embedded/simulated-file.ts';
import type { CorpusEntry } from '../../../src/fuzz/corpus/corpus-entry.ts';
import { CorpusKeeper } from '../../../src/fuzz/corpus/corpus-keeper.ts';
import { fuzz } from '../../../src/fuzz/fuzz.ts';
import { materialOf } from '../../../src/fuzz/generate/material.ts';
import { inProcessTransport } from '../../../src/transport/in-process.ts';
import type { Bench } from '../bench.ts';
import { FUZZ_SETTINGS } from '../fuzz-settings.ts';

/** What a run of this many requests keeps. */
export async function goodCorpus(bench: Bench, seed: number, runs: number): Promise<readonly CorpusEntry[]> {
  const { world, extensions, provoke: provocations } = bench.file;
  const material = materialOf({ world, extensions, provocations, dialect: bench.dialect }, true);
  const corpus = new CorpusKeeper([], material);
  await fuzz({
    ...FUZZ_SETTINGS,
    material,
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
