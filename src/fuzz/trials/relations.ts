/** What is tried as one: steps, how they travel, and what their replies must have in common. A table: one row, one relation. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { isPlainKey } from '../../judge/rules/tag-keys.ts';
import { UNKNOWN } from '../../world/world.ts';
import {
  formsDiffer,
  gamesMixed,
  keysDiffer,
  ordersDiffer,
  refusalsDiffer,
  repeatsDiffer,
  variantsDiffer,
  type ReplyComparison,
} from './related-replies.ts';
import { formFacts, type EquivalentForm } from './equivalent-forms.ts';
import { askedSubjectOf, inputsFor, plainStep, type EndpointInputs, type FuzzInputs } from './fuzz-inputs.ts';
import { endsConnection } from './step-request.ts';
import { alterStep, keysNamed, naming, type Step, type StepGiven } from './step.ts';

/** How the requests of a trial travel. */
export const DELIVERIES = ['in-turn', 'one-connection', 'concurrent'] as const;

export type TrialDelivery = (typeof DELIVERIES)[number];

export interface Trial {
  /** In the order in which they are sent. The same object again is the same request again. */
  readonly steps: readonly Step[];
  readonly delivery: TrialDelivery;
  readonly relation: TrialRelation;
  /** With `same-answer`: the form in which the second step sends the first. */
  readonly form?: EquivalentForm;
}

/** The first two steps of a trial: the second says how the others differ from the first. */
type FirstSteps = readonly [first: Step, second: Step];

interface RelationFacts {
  /** What its trials show: a property of its own, or the name of one that single replies show as well. */
  readonly property:
    | { readonly name: string }
    | {
        readonly name: string;
        readonly clauses: readonly RegisteredClause[];
        readonly description: string;
        readonly shownBy: string;
      };
  /** The beginning of a trial's description; empty: how it travels. */
  readonly words: string;
  /** All steps of a trial, from its first two; left out: nothing but the generator relates them. */
  readonly steps?: (...[first, second]: FirstSteps) => readonly Step[];
  /** The first two steps of its trial about the subject of a request; undefined: there is none. Left out: it has a generator of its own. */
  readonly about?: (step: Step, on: EndpointInputs, inputs: FuzzInputs) => FirstSteps | undefined;
  /** What is wrong with its replies when they are compared. */
  readonly compare: ReplyComparison;
  /** What is made simpler: its first request, the tagKeys of that, or each request by itself. */
  readonly shrink: 'first' | 'tagKeys' | 'each';
  /** What all of its replies have in common, in the words of a case. */
  readonly same?: 'answer' | 'tags';
}

export const RELATIONS = {
  /** Each reply is right by itself, and a step that is sent again gets the same answer. */
  none: { property: { name: 'repeat' }, words: '', compare: repeatsDiffer, shrink: 'each' },
  'same-answer': {
    property: {
      name: 'equivalent',
      clauses: ['1/json-body', '4.2/header-names', '4.2/header-values', '1/http-200/reply'],
      description: 'two equivalent forms of one request get the same judged answer',
      shownBy: 'a request in two equivalent forms',
    },
    words: 'one request in two forms: ',
    compare: formsDiffer,
    shrink: 'first',
    same: 'answer',
  },
  'same-tags': {
    property: {
      name: 'variants',
      clauses: ['1/one-target'],
      description: 'client, server and admin return the same tags of one subject',
      shownBy: 'one subject through several variants',
    },
    words: 'one subject through several variants: ',
    compare: variantsDiffer,
    shrink: 'each',
    same: 'tags',
  },
  'same-refusal': {
    property: { name: 'no-leak' },
    words: 'the same about a subject that exists and about one that does not: ',
    steps: (first, second) => [first, alterStep(first, { given: { id: second.given.id } })],
    compare: refusalsDiffer,
    shrink: 'first',
    same: 'answer',
  },
  'other-game': {
    property: {
      name: 'games',
      clauses: ['1/one-target'],
      description: 'one id in two games gets no tag of the other game',
      shownBy: 'one id in two games',
    },
    words: 'one id in two games: ',
    steps: (first, second) => [first, { ...first, given: { ...second.given, id: first.given.id } }],
    about: (step, { fitting }) => {
      const elsewhere = fitting.find(({ game }) => game !== step.given.game);
      return elsewhere && [step, { ...step, given: elsewhere }];
    },
    compare: gamesMixed,
    shrink: 'first',
  },
  union: {
    property: {
      name: 'union',
      clauses: ['4.3/tag-keys/all-or-filter'],
      description: 'where tagKeys filters, several keys get what each of them gets alone',
      shownBy: 'tagKeys together and alone',
    },
    words: 'tagKeys together, then each alone: ',
    steps: (first) => [first, ...keysNamed(first).map((key) => naming(first, [key]))],
    about: withPlainKeys,
    compare: keysDiffer,
    shrink: 'tagKeys',
  },
  'key-order': {
    property: {
      name: 'key-order',
      clauses: ['4.3/tag-keys/all-or-filter'],
      description: 'the order of tagKeys does not change which tags come',
      shownBy: 'tagKeys in two orders',
    },
    words: 'tagKeys in two orders: ',
    steps: (first) => [first, naming(first, keysNamed(first).toReversed())],
    about: withPlainKeys,
    compare: ordersDiffer,
    shrink: 'tagKeys',
    same: 'tags',
  },
  /** After a request that may end its connection, a plain one works on the next. */
  'next-works': {
    property: { name: 'answered' },
    words: 'after an odd request the plain one on the next connection: ',
    steps: (first, second) => [first, second],
    compare: () => [],
    shrink: 'first',
  },
} as const satisfies Record<string, RelationFacts>;

export type TrialRelation = keyof typeof RELATIONS;
export const relationFacts = (relation: TrialRelation): RelationFacts => RELATIONS[relation];

const unrelated = (steps: readonly Step[], delivery: TrialDelivery): Trial => ({
  steps,
  delivery,
  relation: 'none',
});

/** One request, judged by itself. */
export const single = (step: Step): Trial => unrelated([step], 'in-turn');

/** A request, and the same again. */
export const repeated = (step: Step): Trial => unrelated([step, step], 'in-turn');

/** Requests over one connection, each judged by itself. */
export const sequence = (steps: readonly Step[]): Trial => unrelated(steps, 'one-connection');

/** Requests under way at once, each judged by itself. */
export const concurrent = (steps: readonly Step[]): Trial => unrelated(steps, 'concurrent');

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

/** The trial of a relation that makes its steps from the first two. */
export function related(relation: TrialRelation, ...[first, second]: FirstSteps): Trial {
  const { steps = () => [first, second] } = relationFacts(relation);
  return { steps: steps(first, second), delivery: 'in-turn', relation };
}

/** The same trial with another first request. */
export function beginningWith(first: Step, { relation, form, steps: [, second] }: Trial): Trial {
  if (second === undefined) return single(first);
  return form === undefined ? related(relation, first, second) : equivalent(first, form);
}

/** The trial of a step. After a request that may end its connection a plain one follows, as the first shows nothing by itself. */
export function trialOf(step: Step, inputs: FuzzInputs): Trial {
  if (!endsConnection(step, inputs)) return single(step);
  return related('next-works', step, plainStep(inputsFor(inputs, step.endpoint)));
}

/** The trials of all relations that have one about any subject. */
export function trialsAbout(on: EndpointInputs, given: StepGiven, inputs: FuzzInputs): readonly Trial[] {
  const step: Step = { endpoint: on.endpoint.id, given, send: {} };
  return (Object.keys(RELATIONS) as TrialRelation[]).flatMap((relation) => {
    const steps = relationFacts(relation).about?.(step, on, inputs);
    return steps === undefined ? [] : [related(relation, ...steps)];
  });
}

/** The same about the first subject of an endpoint that has keys to name. */
export function trialsAboutFirst(on: EndpointInputs, inputs: FuzzInputs): readonly Trial[] {
  const given = on.fitting.find((each) => plainKeys(on, each, inputs).length > 1) ?? on.plain;
  return trialsAbout(on, given, inputs);
}

/** The most keys that are named together: a backend may refuse more. */
const MAX_KEYS = 5;

/** Some keys of the subject that no backend has a reason to refuse, each once. */
function plainKeys({ endpoint }: EndpointInputs, given: StepGiven, inputs: FuzzInputs): readonly string[] {
  const tags = askedSubjectOf(inputs, endpoint, given).exists?.tags;
  if (tags === undefined || tags === UNKNOWN) return [];
  return [...new Set(tags.map(({ key }) => key))].filter(isPlainKey).slice(0, MAX_KEYS);
}

function withPlainKeys(step: Step, on: EndpointInputs, inputs: FuzzInputs): FirstSteps | undefined {
  const keys = plainKeys(on, step.given, inputs);
  return keys.length < 2 ? undefined : [naming(step, keys), step];
}

/** How many requests a trial sends. */
export const sizeOf = ({ steps }: Trial): number => steps.length;

/** Whether some request is sent more than once. */
export const hasRepeats = ({ steps }: Trial): boolean => new Set(steps).size < steps.length;

/** The endpoints that a trial asks, each once. */
export function endpointsOfTrial({ steps }: Trial): readonly EndpointId[] {
  return [...new Set(steps.map(({ endpoint }) => endpoint))];
}
