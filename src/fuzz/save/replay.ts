/** Sending a saved failure again: is it fixed, does it still fail or warn, or does it fail in another way? */
import { answersControl, type Sender } from '../../engine/send.ts';
import type { Found } from '../execute/compare.ts';
import { planTrial } from '../generate/plan-trial.ts';
import { savedDialect, type FailureFile } from './failure-file.ts';
import { trialOfFile } from './trial-of-file.ts';
import { breaksMust } from '../../judge/compare/finding.ts';
import { bucketKeyOf } from '../shrink/failure-buckets.ts';
import { judgeTrial } from '../execute/judge-trial.ts';
import type { Material } from '../generate/material.ts';
import { perform, type Tried } from '../execute/perform.ts';
import { OUTAGE, wasSent } from '../outage/outage-watch.ts';

export const REPLAY_WORDS = {
  fixed: 'FIXED',
  'still-failing': 'STILL FAILING',
  'still-warned': 'STILL WARNED',
  changed: 'CHANGED',
  'not-judged': 'NOT JUDGED',
} as const satisfies Record<string, string>;

export type ReplayStatus = keyof typeof REPLAY_WORDS;

export interface Replayed {
  readonly status: ReplayStatus;
  readonly tried: Tried;
  /** What is wrong now, the saved cause first. */
  readonly found: readonly Found[];
  /** Whether a must is broken, or was and something is still wrong: a mere warning of fuzz does not fail a replay. */
  readonly fails: boolean;
}

/** A flaky failure counts as fixed only after this many tries without it. */
const TRIES_OF_FLAKY = 12;

/** A suspect that was sent alone and got no answer, and no later request was answered: it caused the outage. */
async function silenced(tried: Tried, sender: Sender, material: Material): Promise<Tried> {
  if (tried.trouble === undefined || !wasSent(tried) || (await answersControl(sender))) return tried;
  const judged = tried.judged.map((each) => ({ ...each, trouble: undefined }));
  return { ...tried, judged, found: judgeTrial(tried.trial, judged, material) };
}

function statusOf({ found, trouble }: Tried, key: string): ReplayStatus {
  const same = found.filter((each) => bucketKeyOf(each) === key).map(({ finding }) => finding);
  if (same.length > 0) return breaksMust(same) ? 'still-failing' : 'still-warned';
  if (trouble !== undefined) return 'not-judged';
  return found.length > 0 ? 'changed' : 'fixed';
}

/** Replays one failure. Never rejects for what a target does. */
export async function replay(file: FailureFile, by: Sender, known: Material): Promise<Replayed> {
  const { found: saved } = file;
  const key = bucketKeyOf(saved);
  const dialect = savedDialect(file);
  const sender = { ...by, dialect };
  const material = { ...known, facts: { ...known.facts, dialect } };
  const trial = trialOfFile(file);
  const requests = planTrial(trial, material, `replay ${saved.run.path}`);
  let tried = await perform(trial, requests, sender, material);
  for (
    let left = TRIES_OF_FLAKY - 1;
    saved.run.flaky && left > 0 && statusOf(tried, key) === 'fixed';
    left -= 1
  ) {
    tried = await perform(trial, requests, sender, material);
  }
  if (key === bucketKeyOf({ finding: OUTAGE })) tried = await silenced(tried, sender, material);
  const isSaved = (each: Found): boolean => bucketKeyOf(each) === key;
  const found = [...tried.found.filter(isSaved), ...tried.found.filter((each) => !isSaved(each))];
  const status = statusOf(tried, key);
  const broken = [...found.map(({ finding }) => finding), ...(status === 'changed' ? [saved.finding] : [])];
  return { status, tried, found, fails: breaksMust(broken) };
}
