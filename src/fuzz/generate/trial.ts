/** What is tried as one: steps, how they travel, and what their replies must have in common. */
import type { Step } from './step.ts';
import { alterStep } from './step-alteration.ts';
import { formFacts, type EquivalentForm } from './equivalent-forms.ts';

/** How the requests of a trial travel. */
export const DELIVERIES = ['in-turn', 'one-connection', 'concurrent'] as const;

export type Delivery = (typeof DELIVERIES)[number];

/** What the replies have in common, beside that each is right by itself and that a step sent again gets the same answer. */
export const RELATIONS = [
  'none',
  /** Two forms of one request. */
  'same-answer',
  /** One subject, read through several variants. */
  'same-tags',
  /** A caller without permission, about a subject that exists and about one that does not. */
  'same-refusal',
  /** After a request that may end its connection, a plain one works on the next. */
  'next-works',
] as const;

export type Relation = (typeof RELATIONS)[number];

export interface Trial {
  /** In the order in which they are sent. The same object again is the same request again. */
  readonly steps: readonly Step[];
  readonly delivery: Delivery;
  readonly relation: Relation;
  /** With `same-answer`: the form in which the second step sends the first. */
  readonly form?: EquivalentForm;
}

/** One request, judged by itself. */
export const single = (step: Step): Trial => ({ steps: [step], delivery: 'in-turn', relation: 'none' });

/** A request, and the same again. */
export const repeated = (step: Step): Trial => ({ ...single(step), steps: [step, step] });

/** Requests over one connection, each judged by itself. */
export const sequence = (steps: readonly Step[]): Trial => ({
  steps,
  delivery: 'one-connection',
  relation: 'none',
});

/** Requests under way at once, each judged by itself. */
export const concurrent = (steps: readonly Step[]): Trial => ({
  steps,
  delivery: 'concurrent',
  relation: 'none',
});

/** A request in two forms that mean the same. */
export const equivalent = (step: Step, form: EquivalentForm): Trial => ({
  steps: [step, alterStep(step, { send: formFacts(form).send })],
  delivery: 'in-turn',
  relation: 'same-answer',
  form,
});

/** One subject, asked about through client, server and admin. */
export const variants = (steps: readonly Step[]): Trial => ({
  steps,
  delivery: 'in-turn',
  relation: 'same-tags',
});

/** A request that must be refused, about a subject that exists and about one that does not. */
export const existenceOracle = (step: Step, absentId: string): Trial => ({
  steps: [step, alterStep(step, { given: { id: absentId } })],
  delivery: 'in-turn',
  relation: 'same-refusal',
});

/** A request after which a server may close the connection, and a plain one on the next connection. */
export const recovery = (odd: Step, next: Step): Trial => ({
  steps: [odd, next],
  delivery: 'in-turn',
  relation: 'next-works',
});

/** How many requests a trial sends. */
export const sizeOf = ({ steps }: Trial): number => steps.length;

/** Whether some request is sent more than once. */
export const hasRepeats = ({ steps }: Trial): boolean => new Set(steps).size < steps.length;
