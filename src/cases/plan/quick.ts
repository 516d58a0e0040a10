/** A quick selection for pull requests: each written case on one endpoint, and near misses dealt out among the cases that send them. */
import { grouped } from '../../base/text/grouping.ts';
import type { Instance } from '../format/instance.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { planCase, type Plan } from './plan-case.ts';

/** How many requests the cases send at most, unless one request for each near miss and one endpoint for each case take more. */
const MAX_QUICK_REQUESTS = 1450;

const requestCount = (plan: Plan): number =>
  plan.kind === 'skip' ? 0 : plan.steps.reduce((sum, { requests }) => sum + requests.length, 0);

/** The near misses that a case sends. */
function nearMissesOf({ from }: Instance, plan: Plan): readonly string[] {
  if (plan.kind === 'skip') return [];
  const near = plan.steps.filter((_, at) => from.written.steps?.[at]?.each !== undefined);
  return [...new Set(near.flatMap(({ requests }) => requests.flatMap(({ varied }) => varied ?? [])))];
}

/** A case on the endpoint that was chosen for it. */
interface Dealt {
  readonly instance: Instance;
  readonly plan: Plan;
  /** The near misses that it could send. */
  readonly near: readonly string[];
  /** Those that it sends. */
  readonly given: Set<string>;
}

/** The plan of the first instance that the target can serve; where it can serve none, why it can't serve the last. */
function firstPlanned([first, ...others]: readonly Instance[], facts: TargetFacts): Plan {
  if (first === undefined) throw new TypeError('a case on no endpoint');
  const plan = planCase(first, facts);
  return plan.kind === 'planned' || others.length === 0 ? plan : firstPlanned(others, facts);
}

const ofChapter = ({ from, endpoint }: Instance): string => `${from.chapter} ${endpoint.id}`;

/**
 * Each written case on one endpoint: one on which the target serves it, and on which its chapter was met least so far, then one that was
 * met least at all.
 */
function onOneEndpoint(instances: readonly Instance[], facts: TargetFacts): readonly Dealt[] {
  const met = new Map<string, number>();
  const timesMet = (name: string): number => met.get(name) ?? 0;
  const compare = (a: Instance, b: Instance): number =>
    timesMet(ofChapter(a)) - timesMet(ofChapter(b)) || timesMet(a.endpoint.id) - timesMet(b.endpoint.id);
  return [...grouped(instances, ({ from }) => from).values()].map((all) => {
    const plan = firstPlanned(all.toSorted(compare), facts);
    const { instance } = plan;
    for (const name of [ofChapter(instance), instance.endpoint.id]) met.set(name, timesMet(name) + 1);
    return { instance, plan, near: nearMissesOf(instance, plan), given: new Set<string>() };
  });
}

/** Gives each near miss to the case that has fewest of those that can send it; then again, to another one, as long as there is room. */
function dealNearMisses(dealt: readonly Dealt[], room: number): void {
  const names = [...new Set(dealt.flatMap(({ near }) => near))];
  let left = Math.max(room, names.length);
  for (let isMore = true; isMore && left > 0;) {
    isMore = false;
    for (const name of names) {
      const [next] = dealt
        .filter(({ near, given }) => near.includes(name) && !given.has(name))
        .toSorted((a, b) => a.given.size - b.given.size);
      if (next === undefined || left === 0) continue;
      next.given.add(name);
      left -= 1;
      isMore = true;
    }
  }
}

/**
 * The quick selection of some instances, for a world as its file declares it: the same for the same suite and file. Every clause is met, and every
 * alteration; each endpoint by about as many cases of each chapter.
 */
export function quickOf(instances: readonly Instance[], facts: TargetFacts): readonly Instance[] {
  const dealt = onOneEndpoint(instances, facts);
  const plain = dealt.reduce((sum, { plan, near }) => sum + requestCount(plan) - near.length, 0);
  dealNearMisses(dealt, MAX_QUICK_REQUESTS - plain);
  return dealt.map(({ instance, near, given }) =>
    near.length === 0 ? instance : { ...instance, nearMisses: given },
  );
}
