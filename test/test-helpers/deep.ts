import { grouped } from '../../src/text/grouping.ts';
import type { Instance } from '../../src/suite/format/instance.ts';

/** How much of a sweep is run: all of it by `npm run test:deep`, a sample by `npm test`. */
export const DEEP = process.env['TAGPROOF_DEEP'] === '1';

/** Every item in a deep run; else each `parts`-th, from another one with each `turn`, so that all turns together take each item. */
export const sampled = <T>(items: readonly T[], parts: number, turn: number): readonly T[] =>
  DEEP ? items : items.filter((_, index) => index % parts === turn % parts);

/** Each case on every third of its endpoints, with the next `turn` on others: what a backend chooses, it mostly chooses for all of them. */
export const onThirdEndpoints = (instances: readonly Instance[], turn: number): readonly Instance[] =>
  [...grouped(instances, ({ from }) => from).values()].flatMap((all) => {
    const parts = Math.min(3, all.length);
    return all.filter((_, index) => index % parts === turn % parts);
  });
