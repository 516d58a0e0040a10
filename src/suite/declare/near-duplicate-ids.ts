/** Pairs of ids that are easily mistaken for each other, for lines to paste. */
import type { NearDuplicate } from '../roles/near-duplicates.ts';

type Pair = readonly [string, string];

/** Undefined: the pair differs by something other than its ids. */
export const NEAR_DUPLICATE_IDS = {
  case: (length) => ['Twin'.padEnd(length, '.'), 'twin'.padEnd(length, '.')],
  'last-character': (length) => ['a'.padStart(length, '.'), 'b'.padStart(length, '.')],
  'first-character': (length) => ['a'.padEnd(length, '.'), 'b'.padEnd(length, '.')],
  'leading-zero': (length) => [`0${'1'.repeat(length - 1)}`, '1'.repeat(length)],
  kind: () => undefined,
  game: () => undefined,
} as const satisfies Record<NearDuplicate, (length: number) => Pair | undefined>;
