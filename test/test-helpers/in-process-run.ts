/** A whole run that keeps only its cases: against a simulator in this process, without sockets, or a server. */
import { inProcess } from '../../simulator/server/in-process.ts';
import type { SimulatorOptions } from '../../simulator/server/simulator-options.ts';
import { storeOf } from '../../simulator/world/store.ts';
import { rememberedPer } from '../../src/base/remembered.ts';
import { partialDialect, type Dialect } from '../../src/spec/dialect/dialect.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { runHead, type CaseFinished, type RunFinished } from '../../src/report/record/events.ts';
import type { SetupPolicy } from '../../src/run/suite/setup/setup-check.ts';
import { run } from '../../src/run/suite/run.ts';
import type { Totals } from '../../src/report/record/verdict.ts';
import type { Instance } from '../../src/cases/format/instance.ts';
import type { TargetFile } from '../../src/world/target-file/target-file.ts';
import { inProcessTransport } from '../../mutants/harness/in-process.ts';
import { openTransport } from '../../src/http/pool/pool-transport.ts';
import { secretFinderOf } from '../../src/http/secrets/secret-finder.ts';
import { secretStoreOf } from '../../src/http/secrets/secrets.ts';

export interface InProcessRun {
  readonly totals: Totals;
  readonly cases: readonly CaseFinished[];
  readonly finished: RunFinished;
}

/** What a run knows about its target. */
export interface Declared {
  readonly instances: readonly Instance[];
  readonly declared: TargetFile;
  /** What the runner knows about the backend's choices; nothing unless given. */
  readonly dialect?: Dialect;
  /** What to do about a world that does not fit; `check` unless given. */
  readonly setup?: SetupPolicy;
  /** Failing cases are sent again. */
  readonly confirm?: boolean;
  /** How many requests at once; eight unless given. */
  readonly concurrency?: number;
}

export interface Against extends Omit<Declared, 'declared'> {
  /** What the simulator serves. */
  readonly served: TargetFile;
  /** What the runner knows; the same unless given. */
  readonly declared?: TargetFile;
  readonly simulator?: Partial<SimulatorOptions>;
}

/** Many runs share a target file. */
const secretFinderFor = rememberedPer(({ secrets }: TargetFile) => secretFinderOf(secretStoreOf(secrets)));

/** Runs the instances over a transport; closes it. */
export async function runOver(
  transport: Transport,
  {
    instances,
    declared,
    dialect = partialDialect(),
    setup = 'check',
    confirm = false,
    concurrency = 8,
  }: Declared,
): Promise<InProcessRun> {
  const cases: CaseFinished[] = [];
  const ends: RunFinished[] = [];
  try {
    const { totals } = await run({
      instances,
      facts: {
        world: declared.world,
        extensions: declared.extensions,
        provocations: declared.provoke,
        dialect,
      },
      transport,
      redaction: {
        mask: (text) => text,
        secretIn: secretFinderFor(declared),
        curl: () => '',
        secret: (name) => name,
      },
      head: runHead('the target', [], new Date(0)),
      fresh: true,
      concurrency,
      confirm,
      rate: undefined,
      failFast: false,
      setup,
      placeOf: declared.placeOf,
      signal: new AbortController().signal,
      emit: (event) => {
        if (event.kind === 'case-finished') cases.push(event);
        if (event.kind === 'run-finished') ends.push(event);
      },
    });
    const [finished] = ends;
    if (finished === undefined) throw new Error('the run reported no end');
    return { totals, cases, finished };
  } finally {
    await transport.close();
  }
}

/** Runs the instances; the runner knows nothing about the simulator's dialect unless `dialect` is given. */
export function runInProcess({
  served,
  declared = served,
  simulator = {},
  ...rest
}: Against): Promise<InProcessRun> {
  const answer = inProcess({
    store: storeOf(served.world, served.secrets),
    extensions: served.extensions,
    provoke: served.provoke,
    ...simulator,
  });
  return runOver(inProcessTransport(answer, { secretStore: secretStoreOf(declared.secrets) }), {
    ...rest,
    declared,
  });
}

/** Runs the instances against a server. */
export function runOnSocket(baseUrl: URL, declared: Declared): Promise<InProcessRun> {
  const settings = { headers: [], timeoutMs: 20_000 };
  return runOver(
    openTransport({ baseUrl, secretStore: secretStoreOf(declared.declared.secrets), settings }),
    declared,
  );
}

/** Cases that did not pass, each in one line. */
export function troubles({ cases }: InProcessRun): readonly string[] {
  return cases
    .filter(({ verdict }) => verdict !== 'pass')
    .map(
      ({ verdict, case: { id }, reason, findings: [first] }) =>
        `${verdict} ${id}: ${first === undefined ? reason : `${first.clause} expected ${first.expected}, got ${first.actual}`}`,
    );
}
