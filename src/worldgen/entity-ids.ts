/** Ids of generated entities: of the document's length, each once, and now and then nearly the id before it. */
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../contract/endpoints.ts';
import { drawsAt } from './draws.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Ids end in any character but this one, so an id that ends in it is only a near-duplicate of another. */
const NEIGHBOUR = 'q';
const ENDS = DIGITS.replace(NEIGHBOUR, '');

/** How many characters number the entities: that bounds how many a kind can have. */
const NUMBER_LENGTH = 5;
export const MAX_ENTITIES = 36 ** NUMBER_LENGTH;
/** It has no factor in common with 36, so that each number is met once. */
const STEP = 28_629_151;

function numbered(resource: Resource, seed: number, index: number): string {
  const start = drawsAt(seed, RESOURCES.indexOf(resource), -1)(MAX_ENTITIES);
  // In two steps: the product may be beyond 2^53.
  const high = Math.floor(index / 4096);
  const low = index % 4096;
  const product = ((((high * STEP) % MAX_ENTITIES) * 4096) % MAX_ENTITIES) + low * STEP;
  return ((start + product) % MAX_ENTITIES).toString(36).padStart(NUMBER_LENGTH, '0');
}

/** Letters and digits in lower case: some that look random, five that number it, one more. */
function plainId(resource: Resource, seed: number, index: number): string {
  const draw = drawsAt(seed, RESOURCES.indexOf(resource), index);
  const length = RESOURCE_FACTS[resource].idLength - NUMBER_LENGTH - 1;
  let id = '';
  for (let at = 0; at < length; at += 1) id += DIGITS[draw(DIGITS.length)];
  return id + numbered(resource, seed, index) + ENDS[draw(ENDS.length)];
}

/** What makes an id nearly another one. None of them is ever a plain id. */
const NEAR = [
  (id) => id.slice(0, -1) + NEIGHBOUR,
  (id) => id.toUpperCase(),
  (id) => id.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (id) => id.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
] as const satisfies readonly ((id: string) => string)[];

/** One in this many ids is nearly the one before it. */
const NEAR_EACH = 50;
const NEAR_AT = 17;

/** The id of an entity: always the same for the same seed. */
export function entityId(resource: Resource, seed: number, index: number): string {
  if (index % NEAR_EACH !== NEAR_AT) return plainId(resource, seed, index);
  const before = plainId(resource, seed, index - 1);
  const near = NEAR[Math.floor(index / NEAR_EACH) % NEAR.length] ?? NEAR[0];
  const id = near(before);
  // An id of digits has no case.
  return id === before ? NEAR[0](before) : id;
}
