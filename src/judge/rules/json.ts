/** JSON values, and the names in them that are those of JavaScript's prototypes. */

/** A JSON value. Objects are Maps, so that members of any name are just names. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** What the rules call the kinds of JSON values. */
export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function isObject(value: Json): value is JsonObject {
  return value instanceof Map;
}

export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function kindOf(value: Json): JsonKind {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return typeof value as 'boolean' | 'number' | 'string';
}

/** Values deeper than this are cut off: no check looks there, nothing in them changes an answer, and no recursion gets there. */
export const MAX_JSON_DEPTH = 500;

/** A plain value, as JSON.parse gives it, with every object turned into a Map. */
export function fromPlain(value: unknown, depth: number = 0): Json {
  if (Array.isArray(value))
    return depth > MAX_JSON_DEPTH ? [] : value.map((item) => fromPlain(item, depth + 1));
  if (typeof value === 'object' && value !== null) {
    const members = depth > MAX_JSON_DEPTH ? [] : Object.entries(value);
    return new Map(members.map(([name, member]) => [name, fromPlain(member, depth + 1)]));
  }
  return value as null | boolean | number | string;
}

/** The JSON text of a value, members in their order. */
export function toText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!isObject(value)) return `[${value.map(toText).join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of value) members.push(`${JSON.stringify(name)}:${toText(member)}`);
  return `{${members.join(',')}}`;
}

/** Names of members that a parser may refuse for its own safety, as they are those of JavaScript's prototypes (question body.prototype). */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const NO_MEMBERS: JsonObject = new Map();

export const isPrototypeName = (name: string): boolean => PROTOTYPE_NAMES.has(name);

/** The first member with such a name, at any depth; undefined: there is none. */
export function prototypeNameIn(value: Json): string | undefined {
  if (isArray(value)) return firstIn(value);
  if (!isObject(value)) return undefined;
  for (const name of value.keys()) if (isPrototypeName(name)) return name;
  return firstIn(value.values());
}

function firstIn(values: Iterable<Json>): string | undefined {
  for (const value of values) {
    const name = prototypeNameIn(value);
    if (name !== undefined) return name;
  }
  return undefined;
}
