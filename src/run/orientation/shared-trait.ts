/** Telling a defect from a mistake in the file: things that fail together and have something in common hint at a defect. */

export type Trait<T> = (thing: T) => boolean;

/** Fewer things than this may be wrong together by chance. */
const SEVERAL = 2;

/**
 * Whether several things fail by what they are like: a trait that all of them have, and nothing that works. A file is
 * rarely mistaken in just that way, a backend often is.
 */
export function failByTrait<T>(
  failing: readonly T[],
  working: readonly T[],
  traits: readonly Trait<T>[],
): boolean {
  if (failing.length < SEVERAL || working.length === 0) return false;
  return traits.some((trait) => failing.every(trait) && !working.some(trait));
}
