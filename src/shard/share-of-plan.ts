/** The part of a plan that one shard runs. */
import { TagproofError } from '../errors.ts';
import { identityOf } from '../run/events/case-event.ts';
import type { Share } from '../run/run-options.ts';
import { mustCellsOf } from '../run/verdict/must-cells.ts';
import { isAlone } from '../run/wave-order.ts';
import type { Instance } from '../suite/format/instance.ts';
import { planCase, type TargetFacts } from '../suite/plan/plan-case.ts';
import { sharesOf, type Load } from './shares.ts';
import type { Shard } from './which-shard.ts';

/** Counted in the world as its file declares it: what a run learns may differ from shard to shard. */
function loadOf(instance: Instance, facts: TargetFacts): Load {
  const plan = planCase(instance, facts);
  const requests = plan.kind === 'skip' ? 0 : plan.steps.reduce((sum, step) => sum + step.requests.length, 0);
  return { weight: requests, alone: isAlone(instance) };
}

/** The share of a shard; `whole`: the whole suite is selected. Throws where there are more shards than cases. */
export function shareOfPlan(
  instances: readonly Instance[],
  facts: TargetFacts,
  { index, of }: Shard,
  whole: boolean,
): Share {
  const shares = sharesOf(
    instances.map((instance) => loadOf(instance, facts)),
    of,
  );
  const own = new Set(instances.filter((_, at) => shares[at] === index - 1));
  if (own.size === 0)
    throw new TagproofError(
      'nothing-selected',
      `--shard ${index}/${of}: ${instances.length} selected cases are too few for so many parts: this one is empty\nuse fewer parts`,
    );
  const cells = whole
    ? {}
    : { cells: [...new Set(instances.flatMap((each) => mustCellsOf(identityOf(each))))] };
  return { facts: { index, of, cases: instances.length, ...cells }, owns: (instance) => own.has(instance) };
}
