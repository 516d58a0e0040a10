/** Remembering what a pure function finds in a world: cases ask the same few things over and over. */
import type { DeclaredWorld } from '../../world/declared-world.ts';

/** The function, computed once for each world and key; the key names all that the result depends on besides. */
export function byWorld<A extends readonly unknown[], R>(
  keyOf: (...rest: A) => string,
  find: (world: DeclaredWorld, ...rest: A) => R,
): (world: DeclaredWorld, ...rest: A) => R {
  const worlds = new WeakMap<DeclaredWorld, Map<string, { readonly found: R }>>();
  return (world, ...rest) => {
    const known = worlds.get(world) ?? new Map<string, { readonly found: R }>();
    worlds.set(world, known);
    const key = keyOf(...rest);
    const remembered = known.get(key) ?? { found: find(world, ...rest) };
    known.set(key, remembered);
    return remembered.found;
  };
}
