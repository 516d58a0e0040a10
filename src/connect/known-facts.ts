/** What is known about a target before it is fuzzed: its file, and what an orientation learns. */
import { fixedAtOnce, Places } from '../engine/concurrency.ts';
import { TagproofError } from '../errors.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Note } from '../run/orientation/orient.ts';
import { orientBy, setupError } from '../run/orientation/orientation.ts';
import { worldWith } from '../run/orientation/learned.ts';
import { Pace } from '../engine/pace.ts';
import { preflight, waitForStart } from '../engine/preflight.ts';
import { senderOf } from '../fuzz/trials/send-trial.ts';
import type { TargetFacts } from '../suite/roles/target-facts.ts';
import { setupPolicy, type OpenTarget, type RunWords } from './connect.ts';

interface Orienting extends Pick<RunWords, 'ignoreSetup' | 'concurrency' | 'rate' | 'waitForStart'> {
  /** Keep the tags that the file declares, even where every reply contradicts them: a saved failure was judged by them. */
  readonly declaredTags?: boolean | undefined;
}

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
 * The facts of the target's file with those that its first plain replies show. Throws TagproofError('setup') where the file
 * does not fit the target.
 */
export async function knownFacts(
  ...[target, options, signal, pace, note]: Parameters<typeof factsOf>
): Promise<TargetFacts> {
  try {
    return await factsOf(target, options, signal, pace, note);
  } catch (error) {
    throw TagproofError.changed(error, target.redaction.hide);
  }
}

async function factsOf(
  target: OpenTarget,
  options: Orienting,
  signal: AbortSignal,
  pace: Pace,
  note?: Note,
): Promise<TargetFacts> {
  const { facts, transport, name, placeOf } = target;
  const policy = setupPolicy(target, options);
  if (policy === 'trust') return facts;
  const sender = senderTo(target, facts.dialect, options, signal, pace);
  const { waitForStart: limitMs } = options;
  if (limitMs !== undefined) await waitForStart({ transport, target: name, limitMs, signal });
  const preflightReplies = await preflight(sender.pace, transport, name, signal);
  const {
    faults,
    facts: learned,
    world,
  } = await orientBy(
    facts,
    sender,
    new Places(() => fixedAtOnce(options.concurrency)),
    preflightReplies,
    note,
  );
  if (policy === 'check' && faults.length > 0 && !signal.aborted) throw setupError(name, faults, placeOf);
  if (options.declaredTags !== true) return { ...facts, world };
  const others = learned.filter((fact) => fact.kind !== 'tags' || fact.against === undefined);
  return { ...facts, world: worldWith(facts.world, others) };
}
