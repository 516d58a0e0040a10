/** Pure functions that remember what they made: of short texts, most of which come again and again, and of objects. */

/** Longer texts rarely occur twice. */
const MAX_LENGTH = 512;
/** How many are remembered; then all are forgotten, which costs less than tracking the oldest. */
const MAX_TEXTS = 4096;

/** The same function; what it returns is shared by all callers, who must not alter it. */
export function remembered<T extends object>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    if (text.length > MAX_LENGTH) return make(text);
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= MAX_TEXTS) made.clear();
    const value = make(text);
    made.set(text, value);
    return value;
  };
}

/** A function of objects that can be told that one object stands for another. */
type RememberedPer<K, T> = ((key: K) => T) & { readonly standsFor: (other: K, key: K) => void };

/** The same function of an object, called once for each; what it made is forgotten with the object. */
export function rememberedPer<K extends object, T extends object>(make: (key: K) => T): RememberedPer<K, T> {
  const made = new WeakMap<K, T>();
  const of = (key: K): T => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
  return Object.assign(of, { standsFor: (other: K, key: K) => void made.set(other, of(key)) });
}
