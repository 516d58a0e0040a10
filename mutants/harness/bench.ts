/** What the hunts of one command share, a target made of one mutant, and doing something with every mutant. */
import { inProcess } from '../../simulator/server/in-process.ts';
import type { Mutant } from '../defects/mutant.ts';
import { Simulator } from '../../simulator/server/server.ts';
import type { SimulatorOptions } from '../../simulator/server/simulator-options.ts';
import type { Dialect } from '../../src/spec/dialect/dialect.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { runHead, type CaseFinished } from '../../src/report/record/events.ts';
import { run } from '../../src/run/suite/run.ts';
import type { Redaction } from '../../src/report/record/redact.ts';
import type { TargetFacts } from '../../src/cases/cast/target-facts.ts';
import type { Instance } from '../../src/cases/format/instance.ts';
import type { TargetFile } from '../../src/world/target-file/target-file.ts';
import { inProcessTransport } from './in-process.ts';
import { openTransport } from '../../src/http/pool/pool-transport.ts';
import { secretFinderOf } from '../../src/http/secrets/secret-finder.ts';
import { secretStoreOf, type SecretStore } from '../../src/http/secrets/secrets.ts';
import { simulatorOptionsOf } from '../../src/library/embedded/simulated-file.ts';
import { inPlanOrder } from '../../src/run/suite/order.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { TagproofError } from '../../src/base/errors.ts';
import { packagePath } from '../../src/base/package-paths.ts';

export interface Bench {
  /** What the simulator serves. */
  readonly served: TargetFile;
  /** What the suite knows about it: the served file itself, or one that declares little. */
  readonly file: TargetFile;
  readonly instances: readonly Instance[];
  readonly secretStore: SecretStore;
  /** What the suite knows about the choices of a mutant. */
  readonly dialect: Dialect;
  readonly redaction: Redaction;
  /** The id of the case that killed a mutant in an earlier hunt, by the mutant's name: it is tried first. */
  readonly killers?: ReadonlyMap<string, string>;
}

/** Only findings are shown of a reply, and the keys of the world are public. */
const redactionOf = (secretStore: SecretStore): Redaction => ({
  mask: (text) => text,
  secretIn: secretFinderOf(secretStore),
  curl: () => '',
  secret: (name) => name,
});

export function benchOf(
  file: TargetFile,
  instances: readonly Instance[],
  dialect: Dialect,
  served: TargetFile = file,
): Bench {
  const secretStore = secretStoreOf(file.secrets);
  return { served, file, instances, secretStore, dialect, redaction: redactionOf(secretStore) };
}

/** What the suite knows of a target by its file. */
export const factsOf = ({ world, extensions, provoke }: TargetFile, dialect: Dialect): TargetFacts => ({
  world,
  extensions,
  provocations: provoke,
  dialect,
});

interface MutantTarget {
  readonly name: string;
  readonly transport: Transport;
  close(): Promise<void>;
}

const CONCURRENCY = 16;
/** How a mutant is reached on a socket. */
const SOCKET_SETTINGS = {
  headers: [],
  // A busy machine may take long, and is no defect.
  timeoutMs: 10_000,
};

function withoutSocket(name: string, options: SimulatorOptions, secretStore: SecretStore): MutantTarget {
  const transport = inProcessTransport(inProcess(options), { secretStore });
  return { name, transport, close: () => transport.close() };
}

/** A simulator that is sent to over a socket of its own. */
async function onSocket(name: string, simulator: Simulator, secretStore: SecretStore): Promise<MutantTarget> {
  const { url } = await simulator.start();
  const transport = openTransport({ baseUrl: new URL(url), secretStore, settings: SOCKET_SETTINGS });
  const close = async (): Promise<void> => {
    await transport.close();
    await simulator.close();
  };
  return { name, transport, close };
}

/** A fresh simulator with the defect; what an earlier one remembered is gone. */
async function openMutant(mutant: Mutant, { served, secretStore }: Bench): Promise<MutantTarget> {
  const options = { ...simulatorOptionsOf(served), alter: mutant.alter };
  return mutant.framing === true
    ? await onSocket(mutant.name, new Simulator(options), secretStore)
    : withoutSocket(mutant.name, options, secretStore);
}

/** Does something with a fresh mutant. One that can't be checked at all shows nothing: it survives. */
export async function withMutant(
  mutant: Mutant,
  bench: Bench,
  work: (target: MutantTarget) => Promise<unknown>,
): Promise<void> {
  const target = await openMutant(mutant, bench);
  try {
    await work(target);
  } catch (error) {
    if (!(error instanceof TagproofError)) throw error;
  } finally {
    await target.close();
  }
}

/** Runs cases against a mutant, until the signal ends it. */
export async function runAgainst(
  { name, transport }: MutantTarget,
  { file, served, redaction, dialect }: Bench,
  instances: readonly Instance[],
  { fresh, signal, emit }: { fresh: boolean; signal: AbortSignal; emit: (event: CaseFinished) => void },
): Promise<void> {
  await run({
    instances,
    facts: factsOf(file, dialect),
    transport,
    redaction,
    fresh,
    head: runHead(name, [], new Date(0)),
    concurrency: CONCURRENCY,
    rate: undefined,
    failFast: false,
    signal,
    emit: (event) => event.kind === 'case-finished' && emit(event),
    // The file is right by construction, so that what does not fit it is the defect.
    setup: file === served ? 'trust' : 'ignore',
  });
}

/** Some mutants have to wait for a limit to forget: meanwhile others are hunted. */
const AT_ONCE = 32;

interface EachMutant<R> {
  readonly mutants: readonly Mutant[];
  readonly work: (mutant: Mutant) => Promise<R>;
  /** Called in the order of the mutants. */
  readonly emit: (result: R) => void;
  readonly signal: AbortSignal;
}

/** The results of all mutants; fewer where the signal ended the work. */
export async function forEachMutant<R>({
  mutants,
  work,
  emit,
  signal,
}: EachMutant<R>): Promise<readonly R[]> {
  const results: R[] = [];
  await inPlanOrder({
    items: mutants,
    concurrency: AT_ONCE,
    work,
    emit: (result) => {
      if (signal.aborted) return false;
      results.push(result);
      emit(result);
      return true;
    },
  });
  return results;
}

/** Variables of the files, as the default world has the values. */
const ENV = {
  STAGING_URL: 'http://127.0.0.1',
  STAGING_PLAYER_KEY: 'public-player-key-all-rules-0001',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
  STAGING_TOKEN: 'public-token-of-ann-0001',
};

/** The target files with which mutants can be hunted: the whole world, a small file, the smallest useful one. */
export const TARGET_FILES = {
  full: undefined,
  small: 'small-target.yaml',
  minimal: 'minimal-target.yaml',
} as const satisfies Record<string, string | undefined>;

export type TargetFileName = keyof typeof TARGET_FILES;

/** The file of a name; undefined for the whole world. */
export function targetFileNamed(name: TargetFileName): TargetFile | undefined {
  const file = TARGET_FILES[name];
  return file === undefined ? undefined : readTargetFile(packagePath('fixtures', file), ENV);
}
