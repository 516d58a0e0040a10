/** Two ids of which one is easily mistaken for the other, for lines to paste. */
import type { Twin } from '../twins.ts';

type Pair = readonly [string, string];

/** Undefined: the pair differs by something else than its ids. */
export const TWIN_IDS = {
  case: (length) => ['Twin', 'twin'].map((id) => id.padEnd(length, '.')) as unknown as Pair,
  'last-character': (length) => ['a', 'b'].map((id) => id.padStart(length, '.')) as unknown as Pair,
  'first-character': (length) => ['a', 'b'].map((id) => id.padEnd(length, '.')) as unknown as Pair,
  'leading-zero': (length) => [`0${'1'.repeat(length - 1)}`, '1'.repeat(length)],
  kind: () => undefined,
  game: () => undefined,
} as const satisfies Record<Twin, (length: number) => Pair | undefined>;
