/** Requests after which a server may close the connection or refuse what it reads: only the next one tells anything. */
import { reachOf } from '../../judge/expect/reach.ts';
import type { Send } from '../../suite/format/case-schema.ts';
import { plainRecipe, type Material, type Stage } from './material.ts';
import type { Recipe } from './recipe.ts';
import { requestOf } from './request-of.ts';
import type { Trial } from './trial.ts';

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
