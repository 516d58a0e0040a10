/** What confirming and shrinking share: how a trial is tried again, and whether it shows its cause. */
import type { Sender } from '../../engine/send.ts';
import type { Found } from '../execute/compare.ts';
import { bucketKeyOf } from './failure-buckets.ts';
import type { Material } from '../generate/material.ts';
import { performTrial, type Tried } from '../execute/perform.ts';
import type { Trial } from '../generate/trial.ts';

export interface Retrying {
  readonly sender: Sender;
  readonly material: Material;
  /** The name of these trials in a backend's log. */
  readonly name: string;
  /** Called for every trial. */
  readonly noted: (tried: Tried) => Promise<void>;
  /** Whether to stop: the user does not want to wait, the budget is spent, or the target answers no request. */
  readonly stop: () => boolean;
}

export async function tryOnce(trial: Trial, { sender, material, name, noted }: Retrying): Promise<Tried> {
  const tried = await performTrial(trial, name, sender, material);
  await noted(tried);
  return tried;
}

/** What was found, the cause of this key first; undefined: the trial did not show it. */
export function causeFirst(tried: Tried, key: string): readonly Found[] | undefined {
  const cause = tried.found.find((found) => bucketKeyOf(found) === key);
  return cause === undefined ? undefined : [cause, ...tried.found.filter((found) => found !== cause)];
}
