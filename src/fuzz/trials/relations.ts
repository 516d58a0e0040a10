/** What is tried as one: steps, how they travel, and what their replies must have in common. A table: one row, one relation. */
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
} from './compare-replies.ts';
import { sendOfForm, type EquivalentForm } from './equivalent-forms.ts';
import { askedSubjectOf, inputsFor, plainStep, type EndpointInputs, type FuzzInputs } from './fuzz-inputs.ts';
import { endsConnection } from './step-request.ts';
import { alterStep, keysNamed, naming, type Step, type StepGiven } from './step.ts';

/** How the requests of a trial travel. */
export type TrialDelivery = 'in-turn' | 'one-connection' | 'concurrent';

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
  /** What its trials show: the name of a property. */
  readonly property: string;
  /** The beginning of a trial's description; empty: how it travels. */
  readonly words: string;
  /** All steps of a trial, from its first two, so that a simpler first step makes a simpler trial; left out: each step stands for itself. */
  readonly steps?: (...[first, second]: FirstSteps) => readonly Step[];
  /** The first two steps of its trial about the subject of a request; undefined: there is none. Left out: it has a generator of its own. */
  readonly about?: (step: Step, on: EndpointInputs, inputs: FuzzInputs) => FirstSteps | undefined;
  /** What is wrong with its replies when they are compared. */
  readonly compare: ReplyComparison;
  /** What all of its replies have in common, in the words of a case. */
  readonly same?: 'answer' | 'tags';
}

export const RELATIONS = {
  /** Each reply is right by itself, and a step that is sent again gets the same answer. */
  none: { property: 'repeat', words: '', compare: repeatsDiffer },
  'same-answer': {
    property: 'equivalent',
    words: 'one request in two forms: ',
    steps: (first, second) => [first, second],
    compare: formsDiffer,
    same: 'answer',
  },
  'same-tags': {
    property: 'variants',
    words: 'one subject through several variants: ',
    compare: variantsDiffer,
    same: 'tags',
  },
  'same-refusal': {
    property: 'no-leak',
    words: 'the same about a subject that exists and about one that does not: ',
    steps: (first, second) => [first, alterStep(first, { given: { id: second.given.id } })],
    compare: refusalsDiffer,
    same: 'answer',
  },
  'other-game': {
    property: 'games',
    words: 'one id in two games: ',
    steps: (first, second) => [first, { ...first, given: { ...second.given, id: first.given.id } }],
    about: (step, { fitting }) => {
      const elsewhere = fitting.find(({ game }) => game !== step.given.game);
      return elsewhere && [step, { ...step, given: elsewhere }];
    },
    compare: gamesMixed,
  },
  union: {
    property: 'union',
    words: 'tagKeys together, then each alone: ',
    steps: (first) => [first, ...keysNamed(first).map((key) => naming(first, [key]))],
    about: withPlainKeys,
    compare: keysDiffer,
  },
  'key-order': {
    property: 'key-order',
    words: 'tagKeys in two orders: ',
    steps: (first) => [first, naming(first, keysNamed(first).toReversed())],
    about: withPlainKeys,
    compare: ordersDiffer,
    same: 'tags',
  },
  /** After a request that may end its connection, a plain one works on the next. */
  'next-works': {
    property: 'answered',
    words: 'after an odd request the plain one on the next connection: ',
    steps: (first, second) => [first, second],
    compare: () => [],
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
  ...related('same-answer', step, alterStep(step, { send: sendOfForm(form) })),
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
