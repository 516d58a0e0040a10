/** Every single deviation on every endpoint, once: deterministic, the endpoints in turn so that an early end covers all. */
import { TAG_KEYS } from '../../contract/members.ts';
import { trialOf } from './after-odd.ts';
import { deviate, type Deviation } from './deviation.ts';
import { deviationsOf } from './deviations.ts';
import { actorOf, plainRecipe, type Material, type Stage } from './material.ts';
import { SPELLING_NAMES, spellingFacts } from './spellings.ts';
import { TAG_KEY_LIST_NAMES, tagKeyList } from './tag-key-lists.ts';
import type { Trial } from './trial.ts';

/** Two numbers that pick different elements. */
const PICKS = [0x1235, 0x6a93];

function tagKeyDeviations({ endpoint, plain }: Stage, material: Material): readonly Deviation[] {
  const tags = actorOf(material, endpoint, plain).exists?.tags;
  return TAG_KEY_LIST_NAMES.flatMap((name) =>
    PICKS.map((pick): Deviation => ({ send: { set: { [TAG_KEYS]: tagKeyList(name, tags, pick) } } })),
  );
}

function steps(stage: Stage, material: Material): readonly Trial[] {
  const { heavy, wire, near, ...parts } = deviationsOf(stage, material);
  const lists = [tagKeyDeviations(stage, material)];
  const single = Object.values({ ...parts, lists, near, wire, heavy }).flat(2);
  // Classes may overlap.
  const recipes = new Map(
    single.map((each) => {
      const recipe = deviate(plainRecipe(stage), each);
      return [JSON.stringify(recipe), recipe];
    }),
  );
  return [...recipes.values()].map((recipe) => trialOf(recipe, stage, material));
}

/** The plain request in each other spelling. */
function spelled(stage: Stage, { wire }: Material): readonly Trial[] {
  return SPELLING_NAMES.filter((spelling) => wire || !spellingFacts(spelling).wire).map((spelling) => ({
    kind: 'spelled',
    recipe: plainRecipe(stage),
    spelling,
  }));
}

/** The failures that the target file says how to provoke. */
function provoked(stage: Stage, { facts: { provocations } }: Material): readonly Trial[] {
  return [...provocations.keys()].map((provoke) => ({
    kind: 'single',
    recipe: { ...plainRecipe(stage), provoke },
  }));
}

/** One from each list in turn, until all are used. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at] as T] : [])),
  ).flat();
}

/** All trials of the phase, in their order. */
export function boundaryTrials(material: Material): readonly Trial[] {
  return interleaved(
    material.stages.map((stage) => [
      ...steps(stage, material),
      ...provoked(stage, material),
      ...spelled(stage, material),
    ]),
  );
}
