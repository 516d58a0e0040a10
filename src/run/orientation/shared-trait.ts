/** Telling a defect from a mistake in the file: things that fail together and have something in common hint at a defect. */

export type Trait<T> = (thing: T) => boolean;

/** Fewer things than this may be wrong together by chance. */
const SEVERAL = 2;

/**
 * Whether several things fail because of a trait: all of them have it, and nothing that works does. A file is
 * rarely wrong in just that way, a backend often is.
 */
export function failByTrait<T>(
  failing: readonly T[],
  working: readonly T[],
  traits: readonly Trait<T>[],
): boolean {
  if (failing.length < SEVERAL || working.length === 0) return false;
  return traits.some((trait) => failing.every(trait) && !working.some(trait));
}
