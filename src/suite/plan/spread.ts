/** Taking a sample of a long list that covers all of it. */

/** At most `most` items, evenly from all over the list. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}
