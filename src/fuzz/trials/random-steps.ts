/** Random requests about a world: mostly valid ones with one alteration, rarely with several. */
import fc, { type Arbitrary } from 'fast-check';
import { TAG_KEYS } from '../../spec/members.ts';
import { rememberedPer } from '../../base/remembered.ts';
import { alterStep, type Step, type StepAlteration, type StepGiven } from './step.ts';
import { stepAlterationsOf, type RequestPart } from './all-alterations.ts';
import { askedSubjectOf, type FuzzInputs, type EndpointInputs } from './fuzz-inputs.ts';
import { HEAVY_LISTS, tagKeyList, TAG_KEY_LIST_NAMES, type TagKeyList } from './altered-members.ts';

interface Weighted<T> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<T>;
}

const oneOf = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
/** An alteration, or a list of tagKeys, which depends on the subject. */
type Change =
  | { readonly kind: 'alteration'; readonly alteration: StepAlteration }
  | { readonly kind: 'tagKeys'; readonly list: TagKeyList; readonly pick: number };

const listed = (names: readonly TagKeyList[]): Arbitrary<Change> =>
  fc.tuple(oneOf(names), fc.nat()).map(([list, pick]): Change => ({ kind: 'tagKeys', list, pick }));
const tagKeyLists = listed(TAG_KEY_LIST_NAMES.filter((name) => !HEAVY_LISTS.has(name)));
const heavyLists = listed([...HEAVY_LISTS]);

/** Ways on the wire have a phase of their own: each costs a connection. */
type RandomPart = Exclude<RequestPart, 'wire'>;

/** How often each part is altered. */
const WEIGHTS = {
  key: 280,
  token: 280,
  game: 200,
  'content-type': 40,
  id: 320,
  tagKeys: 80,
  extension: 120,
  extra: 40,
  body: 240,
  path: 40,
  // Most clients close the connection behind a GET or HEAD with a body, and there are few methods.
  method: 8,
  near: 160,
  heavy: 1,
} as const satisfies Record<RandomPart, number>;
const TAG_KEY_LISTS_WEIGHT = 320;
const HEAVY_LISTS_WEIGHT = 1;

/** Picks a part of the request, then a class of its alterations, then one of them. */
function changes(on: EndpointInputs, inputs: FuzzInputs): Arbitrary<Change> {
  const { wire: _, ...byPart } = stepAlterationsOf(on, inputs);
  const parts = Object.entries(byPart).filter(([, classes]) => classes.length > 0);
  const altered = parts.map(([part, classes]): Weighted<Change> => ({
    weight: WEIGHTS[part as RandomPart],
    arbitrary: fc
      .oneof(...classes.map((each) => oneOf(each)))
      .map((alteration): Change => ({ kind: 'alteration', alteration })),
  }));
  return fc.oneof(
    ...altered,
    { weight: TAG_KEY_LISTS_WEIGHT, arbitrary: tagKeyLists },
    { weight: HEAVY_LISTS_WEIGHT, arbitrary: heavyLists },
  );
}

/** How many alterations a request has: mostly one, rarely several. */
function someChanges(on: EndpointInputs, inputs: FuzzInputs): Arbitrary<readonly Change[]> {
  const change = changes(on, inputs);
  return fc.oneof<Weighted<readonly Change[]>[]>(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 12, arbitrary: change.map((each) => [each]) },
    { weight: 5, arbitrary: fc.tuple(change, change) },
    { weight: 1, arbitrary: fc.tuple(change, change, change) },
  );
}

function givenFor(
  { plain, fitting, targets }: EndpointInputs,
  { keys, tokens }: FuzzInputs,
): Arbitrary<StepGiven> {
  const names = (list: readonly string[]): Arbitrary<string | undefined> =>
    list.length === 0 ? fc.constant(undefined) : oneOf(list);
  const anyone = fc
    .tuple(names(keys), names(tokens), oneOf(targets))
    .map(([key, token, target]): StepGiven => ({ key, token, ...target }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(plain) },
    { weight: 12, arbitrary: oneOf(fitting) },
    { weight: 1, arbitrary: anyone },
  );
}

function taken(step: Step, change: Change, { endpoint }: EndpointInputs, inputs: FuzzInputs): Step {
  if (change.kind === 'alteration') return alterStep(step, change.alteration);
  const tags = askedSubjectOf(inputs, endpoint, step.given).exists?.tags;
  return alterStep(step, { send: { set: { [TAG_KEYS]: tagKeyList(change.list, tags, change.pick) } } });
}

function stepsOn(
  on: EndpointInputs,
  inputs: FuzzInputs,
  alterations: Arbitrary<readonly Change[]>,
): Arbitrary<Step> {
  return fc.tuple(givenFor(on, inputs), alterations).map(([given, all]) => {
    const start: Step = { endpoint: on.endpoint.id, given, send: {} };
    return all.reduce((step, change) => taken(step, change, on, inputs), start);
  });
}

/** Any request on any endpoint. */
export const anyStep = rememberedPer((inputs: FuzzInputs): Arbitrary<Step> =>
  fc.oneof(...inputs.endpoints.map((on) => stepsOn(on, inputs, someChanges(on, inputs)))),
);

/** Requests that are valid but for the choice of tagKeys, with every combination of key, token and subject that fits. */
export function validStep(inputs: FuzzInputs): Arbitrary<Step> {
  const few = fc.oneof<Weighted<readonly Change[]>[]>(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: tagKeyLists.map((each) => [each]) },
  );
  return fc.oneof(...inputs.endpoints.map((on) => stepsOn(on, inputs, few)));
}
