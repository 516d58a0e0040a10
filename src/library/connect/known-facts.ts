/** What is known about a target before it is fuzzed: its file, and what an orientation learns. */
import { Concurrency, fixedAtOnce } from '../../run/send/concurrency.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Note } from '../../run/suite/orientation/orient.ts';
import type { Named } from '../../run/suite/orientation/named-by-cases.ts';
import { orientBy, setupError, type Oriented } from '../../run/suite/orientation/orientation.ts';
import { outdatedTags } from '../../run/suite/orientation/outdated-tags.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { preflight, waitForStart } from '../../run/send/preflight.ts';
import { targetOf, type Target } from '../../run/send/target.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import { setupPolicy, type OpenTarget, type RunWords } from './connect.ts';

type Orienting = Pick<RunWords, 'ignoreSetup' | 'concurrency' | 'rate' | 'waitForStart'>;

/** The target as all requests of a command are sent to it. */
export function sendingTo(
  { transport, redaction, facts, fresh }: OpenTarget,
  { rate, concurrency }: Pick<Orienting, 'rate' | 'concurrency'>,
  signal: AbortSignal,
): Target {
  return targetOf({
    transport,
    dialect: facts.dialect,
    mask: redaction.mask,
    rate,
    signal,
    fresh,
    concurrency: new Concurrency(fixedAtOnce(concurrency)),
  });
}

/**
 * Asks the target about what its file declares. Throws TagproofError('setup') where the file does not fit the target, and
 * 'unreachable' where nothing like it answers.
 */
export async function orientTo(
  target: OpenTarget,
  options: Orienting,
  to: Target,
  note?: Note,
  named?: Named,
): Promise<Oriented> {
  const { facts, name, placeOf } = target;
  const { signal } = to;
  try {
    const { waitForStart: limitMs } = options;
    if (limitMs !== undefined) await waitForStart(to, name, limitMs);
    const preflightReplies = await preflight(to, name);
    const oriented = await orientBy(facts, to, preflightReplies, note, named);
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
  to: Target,
  note?: Note,
): Promise<KnownTarget> {
  const { facts, redaction, placeOf } = target;
  if (setupPolicy(target, options) === 'trust') return { facts, outdated: [] };
  const oriented = await orientTo(target, options, to, note);
  const { world } = oriented;
  return { facts: { ...facts, world }, outdated: outdatedTags(oriented, redaction, placeOf, 0) };
}
