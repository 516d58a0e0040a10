/** A trial in plain English: which requests, and in what each differs from the plain one. */
import { endpointOf } from '../../contract/endpoints.ts';
import { sendLines } from '../../explain/send-words.ts';
import { cut } from '../../judge/compare/show.ts';
import { stageFor, type Material } from '../generate/material.ts';
import type { Recipe } from '../generate/recipe.ts';
import { recipesOf } from '../generate/shots.ts';
import type { Trial } from '../generate/trial.ts';

function whoWords({ endpoint, who }: Recipe, material: Material): readonly string[] {
  const { plain } = stageFor(material, endpoint);
  const subject = who.game === plain.game && who.id === plain.id;
  return [
    ...(who.key === plain.key ? [] : [`the secret key is ${who.key ?? 'none'}`]),
    ...(who.token === plain.token || who.token === undefined ? [] : [`the auth token is ${who.token}`]),
    ...(subject ? [] : [`it asks about ${JSON.stringify(who.id)} of the game ${who.game}`]),
  ];
}

/** `a plain request to group.admin, but tagKeys is null`. */
export function recipeWords(recipe: Recipe, material: Material): string {
  const provoked = recipe.provoke === undefined ? [] : [`with the header that provokes ${recipe.provoke}`];
  const lines = [
    ...whoWords(recipe, material),
    ...provoked,
    ...sendLines(recipe.send, endpointOf(recipe.endpoint)),
  ];
  const but = lines.length === 0 ? '' : `, but ${lines.join('; ')}`;
  return cut(`a plain request to ${recipe.endpoint}${but}`, 600);
}

const LEADS = {
  single: '',
  again: 'the same request at the start and at the end: ',
  spelled: 'one request in two spellings: ',
  variants: 'one subject through several variants: ',
  existence: 'the same about a subject that exists and about one that does not: ',
  sequence: 'over one connection: ',
  'at-once': 'at once: ',
  'after-odd': 'after an odd request the plain one on the next connection: ',
} as const satisfies Record<Trial['kind'], string>;

const MOST = 6;

/** The requests of a trial in one line. */
export function trialWords(trial: Trial, material: Material): string {
  const recipes = recipesOf(trial);
  const words = recipes.slice(0, MOST).map((recipe) => recipeWords(recipe, material));
  const more = recipes.length > MOST ? [`and ${recipes.length - MOST} more`] : [];
  return LEADS[trial.kind] + [...words, ...more].join('; then ');
}

/** What each request of a trial is called beside its siblings; empty where it has none. */
export function shotLabel(trial: Trial, at: number): string {
  const count = recipesOf(trial).length;
  return count === 1 ? '' : `${at + 1} of ${count}`;
}
