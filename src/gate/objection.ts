/** What keeps a run from being green: each gate gives objections, the gravest decides the exit code. */

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
