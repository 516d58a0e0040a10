/** Hunting one random mutant: the suite in each setting that reaches it, then generated requests. */
import { fuzz } from '../../src/fuzz/fuzz.ts';
import type { Found } from '../../src/fuzz/execute/compare.ts';
import { materialOf } from '../../src/fuzz/generate/material.ts';
import { TagproofError } from '../../src/errors.ts';
import type { CaseFinished } from '../../src/engine/events.ts';
import type { Instance } from '../../src/suite/format/instance.ts';
import type { TargetFile } from '../../src/config/target-file/target-file.ts';
import { inProcessTransport } from '../../src/transport/in-process.ts';
import { secretStoreOf } from '../../src/transport/secrets/secrets.ts';
import { simulatorOptionsOf } from '../../src/embedded/simulated-file.ts';
import { benchOf, onSocket, runAgainst, type Bench, type MutantTarget } from '../harness/bench.ts';
import type { Kill } from './random-mutant-outcome.ts';
import type { Setting } from './settings.ts';
import { USER_AGENT } from '../../src/suite/plan/valid-request.ts';
import { beginRequest, reached, type CopyMaker, type Reached, type SimulatorCopy } from './simulator-copy.ts';
import { FUZZ_SETTINGS } from '../harness/fuzz-settings.ts';

/** What all hunts of one thread share. */
export interface Ground {
  readonly maker: CopyMaker;
  readonly file: TargetFile;
  readonly instances: readonly Instance[];
  /** Called with what is done now. */
  readonly doing: (what: string) => void;
  /** Called before each request. */
  readonly alive: () => void;
}

/** `tagproof/0.1.0 (id/one-short@group.admin)` names the case that sends a request. */
const CASE = /\(([^)]+)\)$/;

function caseOf(headers: readonly (readonly [name: string, value: string])[]): string | undefined {
  const agent = headers.find(([name]) => name === USER_AGENT)?.[1];
  return agent === undefined ? undefined : CASE.exec(agent)?.[1];
}

async function open(copy: SimulatorCopy, { file, alive }: Ground, setting: Setting): Promise<MutantTarget> {
  const secretStore = secretStoreOf(file.secrets);
  const options = {
    ...simulatorOptionsOf(file),
    store: copy.storeOf(file.world, file.secrets),
    dialect: setting.dialect,
    ...setting.simulator,
  };
  const { name } = setting;
  if (!setting.socket) {
    const answer = copy.inProcess(options);
    const transport = inProcessTransport(
      (request) => {
        beginRequest(caseOf(request.headers));
        alive();
        return answer(request);
      },
      { secretStore },
    );
    return { name, transport, close: () => transport.close() };
  }
  return onSocket(name, new copy.Simulator(options), secretStore);
}

const isSlow = ({ from }: Instance): boolean => from.written.alone === true;

/** Cases that need no waiting come first: most mutants die by them. */
function wavesOf(instances: readonly Instance[], { slowCases }: Setting): readonly (readonly Instance[])[] {
  const quick = instances.filter((instance) => !isSlow(instance));
  return slowCases ? [quick, instances.filter(isSlow)] : [quick];
}

/** Runs the cases of a setting until `emit` says false. */
async function runCases(
  target: MutantTarget,
  { file, instances }: Ground,
  setting: Setting,
  emit: (event: CaseFinished) => boolean,
): Promise<void> {
  const bench: Bench = benchOf(file, instances, setting.dialect);
  const over = new AbortController();
  const { signal } = over;
  for (const [index, wave] of wavesOf(instances, setting).entries()) {
    if (wave.length === 0 || signal.aborted) continue;
    await runAgainst(target, bench, wave, {
      fresh: index === 0,
      signal,
      emit: (event) => (signal.aborted || emit(event) ? undefined : over.abort()),
    });
  }
}

/** A finding as the same one is known again. The first case that meets a warning reports it, so no case is part of it. */
const markOf = (caseId: string, { level, clause }: CaseFinished['findings'][number]): string =>
  level === 'must' ? `${level} ${clause} ${caseId}` : `${level} ${clause}`;

/** What the cases of a setting show first; undefined: nothing. `known` is shown by the simulator without a mutant, too. */
async function firstObservation(
  target: MutantTarget,
  ground: Ground,
  setting: Setting,
  known: readonly string[],
): Promise<Kill | undefined> {
  const [ignored, { name }] = [new Set(known), setting];
  let kill: Kill | undefined;
  let isUnfinished = false;
  await runCases(target, ground, setting, ({ case: { id }, verdict, findings }) => {
    if (ignored.has(id)) return true;
    const first = findings.find((each) => !ignored.has(markOf(id, each)));
    if (first !== undefined) kill = { by: 'run', setting: name, caseId: id, clause: first.clause };
    isUnfinished ||= verdict === 'error';
    return kill === undefined;
  });
  return kill ?? (isUnfinished ? { by: 'outage', during: 'run' } : undefined);
}

/** Does something with a copy; what can't be started or reached is dead. */
async function withCopy(
  ground: Ground,
  mutant: string | undefined,
  setting: Setting,
  during: string,
  work: (target: MutantTarget) => Promise<Kill | undefined>,
): Promise<Kill | undefined> {
  ground.doing(during);
  let target: MutantTarget;
  try {
    target = await open(ground.maker.make(mutant), ground, setting);
  } catch {
    return { by: 'crash', during: 'start' };
  }
  try {
    return await work(target);
  } catch (error) {
    if (error instanceof TagproofError) return { by: 'outage', during };
    throw error;
  } finally {
    await target.close();
  }
}

/** Runs these cases against a mutant, or the whole suite. */
export function runRandomMutant(
  ground: Ground,
  mutant: string,
  setting: Setting,
  { known, cases }: { readonly known: readonly string[]; readonly cases: readonly string[] | undefined },
): Promise<Kill | undefined> {
  const wanted = new Set(cases);
  const instances =
    cases === undefined ? ground.instances : ground.instances.filter(({ id }) => wanted.has(id));
  return withCopy(ground, mutant, setting, 'run', (target) =>
    firstObservation(target, { ...ground, instances }, setting, known),
  );
}

async function fuzzObservation(
  target: MutantTarget,
  ground: Ground,
  setting: Setting,
  seed: number,
  runs: number,
): Promise<Kill | undefined> {
  const { world, extensions, provoke } = ground.file;
  const facts = { world, extensions, provocations: provoke, dialect: setting.dialect };
  const ending = new AbortController();
  let found: Found | undefined;
  const outcome = await fuzz({
    ...FUZZ_SETTINGS,
    material: materialOf(facts, true),
    transport: target.transport,
    target: target.name,
    seed,
    runs,
    signal: ending.signal,
    watch: ({ phase, last }) => {
      if (phase !== 'shrinking') [found] = found === undefined ? last : [found];
      if (found !== undefined) ending.abort();
      return found === undefined;
    },
  });
  if (found !== undefined)
    return { by: 'fuzz', seed, property: found.property, clause: found.finding.clause };
  return outcome.stoppedAnswering ? { by: 'outage', during: 'fuzz' } : undefined;
}

/** Sends generated requests to a mutant. */
export const fuzzMutant = (
  ground: Ground,
  mutant: string,
  setting: Setting,
  seed: number,
  runs: number,
): Promise<Kill | undefined> =>
  withCopy(ground, mutant, setting, 'fuzz', (target) => fuzzObservation(target, ground, setting, seed, runs));

export interface Baseline {
  /** The place of the setting. */
  readonly setting: number;
  /** Of generated requests: their seed. */
  readonly seed?: number;
  readonly reached: Reached;
  /** Findings about the sound simulator, and cases that could not be judged. */
  readonly known: readonly string[];
}

/** Runs a setting to its end without a mutant. */
export async function baselineOf(ground: Ground, setting: Setting, index: number): Promise<Baseline> {
  const known = new Set<string>();
  const kill = await withCopy(ground, undefined, setting, 'baseline', async (target) => {
    await runCases(target, ground, setting, ({ case: { id }, verdict, findings }) => {
      for (const each of findings) known.add(markOf(id, each));
      if (verdict === 'error') known.add(id);
      return true;
    });
    return undefined;
  });
  if (kill !== undefined) known.add('the run did not end');
  return { setting: index, reached: reached(), known: [...known] };
}

/** Sends generated requests to the simulator without a mutant, to learn which places they pass. */
export async function fuzzReachOf(
  ground: Ground,
  setting: Setting,
  index: number,
  seed: number,
  runs: number,
): Promise<Baseline> {
  const kill = await withCopy(ground, undefined, setting, 'baseline', (target) =>
    fuzzObservation(target, ground, setting, seed, runs),
  );
  return {
    setting: index,
    seed,
    reached: reached(),
    known: kill === undefined ? [] : [`fuzz --seed ${seed}`],
  };
}
