/** What is known about a target before it is fuzzed: its file, and what a set-up check learns. */
import { TagproofError } from '../../base/errors.ts';
import { Pace } from '../../run/send/pace.ts';
import { preflight, waitForStart } from '../../run/send/preflight.ts';
import type { Note } from '../../run/suite/setup/plain-pass.ts';
import { plainSender } from '../../run/suite/setup/send-plain.ts';
import { checkSetup, setupError } from '../../run/suite/setup/setup-check.ts';
import { senderOf } from '../../fuzz/trials/send-trial.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import { setupPolicy, type OpenTarget, type RunWords } from './connect.ts';

type SetupWords = Pick<RunWords, 'ignoreSetup' | 'rate' | 'waitForStart'>;

/** The one pace of all requests to a target. */
export function paceFor(
  { transport }: OpenTarget,
  { rate }: Pick<SetupWords, 'rate'>,
  signal: AbortSignal,
): Pace {
  return new Pace(rate, signal, () => transport.closeIdle?.());
}

/**
 * The facts of the target file with those that the first plain replies show, unless the file is trusted. Throws
 * TagproofError('setup') where the file does not fit the target, and 'unreachable' where nothing like it answers.
 */
export async function knownFacts(
  target: OpenTarget,
  words: SetupWords,
  signal: AbortSignal,
  pace: Pace,
  note?: Note,
): Promise<TargetFacts> {
  const { facts, transport, redaction, name, placeOf } = target;
  const { rate, waitForStart: limitMs } = words;
  const policy = setupPolicy(target, words);
  if (policy === 'trust') return facts;
  try {
    const { dialect } = facts;
    const sender = senderOf({ transport, dialect, mask: redaction.mask, rate, pace, signal });
    if (limitMs !== undefined) await waitForStart({ transport, target: name, limitMs, signal });
    const preflightReplies = await preflight(pace, transport, name, signal);
    const { faults, world } = await checkSetup(facts.world, plainSender(sender), preflightReplies, note);
    if (policy === 'check' && faults.length > 0 && !signal.aborted) throw setupError(name, faults, placeOf);
    return { ...facts, world };
  } catch (error) {
    throw TagproofError.changed(error, redaction.hide);
  }
}
