/** Random requests about a world: mostly valid ones with one deviation, rarely with several. */
import fc, { type Arbitrary } from 'fast-check';
import { TAG_KEYS } from '../../contract/members.ts';
import { deviate, type Deviation } from './deviation.ts';
import { deviationsOf, type Part } from './deviations.ts';
import { actorOf, type Material, type Stage } from './material.ts';
import type { Recipe, Who } from './recipe.ts';
import { HEAVY_LISTS, tagKeyList, TAG_KEY_LIST_NAMES, type TagKeyList } from './tag-key-lists.ts';

interface Weighted<T> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<T>;
}

const oneOf = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
/** A deviation, or a list of tagKeys, which depends on the subject. */
type Step =
  | { readonly kind: 'deviation'; readonly deviation: Deviation }
  | { readonly kind: 'tagKeys'; readonly list: TagKeyList; readonly pick: number };

const listed = (names: readonly TagKeyList[]): Arbitrary<Step> =>
  fc.tuple(oneOf(names), fc.nat()).map(([list, pick]): Step => ({ kind: 'tagKeys', list, pick }));
const tagKeyLists = listed(TAG_KEY_LIST_NAMES.filter((name) => !HEAVY_LISTS.has(name)));
const heavyLists = listed([...HEAVY_LISTS]);

/** Ways on the wire have a phase of their own: each costs a connection. */
type RandomPart = Exclude<Part, 'wire'>;

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

/** A part, a class of its alterations, one of them. */
function steps(stage: Stage, material: Material): Arbitrary<Step> {
  const { wire: _, ...byPart } = deviationsOf(stage, material);
  const parts = Object.entries(byPart).filter(([, classes]) => classes.length > 0);
  const altered = parts.map(([part, classes]): Weighted<Step> => ({
    weight: WEIGHTS[part as RandomPart],
    arbitrary: fc
      .oneof(...classes.map((each) => oneOf(each)))
      .map((deviation): Step => ({ kind: 'deviation', deviation })),
  }));
  return fc.oneof(
    ...altered,
    { weight: TAG_KEY_LISTS_WEIGHT, arbitrary: tagKeyLists },
    { weight: HEAVY_LISTS_WEIGHT, arbitrary: heavyLists },
  );
}

/** How many deviations a request has: mostly one, rarely several. */
function someSteps(stage: Stage, material: Material): Arbitrary<readonly Step[]> {
  const step = steps(stage, material);
  return fc.oneof<Weighted<readonly Step[]>[]>(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 12, arbitrary: step.map((each) => [each]) },
    { weight: 5, arbitrary: fc.tuple(step, step) },
    { weight: 1, arbitrary: fc.tuple(step, step, step) },
  );
}

function whoFor({ plain, fitting, targets }: Stage, { keys, tokens }: Material): Arbitrary<Who> {
  const names = (list: readonly string[]): Arbitrary<string | undefined> =>
    list.length === 0 ? fc.constant(undefined) : oneOf(list);
  const anyone = fc
    .tuple(names(keys), names(tokens), oneOf(targets))
    .map(([key, token, target]): Who => ({ key, token, ...target }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(plain) },
    { weight: 12, arbitrary: oneOf(fitting) },
    { weight: 1, arbitrary: anyone },
  );
}

function taken(recipe: Recipe, step: Step, { endpoint }: Stage, material: Material): Recipe {
  if (step.kind === 'deviation') return deviate(recipe, step.deviation);
  const tags = actorOf(material, endpoint, recipe.who).exists?.tags;
  return deviate(recipe, { send: { set: { [TAG_KEYS]: tagKeyList(step.list, tags, step.pick) } } });
}

function recipesOn(
  stage: Stage,
  material: Material,
  deviations: Arbitrary<readonly Step[]>,
): Arbitrary<Recipe> {
  return fc.tuple(whoFor(stage, material), deviations).map(([who, all]) => {
    const start: Recipe = { endpoint: stage.endpoint.id, who, send: {} };
    return all.reduce((recipe, step) => taken(recipe, step, stage, material), start);
  });
}

/** Any request on any endpoint. */
export function anyRecipe(material: Material): Arbitrary<Recipe> {
  return fc.oneof(...material.stages.map((stage) => recipesOn(stage, material, someSteps(stage, material))));
}

/** Requests that are valid but for the choice of tagKeys, by and about all that fit one another. */
export function validRecipe(material: Material): Arbitrary<Recipe> {
  const few = fc.oneof<Weighted<readonly Step[]>[]>(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: tagKeyLists.map((each) => [each]) },
  );
  return fc.oneof(...material.stages.map((stage) => recipesOn(stage, material, few)));
}
