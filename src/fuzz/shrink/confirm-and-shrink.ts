/** Confirms all failures of a run by repeats, then shrinks each. */
import { bucketKey } from '../../judge/compare/finding.ts';
import type { Allowance } from '../execute/budget.ts';
import type { Found } from '../execute/compare.ts';
import { confirm, confirmInContext, showsAlone, type Confirmed, type Repeats } from './confirm.ts';
import { keepable, type FailureBucket } from './failure-buckets.ts';
import type { Tried } from '../execute/perform.ts';
import type { Property } from '../execute/properties.ts';
import { causeFirst, type Retrying } from './retrying.ts';
import { shrink, type Ending } from './shrink.ts';
import type { Trial } from '../generate/trial.ts';

export interface Failure {
  readonly bucket: FailureBucket;
  readonly property: Property;
  /** The smallest trial, its replies and what is wrong with them; the first of `found` is the cause. */
  readonly tried: Tried;
  readonly found: readonly Found[];
  readonly repeats: Repeats;
  /** The names of the simplifications that were kept. */
  readonly changes: readonly string[];
  readonly ended: Ending;
  /** Its place among the suspects of an outage. */
  readonly suspect?: number;
}

/** Properties that concern several requests anyway. */
const OF_SEVERAL: ReadonlySet<Property> = new Set([
  'repeat',
  'equivalent',
  'variants',
  'games',
  'union',
  'key-order',
  'no-leak',
]);

/** What several requests show that none of them shows alone. The first of a row has nothing before it. */
export function propertyIn({ property, requestIndex }: Found, { delivery, relation }: Trial): Property {
  if (OF_SEVERAL.has(property)) return property;
  if (delivery === 'concurrent') return 'concurrent';
  if (relation === 'next-works') return 'answered';
  return relation === 'none' && requestIndex > 0 ? 'history' : property;
}

async function made(confirmed: Confirmed, retrying: Retrying, allowance?: Allowance): Promise<Failure> {
  const { repeats } = confirmed;
  const { best, cause: finding, changes, ended } = await shrink(confirmed, retrying, allowance);
  const key = bucketKey(finding);
  const bucket = key === confirmed.bucket.key ? confirmed.bucket : { ...confirmed.bucket, key, finding };
  const found = causeFirst(best, bucket.key) ?? [];
  const [cause] = found;
  return {
    bucket,
    property: cause === undefined ? bucket.property : propertyIn(cause, best.trial),
    tried: keepable(best),
    found,
    repeats,
    changes,
    ended,
  };
}

/** How a run confirms and shrinks its failures. */
export interface RetryingAll {
  readonly retryingOf: (bucket: FailureBucket) => Retrying;
  /** The trials of the block before the one that showed the failure. */
  readonly contextOf: (bucket: FailureBucket) => readonly Trial[];
  /** The budget for shrinking one of this many failures. */
  readonly allowanceFor: (failures: number) => Allowance;
}

/**
 * Confirms all buckets before shrinking any, so that a budget that is too small leaves out what matters least.
 * A bucket with the cause of another one is left out.
 */
export async function confirmAndShrinkAll(
  buckets: readonly FailureBucket[],
  { retryingOf, contextOf, allowanceFor }: RetryingAll,
): Promise<readonly Failure[]> {
  const shown: Confirmed[] = [];
  for (const bucket of buckets) {
    const retrying = retryingOf(bucket);
    if (!retrying.stop() && (await showsAlone(bucket, retrying))) continue;
    shown.push(await confirm(bucket, retrying));
  }
  const confirmed: Confirmed[] = [];
  for (const each of shown)
    confirmed.push(await confirmInContext(each, contextOf(each.bucket), retryingOf(each.bucket)));
  const failures: Failure[] = [];
  for (const [at, each] of confirmed.entries())
    failures.push(await made(each, retryingOf(each.bucket), allowanceFor(confirmed.length - at)));
  // What got the clause of another failure while it was shrunk is that failure.
  const own = new Set(failures.filter(({ bucket }) => confirmed.some((each) => each.bucket === bucket)));
  const first = new Map(failures.toReversed().map((each) => [each.bucket.key, each]));
  for (const each of own) first.set(each.bucket.key, each);
  return failures.filter((each) => first.get(each.bucket.key) === each);
}
