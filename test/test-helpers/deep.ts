import { grouped } from '../../src/base/text/grouping.ts';
import type { Instance } from '../../src/cases/format/instance.ts';

/** How much of a sweep is run: all of it by `npm run test:deep`, a sample by `npm test`. */
export const DEEP = process.env['TAGPROOF_DEEP'] === '1';

/** Every item in a deep run; else each `parts`-th, from another one with each `turn`, so that all turns together take each item. */
export const sampled = <T>(items: readonly T[], parts: number, turn: number): readonly T[] =>
  DEEP ? items : items.filter((_, index) => index % parts === turn % parts);

/** Whether tagKeys may be left out: the reply decides how other cases are sent to the same endpoint. */
export const isDeciding = ({ from }: Instance): boolean => from.written.decides === 'tagKeys.omitted';

/** Each case on one of its endpoints, on another one with the next `turn`; a turn meets all endpoints, each by other cases. */
export const onOneEndpoint = (instances: readonly Instance[], turn: number): readonly Instance[] =>
  [...grouped(instances, ({ from }) => from).values()].flatMap((all, number) =>
    all.filter((each, index) => isDeciding(each) || index === (turn + number) % all.length),
  );

const THREE: ReadonlySet<string> = new Set(['gamePlayer.client', 'characterPlayer.server', 'group.admin']);

/** Those on one endpoint of each resource and of each variant. */
export const onThreeEndpoints = (instances: readonly Instance[]): readonly Instance[] =>
  instances.filter(({ endpoint }) => THREE.has(endpoint.id));
