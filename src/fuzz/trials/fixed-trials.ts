/** The trials of the phases that end: one success on every endpoint that the world allows, then every single alteration on every endpoint, once. */
import { RESOURCES, VARIANTS, type Resource } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { rememberedPer } from '../../base/remembered.ts';
import { stepAlterationsOf } from './all-alterations.ts';
import { TAG_KEY_LIST_NAMES, tagKeyList } from './altered-members.ts';
import { FORM_NAMES, formFacts } from './equivalent-forms.ts';
import {
  askedSubjectOf,
  askerFor,
  inputsFor,
  plainStep,
  type EndpointInputs,
  type FuzzInputs,
} from './fuzz-inputs.ts';
import {
  equivalent,
  repeated,
  single,
  trialOf,
  trialsAboutFirst,
  variants,
  type Trial,
} from './relations.ts';
import { alterStep, type Step, type StepAlteration, type StepGiven } from './step.ts';

/** A subject asked about through the variants that may; undefined where only one may. */
export function variantsTrial(
  resource: Resource,
  subject: Pick<StepGiven, 'game' | 'id'>,
  inputs: FuzzInputs,
): Trial | undefined {
  const steps = VARIANTS.flatMap((variant): readonly Step[] => {
    const on = inputsFor(inputs, `${resource}.${variant}`);
    const given = askerFor(on, subject);
    return given === undefined ? [] : [{ endpoint: on.endpoint.id, given, send: {} }];
  });
  return steps.length < 2 ? undefined : variants(steps);
}

/** A plain request to each endpoint, each again, and a subject of each resource through its variants. */
export function smokeTrials(inputs: FuzzInputs): readonly Trial[] {
  const plain = inputs.endpoints.map(plainStep);
  const byVariants = RESOURCES.flatMap((resource) => {
    const { plain: given } = inputsFor(inputs, `${resource}.client`);
    return variantsTrial(resource, given, inputs) ?? [];
  });
  return [...plain.map(single), ...plain.map(repeated), ...byVariants];
}

/** Two numbers that pick different elements. */
const PICKS = [0x1235, 0x6a93];

function tagKeyAlterations(
  { endpoint, plain }: EndpointInputs,
  inputs: FuzzInputs,
): readonly StepAlteration[] {
  const tags = askedSubjectOf(inputs, endpoint, plain).exists?.tags;
  return TAG_KEY_LIST_NAMES.flatMap((name) =>
    PICKS.map((pick): StepAlteration => ({ send: { set: { [TAG_KEYS]: tagKeyList(name, tags, pick) } } })),
  );
}

function alteredSteps(on: EndpointInputs, inputs: FuzzInputs): readonly Trial[] {
  const { heavy, wire, near, ...parts } = stepAlterationsOf(on, inputs);
  const lists = [tagKeyAlterations(on, inputs)];
  const alterations = Object.values({ ...parts, lists, near, wire, heavy }).flat(2);
  // Classes may overlap.
  const steps = new Map(
    alterations.map((each) => {
      const step = alterStep(plainStep(on), each);
      return [JSON.stringify(step), step];
    }),
  );
  return [...steps.values()].map((step) => trialOf(step, inputs));
}

/** The plain request in each equivalent form. */
function inEveryForm(on: EndpointInputs, { wire }: FuzzInputs): readonly Trial[] {
  return FORM_NAMES.filter((form) => wire || !formFacts(form).wire).map((form) =>
    equivalent(plainStep(on), form),
  );
}

/** The failures that the target file says how to provoke. */
function provoked(on: EndpointInputs, { facts: { provocations } }: FuzzInputs): readonly Trial[] {
  return [...provocations.keys()].map((provoke) => single({ ...plainStep(on), provoke }));
}

/** One from each list in turn, until all are used. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at] as T] : [])),
  ).flat();
}

/** All trials of the exhaustive phase, in their order: the endpoints in turn, so that an early end covers all. */
export const exhaustiveTrials = rememberedPer((inputs: FuzzInputs): readonly Trial[] =>
  interleaved(
    inputs.endpoints.map((on) => [
      ...trialsAboutFirst(on, inputs),
      ...alteredSteps(on, inputs),
      ...provoked(on, inputs),
      ...inEveryForm(on, inputs),
    ]),
  ),
);
