/** What is known about a target before it is fuzzed: its file, and what an orientation learns. */
import { fixedAtOnce, Places } from '../../run/send/concurrency.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import type { Note } from '../../run/suite/orientation/orient.ts';
import type { Named } from '../../run/suite/orientation/named-by-cases.ts';
import { orientBy, setupError, type Oriented } from '../../run/suite/orientation/orientation.ts';
import { outdatedTags } from '../../run/suite/orientation/outdated-tags.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { Pace } from '../../run/send/pace.ts';
import { preflight, waitForStart } from '../../run/send/preflight.ts';
import { senderOf } from '../../fuzz/trials/send-trial.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import { setupPolicy, type OpenTarget, type RunWords } from './connect.ts';

type Orienting = Pick<RunWords, 'ignoreSetup' | 'concurrency' | 'rate' | 'waitForStart'>;

/** The one pace of all requests to a target. */
export function paceFor(
  { transport }: OpenTarget,
  { rate }: Pick<Orienting, 'rate'>,
  signal: AbortSignal,
): Pace {
  return new Pace(rate, signal, () => transport.closeIdle?.());
}

/** Sends to the target as a fuzzer does, by what is known about its dialect. */
export function senderTo(
  { transport, redaction }: OpenTarget,
  dialect: Dialect,
  { rate }: Pick<Orienting, 'rate'>,
  signal: AbortSignal,
  pace: Pace,
): ReturnType<typeof senderOf> {
  return senderOf({ transport, dialect, mask: redaction.mask, rate, pace, signal });
}

/**
 * Asks the target about what its file declares. Throws TagproofError('setup') where the file does not fit the target, and
 * 'unreachable' where nothing like it answers.
 */
export async function orientTo(
  target: OpenTarget,
  options: Orienting,
  signal: AbortSignal,
  pace: Pace,
  note?: Note,
  named?: Named,
): Promise<Oriented> {
  const { facts, transport, name, placeOf } = target;
  try {
    const sender = senderTo(target, facts.dialect, options, signal, pace);
    const { waitForStart: limitMs } = options;
    if (limitMs !== undefined) await waitForStart({ transport, target: name, limitMs, signal });
    const preflightReplies = await preflight(sender.pace, transport, name, signal);
    const places = new Places(() => fixedAtOnce(options.concurrency));
    const oriented = await orientBy(facts, sender, places, preflightReplies, note, named);
    const isChecked = setupPolicy(target, options) === 'check';
    if (isChecked && oriented.faults.length > 0 && !signal.aborted)
      throw setupError(name, oriented.faults, placeOf);
    return oriented;
  } catch (error) {
    throw TagproofError.changed(error, target.redaction.hide);
  }
}

/** What is known about a target before it is fuzzed. */
interface KnownTarget {
  /** The facts of its file with those that its first plain replies show. */
  readonly facts: TargetFacts;
  /** A failed case for each subject whose declared tags no reply confirms. */
  readonly outdated: readonly CaseFinished[];
}

/** Sends the first plain requests, where the file is not trusted. Throws what `orientTo` throws. */
export async function knownFacts(
  target: OpenTarget,
  options: Orienting,
  signal: AbortSignal,
  pace: Pace,
  note?: Note,
): Promise<KnownTarget> {
  const { facts, redaction, placeOf } = target;
  if (setupPolicy(target, options) === 'trust') return { facts, outdated: [] };
  const oriented = await orientTo(target, options, signal, pace, note);
  const { world } = oriented;
  return { facts: { ...facts, world }, outdated: outdatedTags(oriented, redaction, placeOf, 0) };
}
