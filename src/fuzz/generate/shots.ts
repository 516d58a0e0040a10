/** The requests of a trial, each with what is allowed for it. */
import type { ClauseId } from '../../contract/clauses.ts';
import type { RefusalCode } from '../../contract/codes.ts';
import { endpointOf, type EndpointId } from '../../contract/endpoints.ts';
import type { Request } from '../../http/request.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { refuse } from '../../rules/ruling.ts';
import type { SecretKey } from '../../world/world.ts';
import { deviate } from './deviation.ts';
import type { Material } from './material.ts';
import type { Recipe } from './recipe.ts';
import { requestOf } from './request-of.ts';
import { spellingFacts } from './spellings.ts';
import type { Trial } from './trial.ts';

/** One request of a trial. */
export interface Shot {
  readonly recipe: Recipe;
  readonly request: Request;
  readonly allowed: Allowed;
  readonly cast: { readonly key: SecretKey | undefined };
}

const ALIVE = '1/http-200/reply';

/** The request after an odd one: whatever is wrong with its reply, the clause is that the next connection works. */
function afterOdd(allowed: Allowed): Allowed {
  return {
    ...allowed,
    clause: ALIVE,
    outcomes: allowed.outcomes.map((outcome) => ({ ...outcome, clause: ALIVE })),
  };
}

const RECIPES: { readonly [K in Trial['kind']]: (trial: Extract<Trial, { kind: K }>) => readonly Recipe[] } =
  {
    single: ({ recipe }) => [recipe],
    again: ({ recipe, between }) => [recipe, ...between, recipe],
    spelled: ({ recipe, spelling }) => [recipe, deviate(recipe, { send: spellingFacts(spelling).send })],
    variants: ({ recipes }) => recipes,
    existence: ({ recipe, absent }) => [recipe, deviate(recipe, { who: { id: absent } })],
    sequence: ({ recipes }) => recipes,
    'at-once': ({ recipes }) => recipes,
    'after-odd': ({ odd, next }) => [odd, next],
  };

/** The recipes of a trial in the order in which they are sent. */
export function recipesOf(trial: Trial): readonly Recipe[] {
  return (RECIPES[trial.kind] as (each: Trial) => readonly Recipe[])(trial);
}

/** How many requests a trial sends. */
export function sizeOf(trial: Trial): number {
  return recipesOf(trial).length;
}

/** A failure that was asked for is the only right answer: no rule derives it. */
function provokedBy(allowed: Allowed, code: RefusalCode): Allowed {
  const clause = clauseOfCode(code);
  return { ...allowed, clause, outcomes: [{ expected: refuse(code), when: [], clause }] };
}

/** §7.1: `InternalServerError` is the clause `7.1/internal-server-error`. */
function clauseOfCode(code: RefusalCode): ClauseId {
  return `7.1/${code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`;
}

function shotOf(recipe: Recipe, material: Material, name: string): Shot {
  const request = requestOf(recipe, material, name);
  const allowed = allowedForRequest(request, material.facts);
  return {
    recipe,
    request,
    allowed: recipe.provoke === undefined ? allowed : provokedBy(allowed, recipe.provoke),
    cast: { key: material.key(recipe.who.key) },
  };
}

/** One shot for each recipe: what is sent again is the same. */
function shotMaker(material: Material, name: string): (recipe: Recipe) => Shot {
  const made = new Map<Recipe, Shot>();
  return (recipe) => {
    const shot = made.get(recipe) ?? shotOf(recipe, material, name);
    made.set(recipe, shot);
    return shot;
  };
}

/** The shots of a trial, a recipe that is sent again the same one; `name` is how a backend's log shows them. */
export function shotsOf(trial: Trial, material: Material, name: string): readonly Shot[] {
  const shots = recipesOf(trial).map(shotMaker(material, name));
  if (trial.kind !== 'after-odd') return shots;
  return shots.map((shot, index) => (index === 0 ? shot : { ...shot, allowed: afterOdd(shot.allowed) }));
}

/** The endpoints that a trial asks, each once. */
export function endpointsOf(trial: Trial): readonly EndpointId[] {
  return [...new Set(recipesOf(trial).map(({ endpoint }) => endpointOf(endpoint).id))];
}
