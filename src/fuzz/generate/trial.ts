/** What is tried as one: steps, how they travel, and what their replies must have in common. */
import { TAG_KEYS } from '../../contract/members.ts';
import type { Step, StepGiven } from './step.ts';
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
  /** One id, asked for in two games. */
  'other-game',
  /** All of some tagKeys, then each alone. */
  'union',
  /** The same tagKeys in another order. */
  'key-order',
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

/** One id, asked for in the game of the step and by another caller in another one. */
export const otherGame = (step: Step, { key, token, game }: Omit<StepGiven, 'id'>): Trial => ({
  steps: [step, { ...step, given: { key, token, game, id: step.given.id } }],
  delivery: 'in-turn',
  relation: 'other-game',
});

const naming = (step: Step, keys: readonly string[]): Step =>
  alterStep(step, { send: { set: { [TAG_KEYS]: keys } } });

/** All of these tagKeys, then each alone. */
export const union = (step: Step, keys: readonly string[]): Trial => ({
  steps: [naming(step, keys), ...keys.map((key) => naming(step, [key]))],
  delivery: 'in-turn',
  relation: 'union',
});

/** These tagKeys, then the same from the last to the first. */
export const keyOrder = (step: Step, keys: readonly string[]): Trial => ({
  steps: [naming(step, keys), naming(step, keys.toReversed())],
  delivery: 'in-turn',
  relation: 'key-order',
});

/** The tagKeys that a step names. */
export function keysNamed({ send: { set } }: Step): readonly string[] {
  const keys = set?.[TAG_KEYS];
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}

/** How many requests a trial sends. */
export const sizeOf = ({ steps }: Trial): number => steps.length;

/** Whether some request is sent more than once. */
export const hasRepeats = ({ steps }: Trial): boolean => new Set(steps).size < steps.length;
