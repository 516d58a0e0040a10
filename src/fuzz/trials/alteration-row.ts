/** One kind of alteration of a request, and how a step takes one. */
import { endpointOf } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { askedSubjectOf, type EndpointInputs, type FuzzInputs } from './fuzz-inputs.ts';
import { alterStep, type Step, type StepAlteration } from './step.ts';
import { tagKeyList, type TagKeyList } from './tag-key-lists.ts';

/** An alteration, or a list of tagKeys, which depends on the subject. */
export type Alteration = StepAlteration | { readonly list: TagKeyList };

export interface AlterationRow {
  /** How often a random request is altered so, against the other rows; 0: never. */
  readonly weight: number;
  readonly of: (on: EndpointInputs, inputs: FuzzInputs) => readonly Alteration[];
}

/** The step with one more alteration; `pick` chooses among the keys of its subject. */
export function withAlteration(step: Step, alteration: Alteration, pick: number, inputs: FuzzInputs): Step {
  if (!('list' in alteration)) return alterStep(step, alteration);
  const tags = askedSubjectOf(inputs, endpointOf(step.endpoint), step.given).exists?.tags;
  return alterStep(step, { send: { set: { [TAG_KEYS]: tagKeyList(alteration.list, tags, pick) } } });
}
