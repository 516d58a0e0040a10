/** A fault of the set-up as a row, and whether things that fail together hint at a defect rather than at a mistake in the file. */
import type { DeclaredWorld } from '../../../world/declared-world.ts';
import type { SetupFault } from './front-faults.ts';
import type { Inquiry } from './inquiry.ts';

/** What the rows look at. */
export interface Seen {
  readonly world: DeclaredWorld;
  readonly inquiries: readonly Inquiry[];
}

/** One kind of fault: every occurrence in what was seen. */
export type FaultRow = (seen: Seen) => readonly SetupFault[];

/** What things that fail together may have in common: that hints at a defect rather than at a mistake in the file. */
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
