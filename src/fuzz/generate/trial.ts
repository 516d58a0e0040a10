/** What is tried as one: a request, or several of which the replies are held against one another. */
import type { Step } from './step.ts';
import type { Spelling } from './spellings.ts';

/** One request, judged by itself. */
export interface Single {
  readonly kind: 'single';
  readonly step: Step;
}
/** A request, others between, and the request again: the same answer (P7). */
export interface Again {
  readonly kind: 'again';
  readonly step: Step;
  readonly between: readonly Step[];
}
/** A request in two spellings that mean the same. */
export interface Spelled {
  readonly kind: 'spelled';
  readonly step: Step;
  readonly spelling: Spelling;
}
/** One subject, asked about through client, server and admin. */
export interface Variants {
  readonly kind: 'variants';
  readonly steps: readonly Step[];
}
/** A request that must be refused, about a subject that exists and about one that does not. */
export interface Existence {
  readonly kind: 'existence';
  readonly step: Step;
  /** The id that nothing has. */
  readonly absent: string;
}
/** Requests over one connection, each judged by itself. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly steps: readonly Step[];
}
/** Requests under way at once, each judged by itself. */
export interface AtOnce {
  readonly kind: 'at-once';
  readonly steps: readonly Step[];
}
/** A request after which a server may close the connection, and a plain one on the next connection. */
export interface AfterOdd {
  readonly kind: 'after-odd';
  readonly odd: Step;
  readonly next: Step;
}

export type Trial = Single | Again | Spelled | Variants | Existence | Sequence | AtOnce | AfterOdd;
export type TrialKind = Trial['kind'];

export type Travel = 'in turn' | 'over one connection' | 'at once';

/** How the requests of a trial travel. */
export const TRAVEL = {
  single: 'in turn',
  again: 'over one connection',
  spelled: 'in turn',
  variants: 'in turn',
  existence: 'in turn',
  sequence: 'over one connection',
  'at-once': 'at once',
  'after-odd': 'in turn',
} as const satisfies Record<TrialKind, Travel>;

/** A request that is only repeated needs no connection of its own. */
export function travelOf(trial: Trial): Travel {
  return trial.kind === 'again' && trial.between.length === 0 ? 'in turn' : TRAVEL[trial.kind];
}
