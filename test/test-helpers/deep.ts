/** How much of a sweep is run: all of it by `npm run test:deep`, a sample by `npm test`. */
export const DEEP = process.env['TAGPROOF_DEEP'] === '1';

/** Every item in a deep run; else each `parts`-th, from another one with each `turn`, so that all turns together take each item. */
export const sampled = <T>(items: readonly T[], parts: number, turn: number): readonly T[] =>
  DEEP ? items : items.filter((_, index) => index % parts === turn % parts);
