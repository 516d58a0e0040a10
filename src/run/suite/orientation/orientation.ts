/** The first requests of a run as a whole: sent, compared with the file, and turned into what is known from then on. */
import { TagproofError } from '../../../base/errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';
import type { DeclaredPlace } from '../../../world/target-file/target-file.ts';
import { type DeclaredWorld, IMPLICIT_GAME } from '../../../world/declared-world.ts';
import type { OrientationSummary } from '../../../report/record/events.ts';
import type { Target } from '../../send/target.ts';
import {
  type Answered,
  type Ask,
  type Asked,
  askerOf,
  type Inquiry,
  isAsDeclared,
  isForLoad,
  isOk,
  refusalOf,
} from './inquiry.ts';
import { EVERYONE, type Named } from './named-by-cases.ts';
import { frontFault, type SetupFault } from './front-faults.ts';
import { factsFrom } from './learn.ts';
import { describeEvidence, summariseFacts, worldWith, type LearnedFact } from './learned.ts';
import { orient, type Note } from './orient.ts';
import { differingTags } from '../../../judge/compare/match-tags.ts';
import { keyFitsGame } from '../../../world/callers.ts';
import { holdsRule, type SecretKey } from '../../../world/world.ts';
import type { FaultRow } from './fail-by-trait.ts';
import { KEY_FAULTS } from './key-faults.ts';
import { SUBJECT_FAULTS } from './subject-faults.ts';

// What is wrong with the set-up rather than with the backend: what the file says, and the plain requests deny.

/** A backend that knows none of the paths, and says so in envelopes. */
const unknownPaths: FaultRow = ({ inquiries }) =>
  inquiries.length > 0 && inquiries.every((each) => refusalOf(each) === 'OperationInvalid')
    ? [
        {
          about: undefined,
          message: 'every request is refused with OperationInvalid',
          hint: 'is the base path of the target right? The paths of the document are added to it',
        },
      ]
    : [];

const ROWS: readonly FaultRow[] = [unknownPaths, ...KEY_FAULTS, ...SUBJECT_FAULTS];

/** Every fault of the set-up, by what the file declares. What is refused for load shows none. */
export function setupFaults(world: DeclaredWorld, all: readonly Inquiry[]): readonly SetupFault[] {
  const inquiries = all.filter((each) => !isForLoad(each));
  return ROWS.flatMap((row) => row({ world, inquiries }));
}

// Asking again, one request at a time, where replies contradict the target file: a defect of the backend is not the file's fault.

/** The most requests that are repeated. */
const MAX_ASKED_AGAIN = 12;

/** Whether the reply to a declared subject is not what the file says. One that is refused for load says nothing of the file. */
const isDoubtful = (inquiry: Inquiry): boolean =>
  inquiry.asked.origin === 'declared' && !isAsDeclared(inquiry) && !isForLoad(inquiry);

const speaksAgainst = (inquiry: Inquiry): boolean =>
  isDoubtful(inquiry) || (inquiry.asked.origin === 'declared absent' && inquiry.answered.kind === 'tags');

function isSame(one: Answered, other: Answered): boolean {
  if (one.kind === 'tags') return other.kind === 'tags' && !differingTags(one.tags, other.tags);
  if (one.kind === 'refused') return other.kind === 'refused' && one.code === other.code;
  if (one.kind === 'other') return other.kind === 'other' && one.status === other.status;
  return one.kind === other.kind;
}

/** Repeats the requests whose replies contradict the file; false if some reply differs now. */
export async function comesAgain(inquiries: readonly Inquiry[], ask: Ask): Promise<boolean> {
  for (const { asked, answered } of inquiries.filter(speaksAgainst).slice(0, MAX_ASKED_AGAIN)) {
    const again = await ask(asked);
    if (!isSame(answered, again.answered)) return false;
  }
  return true;
}

/** The same question by another key. */
const askedBy = (asked: Asked, key: SecretKey): Asked => ({
  ...asked,
  key,
  gameId: key.game === null && asked.subject.game !== IMPLICIT_GAME ? asked.subject.game : undefined,
});

/**
 * What would be answered if the file were right and the backend wrong. A key that is refused for a rule: keys with other rules,
 * where the backend asks for another one. Anything else: the same with its Game-Id, then once more after that request, where
 * the backend remembers a game, and by another key that is answered there.
 */
function othersLike(
  { asked, answered }: Inquiry,
  inquiries: readonly Inquiry[],
  { secretKeys }: DeclaredWorld,
): readonly Asked[] {
  const { endpoint, key, subject } = asked;
  const others = secretKeys.filter(
    (each) => each !== key && each.role === endpoint.role && keyFitsGame(each, subject.game),
  );
  if (answered.kind === 'refused' && answered.code === 'OperationNotAllow')
    return others
      .filter((each) => holdsRule(each, endpoint.rule) === false)
      .slice(0, MAX_KEYS)
      .map((each) => askedBy(asked, each));
  const named = subject.game === IMPLICIT_GAME ? [] : [{ ...asked, gameId: subject.game }, asked];
  const answeredHere = others.find((each) =>
    inquiries.some((one) => isOk(one) && one.asked.key === each && one.asked.endpoint === endpoint),
  );
  return [...named, ...(answeredHere === undefined ? [] : [askedBy(asked, answeredHere)])];
}

/** The most keys that are asked with in place of one. */
const MAX_KEYS = 6;

/** Asks what distinguishes a wrong file from a defect of the backend, for replies that contradict the file. */
export async function askOtherwise(
  world: DeclaredWorld,
  inquiries: readonly Inquiry[],
  ask: Ask,
): Promise<readonly Inquiry[]> {
  const doubtful = inquiries.filter(isDoubtful);
  const more: Inquiry[] = [];
  for (const inquiry of doubtful.slice(0, MAX_ASKED_AGAIN)) {
    // A backend may remember what came before on a connection: a token, a key.
    more.push(await ask(inquiry.asked, true));
    for (const asked of othersLike(inquiry, inquiries, world)) more.push(await ask(asked));
  }
  return more;
}

/**
 * What to do about the set-up. `check`: stop where it is wrong; `ignore`: go on all the same; `trust`: send nothing and
 * learn nothing, for a target that was just started from the very file.
 */
export type SetupPolicy = 'check' | 'ignore' | 'trust';

export interface Oriented {
  readonly facts: readonly LearnedFact[];
  readonly faults: readonly SetupFault[];
  /** Whether the fault is one of what stands before the backend, which answers nothing. */
  readonly isFront: boolean;
  /** The declared world with the facts. */
  readonly world: DeclaredWorld;
  readonly inquiries: readonly Inquiry[];
}

async function orientOnce(
  facts: TargetFacts,
  ask: Ask,
  preflightReplies: readonly Exchange[],
  note: Note,
  named: Named = EVERYONE,
): Promise<Oriented> {
  const seen = await orient(facts.world, ask, note, named);
  const learned = factsFrom(facts.world, seen);
  const front = frontFault([...preflightReplies, ...seen.inquiries.map(({ exchange }) => exchange)]);
  return {
    facts: learned,
    faults: front === undefined ? setupFaults(facts.world, seen.inquiries) : [front],
    isFront: front !== undefined,
    world: worldWith(facts.world, learned),
    inquiries: seen.inquiries,
  };
}

/** Asks one question after the other. */
function inTurn(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (asked, alone) => {
    const next = last.then(() => ask(asked, alone));
    last = next.catch(() => {});
    return next;
  };
}

const isAgainstFile = ({ faults, facts }: Oriented): boolean =>
  faults.length > 0 || facts.some((fact) => fact.kind === 'tags' && fact.against !== undefined);

/**
 * Sends the orientation's requests, about whom the cases name, and says what follows from the replies. Where these contradict the file, it asks about
 * everyone. Where the target answers in another way as soon
 * as it is asked one request at a time, that counts: the cases are to show that it mixes up requests. Before a fault of the
 * set-up is reported, more requests ask whether it is a defect of the backend. Rejects where the target goes away.
 */
export async function orientBy(
  facts: TargetFacts,
  to: Target,
  preflightReplies: readonly Exchange[],
  note: Note = () => {},
  named: Named = EVERYONE,
): Promise<Oriented> {
  const ask = askerOf(to);
  const aboutFew = await orientOnce(facts, ask, preflightReplies, note, named);
  if (!isAgainstFile(aboutFew)) return aboutFew;
  const all = named.most === undefined ? EVERYONE : named;
  const first = named === all ? aboutFew : await orientOnce(facts, ask, preflightReplies, note, all);
  const oriented = (await comesAgain(first.inquiries, ask))
    ? first
    : await orientOnce(facts, inTurn(ask), preflightReplies, note, all);
  if (oriented.faults.length === 0 || oriented.isFront) return oriented;
  const others = await askOtherwise(facts.world, oriented.inquiries, ask);
  const inquiries = [...oriented.inquiries, ...others];
  // What the file says is right after another request: then no other refusal of this backend is the file's fault either.
  const remembers = others.some(
    (each) => isAsDeclared(each) && oriented.inquiries.some(({ asked }) => asked === each.asked),
  );
  return { ...oriented, inquiries, faults: remembers ? [] : setupFaults(facts.world, inquiries) };
}

/** What reports show about an orientation. */
export function orientationSummary({ facts, inquiries }: Oriented): OrientationSummary {
  return { requests: inquiries.length, summary: summariseFacts(facts), learned: facts.map(describeEvidence) };
}

/** How many faults are listed; the rest is counted. */
const MAX_FAULTS = 12;

export type PlaceOf = (about: DeclaredPlace) => string | undefined;

/** One error that lists every fault of the set-up with its place in the file. */
export function setupError(target: string, faults: readonly SetupFault[], placeOf: PlaceOf): TagproofError {
  const lines = faults.slice(0, MAX_FAULTS).flatMap(({ about, message, hint }) => {
    const place = about === undefined ? undefined : placeOf(about);
    return [`${place === undefined ? '' : `${place}: `}${message}`, `  ${hint}`];
  });
  const rest = faults.length - MAX_FAULTS;
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
