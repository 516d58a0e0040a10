/** The set-up check: plain requests before the cases, compared with the target file, and turned into what is known from then on. */
import { TagproofError } from '../../../base/errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { DeclaredPlace } from '../../../world/target-file/target-file.ts';
import type { DeclaredWorld } from '../../../world/declared-world.ts';
import type { SetupSummary } from '../../../report/record/events.ts';
import { attempt } from '../../send/attempt.ts';
import { foundOutage } from '../../send/outage.ts';
import type { Target } from '../../send/target.ts';
import { oneAtATime } from '../order.ts';
import { describeEvidence, summariseFacts, worldWith, type LearnedFact } from './facts.ts';
import { frontFault, type SetupFault } from './front-fault.ts';
import { factsFrom } from './learn.ts';
import { madeUpIds } from './made-up-ids.ts';
import { plainPass, type Note } from './plain-pass.ts';
import { plainReplyOf, plannedPlain, tryName, type SendPlain } from './plain-try.ts';
import { setupFaults } from './setup-faults.ts';

/**
 * What to do about the set-up. `check`: stop where it is wrong; `ignore`: go on all the same; `trust`: send nothing and
 * learn nothing, for a target that was just started from the very file.
 */
export type SetupPolicy = 'check' | 'ignore' | 'trust';

/** What the set-up check found. */
export interface SetupCheck {
  readonly facts: readonly LearnedFact[];
  readonly faults: readonly SetupFault[];
  /** The declared world with the facts. */
  readonly world: DeclaredWorld;
  /** How many plain requests were answered, or not. */
  readonly requests: number;
}

/** Sends plain requests at the target's pace, and again where it is busy. Rejects where the target is gone. */
export const plainSender =
  (to: Target): SendPlain =>
  async (plain) => {
    const tried = await attempt(plannedPlain(plain, to.dialect), to, { name: tryName(plain) });
    const gone = to.pace.gaveUp ?? (tried.trouble === undefined ? undefined : await foundOutage(to));
    if (gone !== undefined) throw new TagproofError('unreachable', gone);
    return plainReplyOf(tried.exchange, tried.judgement, to.mask);
  };

/**
 * Sends plain requests about a world and says what follows from the replies. Before the file is blamed, all is asked again, one
 * request after the other: a backend that mixes up requests is to be shown by the cases. Rejects where the target goes away.
 */
export async function checkSetup(
  world: DeclaredWorld,
  send: SendPlain,
  preflightReplies: readonly Exchange[],
  note: Note = () => {},
): Promise<SetupCheck> {
  const madeUp = madeUpIds(world);
  const atOnce = await plainPass(world, madeUp, send, note);
  const isRight = setupFaults(world, atOnce).length === 0;
  const turn = oneAtATime();
  const inTurn: SendPlain = (request) => turn(() => send(request));
  const tries = isRight ? atOnce : await plainPass(world, madeUp, inTurn, note);
  const facts = factsFrom(world, tries, madeUp);
  const front = tries.every(({ reply }) => reply.kind === 'other')
    ? frontFault(tries, preflightReplies)
    : undefined;
  return {
    facts,
    faults: front === undefined ? setupFaults(world, tries) : [front],
    world: worldWith(world, facts),
    requests: isRight ? tries.length : atOnce.length + tries.length,
  };
}

/** What reports show about a set-up check. */
export function setupSummary({ facts, requests }: SetupCheck): SetupSummary {
  return { requests, summary: summariseFacts(facts), learned: facts.map(describeEvidence) };
}

/** How many faults are listed; the rest is counted. */
const MAX_LISTED_FAULTS = 12;

/** Finds where the target file declares something: `file:line:column`. */
export type PlaceOf = (about: DeclaredPlace) => string | undefined;

/** One error that lists every fault of the set-up with its place in the file. */
export function setupError(target: string, faults: readonly SetupFault[], placeOf: PlaceOf): TagproofError {
  const lines = faults.slice(0, MAX_LISTED_FAULTS).flatMap(({ about, message, hint }) => {
    const place = about === undefined ? undefined : placeOf(about);
    return [`${place === undefined ? '' : `${place}: `}${message}`, `  ${hint}`];
  });
  const rest = faults.length - MAX_LISTED_FAULTS;
  return new TagproofError(
    'setup',
    [
      `the set-up of ${target} is wrong, so nothing was judged:`,
      ...lines,
      ...(rest > 0 ? [`and ${rest} more`] : []),
      'correct the target file, or run anyway with --ignore-setup',
    ].join('\n'),
  );
}
