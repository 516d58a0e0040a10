/** What is known about a target before it is fuzzed: its file, and what a set-up check learns. */
import { TagproofError } from '../../base/errors.ts';
import { fixedAtOnce } from '../../run/send/pace.ts';
import { preflight, waitForStart } from '../../run/send/preflight.ts';
import { targetOf, type Target } from '../../run/send/target.ts';
import type { Note } from '../../run/suite/setup/plain-pass.ts';
import { checkSetup, plainSender, setupError } from '../../run/suite/setup/setup-check.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import { setupPolicy, type OpenTarget, type RunWords } from './connect.ts';

type SetupWords = Pick<RunWords, 'ignoreSetup' | 'waitForStart'>;

/** The target as all requests of a command are sent to it. */
export function sendingTo(
  { transport, redaction, facts, fresh }: OpenTarget,
  { rate, concurrency }: Pick<RunWords, 'rate' | 'concurrency'>,
  signal: AbortSignal,
): Target {
  return targetOf({
    transport,
    dialect: facts.dialect,
    mask: redaction.mask,
    rate,
    signal,
    fresh,
    concurrency: fixedAtOnce(concurrency),
  });
}

/**
 * The facts of the target file with those that the first plain replies show, unless the file is trusted. Throws
 * TagproofError('setup') where the file does not fit the target, and 'unreachable' where nothing like it answers.
 */
export async function knownFacts(
  target: OpenTarget,
  words: SetupWords,
  to: Target,
  note?: Note,
): Promise<TargetFacts> {
  const { facts, redaction, name, placeOf } = target;
  const policy = setupPolicy(target, words);
  if (policy === 'trust') return facts;
  try {
    if (words.waitForStart !== undefined) await waitForStart(to, name, words.waitForStart);
    const replies = await preflight(to, name);
    const { faults, world } = await checkSetup(facts.world, plainSender(to), replies, note);
    if (policy === 'check' && faults.length > 0 && !to.signal.aborted)
      throw setupError(name, faults, placeOf);
    return { ...facts, world };
  } catch (error) {
    throw TagproofError.changed(error, redaction.hide);
  }
}
