/** What the hunts of one command share, and a target made of one mutant. */
import { inProcess } from '../../simulator/in-process.ts';
import type { Mutant } from '../defects/mutant.ts';
import { Simulator } from '../../simulator/http/server.ts';
import type { SimulatorOptions } from '../../simulator/simulator-options.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { CaseFinished } from '../../src/run/events/events.ts';
import { run } from '../../src/run/run.ts';
import type { Sight } from '../../src/run/sending/see.ts';
import type { Instance } from '../../src/suite/format/instance.ts';
import type { TargetFile } from '../../src/config/target-file/target-file.ts';
import { inProcessTransport } from '../../src/transport/in-process.ts';
import { openTransport } from '../../src/transport/open-transport.ts';
import { secretFinderOf } from '../../src/transport/secrets/secret-finder.ts';
import { vaultOf, type Vault } from '../../src/transport/secrets/secrets.ts';
import { simulatorOptionsOf } from '../../src/embedded.ts';

export interface Bench {
  /** What the simulator serves. */
  readonly served: TargetFile;
  /** What the suite knows of it: the served file itself, or one that declares little. */
  readonly file: TargetFile;
  readonly instances: readonly Instance[];
  readonly vault: Vault;
  /** What the suite knows of the choices of a mutant. */
  readonly dialect: Dialect;
}

export function benchOf(
  file: TargetFile,
  instances: readonly Instance[],
  dialect: Dialect,
  served: TargetFile = file,
): Bench {
  return { served, file, instances, vault: vaultOf(file.secrets), dialect };
}

export interface MutantTarget {
  readonly name: string;
  readonly transport: Transport;
  close(): Promise<void>;
}

const CONCURRENCY = 16;
/** How a mutant is reached on a socket. */
export const SOCKET_SETTINGS = {
  headers: [],
  timeoutMs: 2000,
  connections: CONCURRENCY,
  maxReplyBytes: 32 * 1024 * 1024,
};

function withoutSocket(name: string, options: SimulatorOptions, vault: Vault): MutantTarget {
  const transport = inProcessTransport(inProcess(options), { vault });
  return { name, transport, close: () => transport.close() };
}

async function onSocket(name: string, options: SimulatorOptions, vault: Vault): Promise<MutantTarget> {
  const simulator = new Simulator(options);
  const { url } = await simulator.start();
  const transport = openTransport({ baseUrl: new URL(url), vault, settings: SOCKET_SETTINGS });
  const close = async (): Promise<void> => {
    await transport.close();
    await simulator.close();
  };
  return { name, transport, close };
}

/** A fresh simulator with the defect; what an earlier one remembered is gone. */
export async function openMutant(mutant: Mutant, { served, vault }: Bench): Promise<MutantTarget> {
  const options = { ...simulatorOptionsOf(served), alter: mutant.alter };
  return mutant.framing === true
    ? onSocket(mutant.name, options, vault)
    : withoutSocket(mutant.name, options, vault);
}

/** Only findings are shown of a reply, and the keys of the world are public. */
const sightOf = (vault: Vault): Sight => ({
  mask: (text) => text,
  secretIn: secretFinderOf(vault),
  curl: () => '',
  secret: (name) => name,
});

/** Runs cases against a mutant, until the signal ends it. */
export async function runAgainst(
  { name, transport }: MutantTarget,
  { file, served, vault, dialect }: Bench,
  instances: readonly Instance[],
  { fresh, signal, tell }: { fresh: boolean; signal: AbortSignal; tell: (event: CaseFinished) => void },
): Promise<void> {
  await run({
    instances,
    facts: { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect },
    transport,
    sight: sightOf(vault),
    fresh,
    target: name,
    warnings: [],
    concurrency: CONCURRENCY,
    rate: undefined,
    maxTimeMs: undefined,
    failFast: false,
    signal,
    emit: (event) => event.kind === 'case-finished' && tell(event),
    at: new Date(0),
    // The file is right by construction, so that what does not fit it is the defect.
    setup: file === served ? 'trust' : 'ignore',
  });
}
