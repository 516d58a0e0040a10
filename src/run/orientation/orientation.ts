/** The first requests of a run as a whole: sent, compared with the file, and turned into what is known from then on. */
import { TagproofError } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import type { DeclaredPlace } from '../../config/target-file/target-file.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { OrientationSummary } from '../../engine/events.ts';
import type { Sender } from '../../engine/send.ts';
import { askerOf, type Ask } from './ask.ts';
import { askOtherwise, comesAgain } from './asked-again.ts';
import { isAsDeclared, type Attempt } from './attempt.ts';
import { frontFault } from './front-faults.ts';
import { learn } from './learn.ts';
import { describeEvidence, summarise, worldWith, type Fact } from './learned.ts';
import { orient, type Note } from './orient.ts';
import type { SetupFault } from './setup-fault.ts';
import { setupFaults } from './setup-faults.ts';

/**
 * What to do about the set-up. `check`: stop where it is wrong; `ignore`: go on all the same; `trust`: send nothing and
 * learn nothing, for a target that was just started from the very file.
 */
export type SetupPolicy = 'check' | 'ignore' | 'trust';

export interface Oriented {
  readonly facts: readonly Fact[];
  readonly faults: readonly SetupFault[];
  /** Whether the fault is one of what stands before the backend, which answers nothing. */
  readonly isFront: boolean;
  /** The declared world with the facts. */
  readonly world: DeclaredWorld;
  readonly attempts: readonly Attempt[];
}

async function orientOnce(
  facts: TargetFacts,
  ask: Ask,
  concurrency: number,
  preflightReplies: readonly Exchange[],
  note: Note,
): Promise<Oriented> {
  const seen = await orient(facts.world, ask, concurrency, note);
  const learned = learn(facts.world, seen);
  const front = frontFault([...preflightReplies, ...seen.attempts.map(({ exchange }) => exchange)]);
  return {
    facts: learned,
    faults: front === undefined ? setupFaults(facts.world, seen.attempts) : [front],
    isFront: front !== undefined,
    world: worldWith(facts.world, learned),
    attempts: seen.attempts,
  };
}

const isAgainstFile = ({ faults, facts }: Oriented): boolean =>
  faults.length > 0 || facts.some((fact) => fact.kind === 'tags' && fact.against !== undefined);

/**
 * Sends the orientation's requests and says what follows from the replies. Where the target answers in another way as soon
 * as it is asked one request at a time, that counts: the cases are to show that it mixes up requests. Before a fault of the
 * set-up is reported, more requests ask whether it is a defect of the backend. Rejects where the target goes away.
 */
export async function orientBy(
  facts: TargetFacts,
  sender: Sender,
  concurrency: number,
  preflightReplies: readonly Exchange[],
  note: Note = () => {},
): Promise<Oriented> {
  const ask = askerOf(sender);
  const first = await orientOnce(facts, ask, concurrency, preflightReplies, note);
  if (!isAgainstFile(first)) return first;
  const oriented = (await comesAgain(first.attempts, ask))
    ? first
    : await orientOnce(facts, ask, 1, preflightReplies, note);
  if (oriented.faults.length === 0 || oriented.isFront) return oriented;
  const others = await askOtherwise(facts.world, oriented.attempts, ask);
  const attempts = [...oriented.attempts, ...others];
  // What the file says is right after another request: then no other refusal of this backend is the file's fault either.
  const remembers = others.some(
    (each) => isAsDeclared(each) && oriented.attempts.some(({ asked }) => asked === each.asked),
  );
  return { ...oriented, attempts, faults: remembers ? [] : setupFaults(facts.world, attempts) };
}

/** What reports show about an orientation. */
export function orientationSummary({ facts, attempts }: Oriented): OrientationSummary {
  return { requests: attempts.length, summary: summarise(facts), learned: facts.map(describeEvidence) };
}

/** How many faults are listed; the rest is counted. */
const MOST_FAULTS = 12;

export type PlaceOf = (about: DeclaredPlace) => string | undefined;

/** One error that lists every fault of the set-up with its place in the file. */
export function setupError(target: string, faults: readonly SetupFault[], placeOf: PlaceOf): TagproofError {
  const lines = faults.slice(0, MOST_FAULTS).flatMap(({ about, message, hint }) => {
    const place = about === undefined ? undefined : placeOf(about);
    return [`${place === undefined ? '' : `${place}: `}${message}`, `  ${hint}`];
  });
  const rest = faults.length - MOST_FAULTS;
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
