/** Values put together by what they share, in the order in which they came. */
export function grouped<T, K>(values: Iterable<T>, keyOf: (value: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
}

/** How often each value occurs, most frequent first; equals in the order in which they came. */
export function counted<T>(values: Iterable<T>): readonly (readonly [value: T, count: number])[] {
  return [...grouped(values, (value) => value)]
    .map(([value, all]) => [value, all.length] as const)
    .sort(([, a], [, b]) => b - a);
}
