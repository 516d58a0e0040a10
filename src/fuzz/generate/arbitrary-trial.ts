/** Random trials of each phase, from random recipes. */
import fc, { type Arbitrary } from 'fast-check';
import { SECRET_KEY } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { STRING_BENDS, type StringBend } from '../../http/alterations/string-bends.ts';
import { WIRE_BENDS, type WireBend } from '../../http/alterations/wire-bends.ts';
import { anyRecipe, validRecipe } from './arbitrary-recipe.ts';
import { endsConnection, trialOf } from './after-odd.ts';
import { deviate, type Deviation } from './deviation.ts';
import { plainRecipe, stageFor, type Material, type Stage } from './material.ts';
import type { Recipe } from './recipe.ts';
import { variantsTrial } from './smoke.ts';
import { SPELLING_NAMES, spellingFacts, type Spelling } from './spellings.ts';
import type { Trial } from './trial.ts';

const single = (recipe: Recipe, material: Material): Trial =>
  trialOf(recipe, stageFor(material, recipe.endpoint), material);

/** The same request twice at once: that costs little, and any backend that wavers is caught (P7). */
function twice(recipe: Recipe, material: Material): Trial {
  const trial = single(recipe, material);
  return trial.kind === 'single' ? { kind: 'again', recipe, between: [] } : trial;
}

/** Requests of which the next one must not suffer: those that may end a connection are made plain. */
function staying(recipe: Recipe, material: Material): Recipe {
  return endsConnection(recipe, material) ? plainRecipe(stageFor(material, recipe.endpoint)) : recipe;
}

const TEXT_SPELLINGS = SPELLING_NAMES.filter((name) => !spellingFacts(name).wire);
const WIRE_SPELLINGS = SPELLING_NAMES.filter((name) => spellingFacts(name).wire);

/** A request that has neither a wire nor a body of its own can be spelled otherwise. */
function spelled(
  material: Material,
  any: Arbitrary<Recipe>,
  spellings: readonly Spelling[],
): Arbitrary<Trial> {
  return fc.tuple(any, fc.constantFrom(...spellings)).map(([recipe, spelling]): Trial => {
    const { wire, body, text, path, method } = recipe.send;
    const taken = [wire, body, text, path, method].some((each) => each !== undefined);
    return taken
      ? single(recipe, material)
      : { kind: 'spelled', recipe: staying(recipe, material), spelling };
  });
}

function variants(material: Material, valid: Arbitrary<Recipe>): Arbitrary<Trial> {
  return valid.map((recipe) => {
    const { resource } = stageFor(material, recipe.endpoint).endpoint;
    return variantsTrial(resource, recipe.who, material) ?? single(recipe, material);
  });
}

const REFUSED: readonly Deviation[] = [
  { send: { headers: { without: [SECRET_KEY] } } },
  ...(Object.keys(STRING_BENDS) as StringBend[])
    .filter((bend) => !bend.startsWith('pad-'))
    .map((bend): Deviation => ({ send: { headers: { bend: { [SECRET_KEY]: bend } } } })),
];

/** An id of a resource that the world says nothing has; in a complete world the made-up one. */
function absentId(
  { endpoint, targets }: Stage,
  game: string,
  { facts: { world } }: Material,
): string | undefined {
  return targets.find(({ id }) => world.subject(endpoint.resource, game, id).is === 'absent')?.id;
}

/** What is asked about both is the same: a plain request names the keys of its subject. */
function sameKeys(recipe: Recipe): Recipe {
  const named = [recipe.send.set, recipe.send.bend].some((part) => part !== undefined && TAG_KEYS in part);
  return named ? recipe : deviate(recipe, { send: { set: { [TAG_KEYS]: ['tagproof'] } } });
}

/** A caller without permission, about a subject that exists and about one that does not. */
function existence(material: Material): Arbitrary<Trial> {
  const { keys } = material;
  const broken = fc.constantFrom<Deviation[]>(
    ...REFUSED,
    ...keys.map((key): Deviation => ({ who: { key } })),
  );
  return fc.tuple(validRecipe(material), broken).map(([recipe, deviation]): Trial => {
    const absent = absentId(stageFor(material, recipe.endpoint), recipe.who.game, material);
    const refused = sameKeys(deviate(recipe, deviation));
    return absent === undefined ? single(refused, material) : { kind: 'existence', recipe: refused, absent };
  });
}

/** One request after the other by one worker. */
export function randomTrial(material: Material): Arbitrary<Trial> {
  const any = anyRecipe(material);
  return fc.oneof<{ weight: number; arbitrary: Arbitrary<Trial> }[]>(
    { weight: 40, arbitrary: any.map((recipe) => twice(recipe, material)) },
    { weight: 3, arbitrary: spelled(material, any, TEXT_SPELLINGS) },
    { weight: 1, arbitrary: variants(material, validRecipe(material)) },
    { weight: 2, arbitrary: existence(material) },
  );
}

const MOST_KINDS = 6;
const MOST_IN_A_ROW = 18;
const MOST_BETWEEN = 16;
const MOST_AT_ONCE = 12;

/** Mostly valid requests, so that there is something to be mistaken for something else. */
function mixed(material: Material): Arbitrary<Recipe> {
  return fc.oneof(
    { weight: 3, arbitrary: validRecipe(material) },
    { weight: 1, arbitrary: anyRecipe(material).map((recipe) => staying(recipe, material)) },
  );
}

/** Several requests of a few kinds, so that the same one comes again after others. */
function several(material: Material, most: number): Arbitrary<readonly Recipe[]> {
  const kinds = fc.array(mixed(material), { minLength: 2, maxLength: MOST_KINDS, size: 'max' });
  const picks = fc.array(fc.nat(), { minLength: 2, maxLength: most, size: 'max' });
  return fc.tuple(kinds, picks).map(([recipes, chosen]) => {
    const rest = chosen.flatMap((pick) => recipes[pick % recipes.length] ?? []);
    return [...recipes, ...rest].slice(0, Math.max(most, recipes.length));
  });
}

/** Over one connection: keys, tokens, games, kinds and sizes in turn, and repeats far apart. */
export function sequenceTrial(material: Material): Arbitrary<Trial> {
  const sequence = several(material, MOST_IN_A_ROW).map((recipes): Trial => ({ kind: 'sequence', recipes }));
  const again = fc
    .tuple(mixed(material), several(material, MOST_BETWEEN))
    .map(([recipe, between]): Trial => ({ kind: 'again', recipe, between }));
  return fc.oneof(sequence, again);
}

/** Several requests under way at once. */
export function concurrentTrial(material: Material): Arbitrary<Trial> {
  return several(material, MOST_AT_ONCE).map((recipes): Trial => ({ kind: 'at-once', recipes }));
}

const WIRE_NAMES = Object.keys(WIRE_BENDS) as WireBend[];

/** Requests in every way on the wire: judged where HTTP allows it, followed by a plain one where it does not. */
export function wireTrial(material: Material): Arbitrary<Trial> {
  const any = anyRecipe(material);
  const bent = fc
    .tuple(any, fc.constantFrom(...WIRE_NAMES))
    .map(([recipe, wire]) => single(deviate(recipe, { send: { wire } }), material));
  const spelt = spelled(material, any, WIRE_SPELLINGS);
  return fc.oneof({ weight: 3, arbitrary: bent }, { weight: 1, arbitrary: spelt });
}
