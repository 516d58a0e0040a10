/** Whether a failure shows again: by itself, or after the trials that came before it. */
import { bucketKeyOf, type FailureBucket } from './failure-buckets.ts';
import type { Tried } from '../execute/perform.ts';
import { causeFirst, tryOnce, type Retrying } from './retrying.ts';
import { sequence, single, type Trial } from '../generate/trial.ts';

/** How often a failure showed when it was repeated. */
export interface Repeats {
  readonly failed: number;
  readonly of: number;
}

/** A bucket after its repeats; `last` is the latest trial that showed it. */
export interface Confirmed {
  readonly bucket: FailureBucket;
  readonly repeats: Repeats;
  readonly last: Tried;
}

export const REPEATS = 4;

async function repeated(bucket: FailureBucket, trial: Trial, retrying: Retrying): Promise<Confirmed> {
  let failed = 0;
  let of = 0;
  let last = bucket.example;
  for (let attempt = 0; attempt < REPEATS && !retrying.stop(); attempt += 1) {
    const tried = await tryOnce(trial, retrying);
    const shows = causeFirst(tried, bucket.key) !== undefined;
    // A trial without an answer does not show whether the failure is flaky.
    if (shows || tried.trouble === undefined) of += 1;
    if (!shows) continue;
    failed += 1;
    last = tried;
  }
  return { bucket, repeats: { failed, of }, last };
}

/** Whether the request after an odd one shows the same by itself: that is a cause of its own, and not the odd one. */
export async function showsAlone(
  { key, finding, example: { trial } }: FailureBucket,
  retrying: Retrying,
): Promise<boolean> {
  const [, next] = trial.steps;
  if (trial.relation !== 'next-works' || next === undefined) return false;
  const { found } = await tryOnce(single(next), retrying);
  return found.some((each) => each.finding.kind === finding.kind && bucketKeyOf(each) !== key);
}

/** Repeats the example of a bucket. */
export function confirm(bucket: FailureBucket, retrying: Retrying): Promise<Confirmed> {
  return repeated(bucket, bucket.example.trial, retrying);
}

/** Repeats a failure that did not show by itself, this time after the trials before it in its block. */
export async function confirmInContext(
  confirmed: Confirmed,
  context: readonly Trial[],
  retrying: Retrying,
): Promise<Confirmed> {
  const { bucket, repeats } = confirmed;
  if (repeats.failed > 0 || repeats.of === 0 || context.length === 0) return confirmed;
  const steps = [...context, bucket.example.trial].flatMap((each) => each.steps);
  const again = await repeated(bucket, sequence(steps), retrying);
  return again.repeats.failed > 0 ? again : confirmed;
}
