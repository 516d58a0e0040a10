/** Whether a failure shows again: by itself, or after the trials that came before it. */
import type { Target } from '../../run/send/target.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { sequence, single, type Trial } from '../trials/relations.ts';
import { performTrial, type Tried } from '../trials/send-trial.ts';
import { bucketKeyOf, type Failure } from './failure-buckets.ts';

/** How confirming and shrinking try a trial again. */
export interface Retrying {
  readonly sender: Target;
  readonly inputs: FuzzInputs;
  /** The name of these trials in a backend's log. */
  readonly name: string;
  /** Called for every trial. */
  readonly noted: (tried: Tried) => Promise<void>;
  /** Whether to stop: the user does not want to wait, the budget is spent, or the target answers no request. */
  readonly stop: () => boolean;
}

export async function tryOnce(trial: Trial, { sender, inputs, name, noted }: Retrying): Promise<Tried> {
  const tried = await performTrial(trial, name, sender, inputs);
  await noted(tried);
  return tried;
}

/** What was found, the cause of this key first; undefined: the trial did not show it. */
export function causeFirst(tried: Tried, key: string): readonly TrialFinding[] | undefined {
  const cause = tried.found.find((found) => bucketKeyOf(found) === key);
  return cause === undefined ? undefined : [cause, ...tried.found.filter((found) => found !== cause)];
}

export const REPEATS = 4;

async function repeated(failure: Failure, trial: Trial, retrying: Retrying): Promise<Failure> {
  let failed = 0;
  let of = 0;
  let last = failure.tried;
  for (let attempt = 0; attempt < REPEATS && !retrying.stop(); attempt += 1) {
    const tried = await tryOnce(trial, retrying);
    const shows = causeFirst(tried, failure.key) !== undefined;
    // A trial without an answer does not show whether the failure is flaky.
    if (shows || tried.notJudgedBecause === undefined) of += 1;
    if (!shows) continue;
    failed += 1;
    last = tried;
  }
  return { ...failure, repeats: { failed, of }, tried: last };
}

/** Whether the request after an odd one shows the same by itself: that is a cause of its own, and not the odd one. */
export async function showsAlone(
  { key, finding, tried: { trial } }: Failure,
  retrying: Retrying,
): Promise<boolean> {
  const [, next] = trial.steps;
  if (trial.relation !== 'next-works' || next === undefined) return false;
  const { found } = await tryOnce(single(next), retrying);
  return found.some((each) => each.finding.kind === finding.kind && bucketKeyOf(each) !== key);
}

/** Repeats the trial of a failure. */
export function confirm(failure: Failure, retrying: Retrying): Promise<Failure> {
  return repeated(failure, failure.tried.trial, retrying);
}

/** Repeats a failure that did not show by itself, this time after the trials before it in its block. */
export async function confirmInContext(
  failure: Failure,
  context: readonly Trial[],
  retrying: Retrying,
): Promise<Failure> {
  const { repeats, tried } = failure;
  if (repeats.failed > 0 || repeats.of === 0 || context.length === 0) return failure;
  const steps = [...context, tried.trial].flatMap((each) => each.steps);
  const again = await repeated(failure, sequence(steps), retrying);
  return again.repeats.failed > 0 ? again : failure;
}
