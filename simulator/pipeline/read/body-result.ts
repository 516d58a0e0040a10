/** What reading the bytes of a body gives, with the reason where it is not a JSON object. */
import type { Json, JsonObject } from '../../../src/rules/json.ts';
import { isObject } from '../../../src/rules/json.ts';

export type BodyResult =
  | { readonly is: 'object'; readonly members: JsonObject }
  | { readonly is: 'not-object'; readonly why: string }
  | { readonly is: 'not-json'; readonly why: string };

export const notJson = (why: string): BodyResult => ({ is: 'not-json', why });

/** The kind of a value that is not an object, as people call it. */
function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${typeof value}`;
}

/** §7.1: the request shape is an object, so any other value is refused. */
export function bodyResult(value: Json): BodyResult {
  return isObject(value)
    ? { is: 'object', members: value }
    : { is: 'not-object', why: `it is ${kindOf(value)}` };
}
