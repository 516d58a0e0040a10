/** A whole run against a simulator in this process, without sockets. */
import { inProcess } from '../../simulator/in-process.ts';
import type { SimulatorOptions } from '../../simulator/simulator-options.ts';
import { storeOf } from '../../simulator/store.ts';
import { believed, type Dialect } from '../../src/dialect/dialect.ts';
import type { CaseFinished } from '../../src/run/events.ts';
import type { SetupPolicy } from '../../src/run/orientation/orientation.ts';
import { run } from '../../src/run/run.ts';
import type { Totals } from '../../src/run/verdict.ts';
import type { Instance } from '../../src/suite/instance.ts';
import type { TargetFile } from '../../src/target/target-file.ts';
import { inProcessTransport } from '../../src/wire/in-process.ts';
import { secretFinderOf } from '../../src/wire/secret-finder.ts';
import { vaultOf } from '../../src/wire/secrets.ts';

export interface InProcessRun {
  readonly totals: Totals;
  readonly cases: readonly CaseFinished[];
}

export interface Against {
  readonly instances: readonly Instance[];
  /** What the simulator serves. */
  readonly served: TargetFile;
  /** What the runner is told; the same unless given. */
  readonly told?: TargetFile;
  readonly simulator?: Partial<SimulatorOptions>;
  /** What the runner knows of the simulator's choices; nothing unless given. */
  readonly dialect?: Dialect;
  /** What to do about a world that does not fit; `check` unless given. */
  readonly setup?: SetupPolicy;
}

/** Runs the instances; the runner knows nothing of the simulator's dialect unless told. */
export async function runInProcess({
  instances,
  served,
  told = served,
  simulator = {},
  dialect = believed(),
  setup = 'check',
}: Against): Promise<InProcessRun> {
  const answer = inProcess({
    store: storeOf(served.world, served.secrets),
    extensions: served.extensions,
    provoke: served.provoke,
    ...simulator,
  });
  const cases: CaseFinished[] = [];
  const vault = vaultOf(told.secrets);
  const outcome = await run({
    instances,
    facts: { world: told.world, extensions: told.extensions, provocations: told.provoke, dialect },
    transport: inProcessTransport(answer, { vault }),
    sight: {
      mask: (text) => text,
      secretIn: secretFinderOf(vault),
      curl: () => '',
      secret: (name) => name,
    },
    target: 'in process',
    fresh: true,
    warnings: [],
    concurrency: 8,
    rate: undefined,
    maxTimeMs: undefined,
    failFast: false,
    setup,
    placeOf: told.placeOf,
    signal: new AbortController().signal,
    emit: (event) => {
      if (event.kind === 'case-finished') cases.push(event);
    },
    at: new Date(0),
  });
  return { totals: outcome.totals, cases };
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
