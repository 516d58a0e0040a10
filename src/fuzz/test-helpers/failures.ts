/** Failures as a run reports them, each from one trial. */
import type { Transport } from '../../http/exchange.ts';
import type { Mask } from '../../http/secrets/secrets.ts';
import type { Trial } from '../trials/relations.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { newFailure } from '../failures/failure-buckets.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { performTrial } from '../trials/send-trial.ts';
import type { Failure } from '../failures/failure-buckets.ts';
import { INPUTS, senderTo } from './made.ts';

/** The finding to use if the replies show none, so that a failure file can be written anyway. */
const NOTHING: TrialFinding = {
  property: 'allowed',
  requestIndex: 0,
  finding: { kind: 'wrong-outcome', clause: '4.5.2/tags', level: 'must', at: '', expected: '', actual: '' },
};

interface Redactions {
  readonly mask?: Mask;
  readonly inputs?: FuzzInputs;
}

/** Runs a trial and returns its failure without shrinking. */
export async function failureOf(
  trial: Trial,
  transport: Transport,
  { mask = (text) => text, inputs = INPUTS }: Redactions = {},
): Promise<Failure> {
  const sender = { ...senderTo(transport), mask, dialect: inputs.facts.dialect };
  const tried = await performTrial(trial, 'made', sender, inputs);
  const failure = newFailure(tried.found[0] ?? NOTHING, tried, 7);
  return { ...failure, tried, repeats: { failed: 4, of: 4 }, ended: 'smallest' };
}
