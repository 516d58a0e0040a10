/**
 * What a gate is given, read from the events of a run, so that a saved record is held to the same gates; and what it gives:
 * objections, of which the gravest decides the exit code.
 */
import { isSynthetic, type CaseFinished, type MustCells, type RunFinished } from '../engine/events.ts';

/** In the order of precedence. */
export const OBJECTION_KINDS = {
  /** The target stopped answering. */
  outage: 'the target stopped answering',
  /** The run verified nothing at all. */
  nothing: 'nothing was verified',
  /** A must is broken, or a gate that the user set was not passed. */
  broken: 'a gate was not passed',
  /** The run was cut, or replies are missing. */
  unsure: 'the run was not checked to its end',
} as const satisfies Record<string, string>;

export type ObjectionKind = keyof typeof OBJECTION_KINDS;

export interface Objection {
  readonly kind: ObjectionKind;
  /** What the report of the run does not say by itself; none where it does. */
  readonly lines: readonly string[];
}

const ORDER = Object.keys(OBJECTION_KINDS) as readonly ObjectionKind[];

/** The gravest of several objections; undefined: green. */
export function gravest(objections: readonly Objection[]): ObjectionKind | undefined {
  return ORDER.find((kind) => objections.some((objection) => objection.kind === kind));
}

/** An objection where the condition holds. */
export function objectIf(
  holds: boolean,
  kind: ObjectionKind,
  ...lines: readonly string[]
): readonly Objection[] {
  return holds ? [{ kind, lines }] : [];
}

export interface RunFacts {
  /** Every case that was reported, including those outside the suite. */
  readonly cases: readonly CaseFinished[];
  /** How many cases of the suite were to come. */
  readonly planned: number;
  /** Why the run is incomplete; empty: every planned case ran. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  readonly cells: MustCells;
}

const NO_CELLS: MustCells = { whole: false, mustCells: 0, verified: 0, failed: 0, notVerified: 0 };

/** The facts of a record. */
export function factsOf(record: {
  readonly cases: readonly CaseFinished[];
  readonly started: { readonly planned: number };
  readonly finished: Pick<RunFinished, 'partial' | 'stoppedAnswering' | 'cells'>;
}): RunFacts {
  const { cases, started, finished } = record;
  const { partial, stoppedAnswering = false, cells = NO_CELLS } = finished;
  return { cases, planned: started.planned, partial, stoppedAnswering, cells };
}

/** The cases of the suite, without those that were not planned. */
export function suiteCases({ cases }: Pick<RunFacts, 'cases'>): readonly CaseFinished[] {
  return cases.filter((event) => !isSynthetic(event));
}
