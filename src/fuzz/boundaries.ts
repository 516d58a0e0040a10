/** Every single deviation on every endpoint, once: deterministic, the endpoints in turn so that an early end covers all. */
import { TAG_KEYS } from '../contract/members.ts';
import { reachOf } from '../judge/reach.ts';
import type { Send } from '../suite/case-schema.ts';
import { deviate, type Deviation } from './deviation.ts';
import { deviationsOf } from './deviations.ts';
import { actorOf, type Material, type Stage } from './material.ts';
import type { Recipe } from './recipe.ts';
import { requestOf } from './request-of.ts';
import { SPELLING_NAMES, spellingFacts } from './spellings.ts';
import { TAG_KEY_LIST_NAMES, tagKeyList } from './tag-key-lists.ts';
import type { Trial } from './trial.ts';

export function plainRecipe({ endpoint, plain }: Stage): Recipe {
  return { endpoint: endpoint.id, who: plain, send: {} };
}

/** Alterations of a header after which the head may be malformed or too long. */
const SUSPECT: ReadonlySet<string> = new Set(['nul-last', 'nul-added', 'far-too-long']);

function isShort({ bend = {}, repeat = {} }: NonNullable<Send['headers']>): boolean {
  for (const name in bend) if (SUSPECT.has(bend[name] ?? '')) return false;
  for (const name in repeat) if (SUSPECT.has(String(repeat[name]))) return false;
  return true;
}

/** Whether only the next connection tells anything: most recipes are seen at once to be no such thing. */
export function endsConnection(recipe: Recipe, material: Material): boolean {
  const { wire, method, headers } = recipe.send;
  const plain = wire === undefined && method === undefined && (headers === undefined || isShort(headers));
  return !plain && reachOf(requestOf(recipe, material, '')) === 'alive';
}

/** A request after which the connection may be gone says nothing by itself: a plain one follows. */
export function trialOf(recipe: Recipe, stage: Stage, material: Material): Trial {
  if (!endsConnection(recipe, material)) return { kind: 'single', recipe };
  return { kind: 'after-odd', odd: recipe, next: plainRecipe(stage) };
}

/** Two numbers that pick different elements. */
const PICKS = [0x1235, 0x6a93];

function tagKeyDeviations({ endpoint, plain }: Stage, material: Material): readonly Deviation[] {
  const tags = actorOf(material, endpoint, plain).exists?.tags;
  return TAG_KEY_LIST_NAMES.flatMap((name) =>
    PICKS.map((pick): Deviation => ({ send: { set: { [TAG_KEYS]: tagKeyList(name, tags, pick) } } })),
  );
}

function steps(stage: Stage, material: Material): readonly Trial[] {
  const { heavy, wire, ...parts } = deviationsOf(stage, material);
  const lists = [tagKeyDeviations(stage, material)];
  const single = Object.values({ ...parts, lists, wire, heavy }).flat(2);
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
export function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
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
