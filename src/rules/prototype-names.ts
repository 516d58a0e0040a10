/** Members that a parser may refuse for its own safety, because their names are those of JavaScript's prototypes (question body.prototype). */
import { isArray, isObject, type Json } from './json.ts';

const NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isPrototypeName = (name: string): boolean => NAMES.has(name);

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
