/** The trials that are sent once: one success on every endpoint that the world allows, then every single alteration on every endpoint. */
import { RESOURCES, VARIANTS, type Resource } from '../../spec/endpoints.ts';
import { rememberedPer } from '../../base/remembered.ts';
import { withAlteration, type Alteration } from './alteration-row.ts';
import { alterationsOn } from './alterations.ts';
import { TEXT_FORMS, WIRE_FORMS } from './equivalent-forms.ts';
import { askerFor, inputsFor, plainStep, type EndpointInputs, type FuzzInputs } from './fuzz-inputs.ts';
import {
  equivalent,
  repeated,
  single,
  trialOf,
  trialsAboutFirst,
  variants,
  type Trial,
} from './relations.ts';
import type { Step, StepGiven } from './step.ts';

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
export function plainTrials(inputs: FuzzInputs): readonly Trial[] {
  const plain = inputs.endpoints.map(plainStep);
  const byVariants = RESOURCES.flatMap((resource) => {
    const { plain: given } = inputsFor(inputs, `${resource}.client`);
    return variantsTrial(resource, given, inputs) ?? [];
  });
  return [...plain.map(single), ...plain.map(repeated), ...byVariants];
}

/** Two numbers that pick different keys of a subject. */
const PICKS = [0x1235, 0x6a93];

/** One from each list in turn, until all are used. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at] as T] : [])),
  ).flat();
}

function trialsOn(on: EndpointInputs, inputs: FuzzInputs): readonly Trial[] {
  const { wire, facts } = inputs;
  const plain = plainStep(on);
  const made = (alteration: Alteration): readonly Trial[] =>
    ('list' in alteration ? PICKS : [0]).map((pick) =>
      trialOf(withAlteration(plain, alteration, pick, inputs), inputs),
    );
  const all = interleaved([
    ...trialsAboutFirst(on, inputs).map((trial) => [trial]),
    ...alterationsOn(inputs)(on).map(({ alterations }) => alterations.flatMap(made)),
    // The failures that the target file says how to provoke.
    [...facts.provocations.keys()].map((provoke) => single({ ...plain, provoke })),
    [...TEXT_FORMS, ...(wire ? WIRE_FORMS : [])].map((form) => equivalent(plain, form)),
  ]);
  // Rows may overlap.
  return [...new Map(all.map((trial) => [JSON.stringify(trial), trial])).values()];
}

/** All trials of the exhaustive phase: kinds of alterations and endpoints in turn, so that an early end has seen some of each. */
export const exhaustiveTrials = rememberedPer((inputs: FuzzInputs): readonly Trial[] =>
  interleaved(inputs.endpoints.map((on) => trialsOn(on, inputs))),
);
