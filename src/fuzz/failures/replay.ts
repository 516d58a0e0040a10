/** Sending a saved failure again: is it fixed, does it still fail or warn, or does it fail in another way? */
import { answersControl, type Sender } from '../../engine/send.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { type FailureFile, savedDialect, trialOfFile } from './failure-file.ts';
import { breaksMust } from '../../judge/finding.ts';
import { bucketKeyOf, OUTAGE } from './failure-buckets.ts';
import { judgeTrial } from '../trials/judge-trial.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { perform, type Tried, planTrial, wasSent } from '../trials/send-trial.ts';

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
  readonly found: readonly TrialFinding[];
  /** Whether a must is broken, or was and something is still wrong: a mere warning of fuzz does not fail a replay. */
  readonly fails: boolean;
}

/** A flaky failure counts as fixed only after this many tries without it. */
const TRIES_OF_FLAKY = 12;

/** A suspect that was sent alone and got no answer, and no later request was answered: it caused the outage. */
async function silenced(tried: Tried, sender: Sender, inputs: FuzzInputs): Promise<Tried> {
  if (tried.notJudgedBecause === undefined || !wasSent(tried) || (await answersControl(sender))) return tried;
  const judged = tried.judged.map((each) => ({ ...each, notJudgedBecause: undefined }));
  return { ...tried, judged, found: judgeTrial(tried.trial, judged, inputs) };
}

function statusOf({ found, notJudgedBecause }: Tried, key: string): ReplayStatus {
  const same = found.filter((each) => bucketKeyOf(each) === key).map(({ finding }) => finding);
  if (same.length > 0) return breaksMust(same) ? 'still-failing' : 'still-warned';
  if (notJudgedBecause !== undefined) return 'not-judged';
  return found.length > 0 ? 'changed' : 'fixed';
}

/** Replays one failure. Never rejects for what a target does. */
export async function replay(file: FailureFile, by: Sender, known: FuzzInputs): Promise<Replayed> {
  const { found: saved } = file;
  const key = bucketKeyOf(saved);
  const dialect = savedDialect(file);
  const sender = { ...by, dialect };
  const inputs = { ...known, facts: { ...known.facts, dialect } };
  const trial = trialOfFile(file);
  const requests = planTrial(trial, inputs, `replay ${saved.run.path}`);
  let tried = await perform(trial, requests, sender, inputs);
  for (
    let left = TRIES_OF_FLAKY - 1;
    saved.run.flaky && left > 0 && statusOf(tried, key) === 'fixed';
    left -= 1
  ) {
    tried = await perform(trial, requests, sender, inputs);
  }
  if (key === bucketKeyOf({ finding: OUTAGE })) tried = await silenced(tried, sender, inputs);
  const isSaved = (each: TrialFinding): boolean => bucketKeyOf(each) === key;
  const found = [...tried.found.filter(isSaved), ...tried.found.filter((each) => !isSaved(each))];
  const status = statusOf(tried, key);
  const broken = [...found.map(({ finding }) => finding), ...(status === 'changed' ? [saved.finding] : [])];
  return { status, tried, found, fails: breaksMust(broken) };
}
