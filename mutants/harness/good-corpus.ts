/** The corpus that a run keeps against the simulator without a defect. */
import { inProcess } from '../../simulator/in-process.ts';
import { simulatorOptionsOf } from '../../src/embedded/simulated-file.ts';
import type { CorpusEntry } from '../../src/fuzz/corpus/corpus-entry.ts';
import { CorpusKeeper } from '../../src/fuzz/corpus/corpus-keeper.ts';
import { PROPERTY_NAMES } from '../../src/fuzz/execute/properties.ts';
import { fuzz } from '../../src/fuzz/fuzz.ts';
import { materialOf } from '../../src/fuzz/generate/material.ts';
import { PHASE_NAMES } from '../../src/fuzz/generate/phases.ts';
import { inProcessTransport } from '../../src/transport/in-process.ts';
import type { Bench } from './bench.ts';

const CONCURRENCY = 16;

/** What a run of so many requests keeps. */
export async function goodCorpus(bench: Bench, seed: number, runs: number): Promise<readonly CorpusEntry[]> {
  const { world, extensions, provoke: provocations } = bench.file;
  const material = materialOf({ world, extensions, provocations, dialect: bench.dialect }, true);
  const corpus = new CorpusKeeper([], material);
  await fuzz({
    material,
    corpus,
    transport: inProcessTransport(inProcess(simulatorOptionsOf(bench.served)), {
      secretStore: bench.secretStore,
    }),
    mask: (text) => text,
    target: 'the simulator',
    seed,
    phases: PHASE_NAMES,
    properties: PROPERTY_NAMES,
    concurrency: CONCURRENCY,
    runs,
    timeMs: undefined,
    rate: undefined,
    signal: new AbortController().signal,
  });
  return corpus.entries;
}
