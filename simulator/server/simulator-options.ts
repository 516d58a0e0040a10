/** What a simulator is made of. Only the store is needed. */
import type { Provocations } from '../../src/spec/codes.ts';
import type { Extension } from '../../src/spec/members.ts';
import { completeDialect, type Dialect } from '../../src/spec/dialect/dialect.ts';
import type { FaultSwitch } from '../faults/fault.ts';
import type { Observe } from '../journal/journal.ts';
import type { Stages } from '../answer/stages.ts';
import type { Store } from '../world/store.ts';
import type { ReplyFormat } from '../answer/write/reply-formatting.ts';

export interface SimulatorLimits {
  /** A body beyond this many bytes is not read on; the world's own limit is a rule and lies below. */
  readonly bodyBytes: number;
  /** A request that does not end within this many milliseconds is answered with OperationTimeout, or dropped if it was answered. */
  readonly bodyTimeoutMs: number;
}

export interface SimulatorOptions {
  readonly store: Store;
  /** The register's defaults answer what it leaves open. */
  readonly dialect?: Dialect;
  /** Request members beyond the document. */
  readonly extensions?: readonly Extension[];
  /** Headers that provoke a refusal. */
  readonly provoke?: Provocations;
  readonly format?: ReplyFormat;
  readonly limits?: Partial<SimulatorLimits>;
  /** Replaces or wraps stages, for instance to give the backend a defect. */
  readonly alter?: (stages: Stages) => Stages;
  /** Milliseconds that never go back; a game may have a time of its own. */
  readonly clock?: () => number;
  /** Called with one line or more about what went wrong inside. */
  readonly log?: (line: string) => void;
  /** Faults that are switched on and off while the simulator runs. */
  readonly faults?: FaultSwitch;
  /** Called with each request and what became of it. */
  readonly observe?: Observe;
  /** A path prefix below which the operations are served, for instance `/base`. */
  readonly basePath?: string;
}

export type CompleteOptions = Required<Omit<SimulatorOptions, 'limits' | 'observe'>> & {
  readonly limits: SimulatorLimits;
  readonly observe: Observe | undefined;
};

const MEBIBYTE = 1024 * 1024;

/** How much of a body is read: well beyond the declared limit, so that the rule refuses it with the size that it saw. */
function bodyBytes({ limits: { requestBytes } }: Store): number {
  return Math.max(MEBIBYTE, 4 * (requestBytes ?? 0));
}

/** The options with their defaults. */
export function completeOptions(options: SimulatorOptions): CompleteOptions {
  return {
    dialect: completeDialect(),
    extensions: [],
    provoke: new Map(),
    format: {},
    alter: (stages) => stages,
    clock: () => performance.now(),
    log: () => {},
    basePath: '',
    faults: { choose: undefined },
    observe: undefined,
    ...options,
    limits: {
      bodyBytes: bodyBytes(options.store),
      bodyTimeoutMs: 10_000,
      ...options.limits,
    },
  };
}
