/** The named simplifications of a trial: each one step nearer to plain requests. */
import { isDeepStrictEqual } from 'node:util';
import type { Send } from '../../suite/format/case-schema.ts';
import { plainRecipe, stageFor, type Material } from '../generate/material.ts';
import type { Recipe, Who } from '../generate/recipe.ts';
import { recipesOf } from '../generate/shots.ts';
import type { Trial } from '../generate/trial.ts';

/** A simpler trial, and what was made simpler. */
export interface Simpler<T> {
  readonly step: string;
  readonly to: T;
}

type Fields = Readonly<Record<string, unknown>>;

/** Without one entry; undefined where nothing is left. */
function without<T extends Fields>(record: T, name: string): T | undefined {
  const kept = Object.entries(record).filter(([each]) => each !== name);
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as T);
}

function put(send: Send, part: keyof Send, value: unknown): Send {
  const { [part]: _, ...rest } = send;
  return value === undefined ? rest : { ...rest, [part]: value };
}

/** Nearer to a short list of short texts. */
function simplerValues(value: unknown): readonly unknown[] {
  // What begins with a dollar is a reference: half of one refers to nothing.
  if (typeof value === 'string')
    return value.length > 1 && !value.startsWith('$')
      ? ['x', value.slice(0, Math.ceil(value.length / 2))]
      : [];
  if (typeof value === 'number') return value === 0 ? [] : [0];
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  const half = Math.floor(items.length / 2);
  const halves = items.length > 3 ? [items.slice(0, half), items.slice(half)] : [];
  const dropped = items.length > 24 ? [] : items.map((_, at) => items.toSpliced(at, 1));
  const shortened =
    items.length > 8
      ? []
      : items.flatMap((item, at) => simplerValues(item).map((each) => items.with(at, each)));
  return [...halves, ...dropped, ...shortened];
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A part of `send` with one thing fewer, or with one value simpler. */
function simplerPart(name: string, value: unknown): readonly Simpler<unknown>[] {
  if (Array.isArray(value))
    return value.map((each: unknown, at) => ({
      step: `${name} without ${String(each)}`,
      to: value.length === 1 ? undefined : value.toSpliced(at, 1),
    }));
  if (!isRecord(value)) return [{ step: `without ${name}`, to: undefined }];
  return Object.entries(value).flatMap(([inner, each]): readonly Simpler<unknown>[] => [
    { step: `${name} without ${inner}`, to: without(value, inner) },
    ...(name === 'set'
      ? simplerValues(each).map((to) => ({ step: `a simpler ${inner}`, to: { ...value, [inner]: to } }))
      : []),
  ]);
}

function simplerSends(send: Send): readonly Simpler<Send>[] {
  const { headers, ...parts } = send;
  const outer = Object.entries(parts).flatMap(([name, value]) =>
    simplerPart(name, value).map(({ step, to }) => ({ step, to: put(send, name as keyof Send, to) })),
  );
  const inner = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    simplerPart(name, value).map(({ step, to }) => {
      const rest =
        headers === undefined ? undefined : without({ ...headers, [name]: to }, to === undefined ? name : '');
      return { step: `headers: ${step}`, to: put(send, 'headers', rest) };
    }),
  );
  return [...outer, ...inner];
}

function simplerWho(who: Who, plain: Who): readonly Simpler<Who>[] {
  const subject: Simpler<Who> = {
    step: 'the plain subject',
    to: { ...who, game: plain.game, id: plain.id },
  };
  return [
    { step: 'the plain key, token and subject', to: plain },
    subject,
    { step: 'the plain key', to: { ...who, key: plain.key } },
    { step: 'the plain token', to: { ...who, token: plain.token } },
  ];
}

/** A header that refers to a token stays right only where there is one. */
function isServed({ who, send }: Recipe): boolean {
  const asks = Object.values(send.headers?.set ?? {}).includes('$token');
  return !asks || who.token !== undefined;
}

/** The simpler recipes of one. */
export function simplerRecipes(recipe: Recipe, material: Material): readonly Simpler<Recipe>[] {
  const { plain } = stageFor(material, recipe.endpoint);
  const plainest = plainRecipe(stageFor(material, recipe.endpoint));
  const all: readonly Simpler<Recipe>[] = [
    { step: 'a plain request', to: plainest },
    ...simplerSends(recipe.send).map(({ step, to }) => ({ step, to: { ...recipe, send: to } })),
    ...simplerWho(recipe.who, plain).map(({ step, to }) => ({ step, to: { ...recipe, who: to } })),
  ];
  return all.filter(({ to }) => isServed(to) && !isDeepStrictEqual(to, recipe));
}

/** What is sent again stays the same request: it may be that which shows the failure. */
function everyTime(
  recipes: readonly Recipe[],
  at: number,
  { step, to }: Simpler<Recipe>,
): readonly Simpler<readonly Recipe[]>[] {
  const recipe = recipes[at];
  const comesAgain = recipes.indexOf(recipe as Recipe) === at && recipes.lastIndexOf(recipe as Recipe) > at;
  if (!comesAgain) return [];
  return [{ step: `each time: ${step}`, to: recipes.map((each) => (each === recipe ? to : each)) }];
}

/** A list without some, then with one simpler. */
function simplerLists(
  recipes: readonly Recipe[],
  least: number,
  material: Material,
): readonly Simpler<readonly Recipe[]>[] {
  const half = Math.floor(recipes.length / 2);
  const halves = [recipes.slice(0, half), recipes.slice(half)].filter(
    ({ length }) => length >= least && length < recipes.length,
  );
  const dropped = recipes.length > least ? recipes.map((_, at) => recipes.toSpliced(at, 1)) : [];
  const simpler = recipes.flatMap((recipe, at) =>
    simplerRecipes(recipe, material).flatMap(({ step, to }) => [
      ...everyTime(recipes, at, { step, to }),
      { step: `request ${at + 1}: ${step}`, to: recipes.with(at, to) },
    ]),
  );
  return [...[...halves, ...dropped].map((to) => ({ step: 'fewer requests', to })), ...simpler];
}

/** Each request of a trial by itself: whether one alone shows the same. */
function alone(trial: Trial): readonly Simpler<Trial>[] {
  if (trial.kind === 'single') return [];
  return recipesOf(trial).map((recipe) => ({ step: 'one request alone', to: { kind: 'single', recipe } }));
}

function within(trial: Trial, material: Material): readonly Simpler<Trial>[] {
  switch (trial.kind) {
    case 'single':
    case 'spelled':
    case 'existence':
      return simplerRecipes(trial.recipe, material).map(({ step, to }) => ({
        step,
        to: { ...trial, recipe: to },
      }));
    case 'again':
      return [
        ...simplerLists(trial.between, 0, material).map(({ step, to }) => ({
          step,
          to: { ...trial, between: to },
        })),
        ...simplerRecipes(trial.recipe, material).map(({ step, to }) => ({
          step,
          to: { ...trial, recipe: to },
        })),
      ];
    case 'variants':
    case 'sequence':
    case 'at-once':
      return simplerLists(trial.recipes, 2, material).map(({ step, to }) => ({
        step,
        to: { ...trial, recipes: to },
      }));
    case 'after-odd':
      return simplerRecipes(trial.odd, material).map(({ step, to }) => ({ step, to: { ...trial, odd: to } }));
  }
}

/** Requests at once that show the same one after the other are easier to read. */
function calmer(trial: Trial): readonly Simpler<Trial>[] {
  return trial.kind === 'at-once'
    ? [{ step: 'one after the other', to: { kind: 'sequence', recipes: trial.recipes } }]
    : [];
}

/** Every single simplification of a trial, the boldest first. */
export function simplerTrials(trial: Trial, material: Material): readonly Simpler<Trial>[] {
  return [...alone(trial), ...calmer(trial), ...within(trial, material)];
}
