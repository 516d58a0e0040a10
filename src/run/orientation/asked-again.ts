/** Asks again, one request at a time, where replies contradict the target file: a defect of the backend is not the file's fault. */
import { differingTags } from '../../judge/compare/match-tags.ts';
import { keyFitsGame } from '../../suite/roles/key-role.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { holdsRule, type SecretKey } from '../../world/world.ts';
import type { Ask } from './ask.ts';
import { isAsDeclared, isOk, type Answered, type Asked, type Attempt } from './attempt.ts';

/** The most requests that are repeated. */
const MOST_ASKED_AGAIN = 12;

const speaksAgainst = (attempt: Attempt): boolean =>
  attempt.asked.origin === 'declared'
    ? !isAsDeclared(attempt)
    : attempt.asked.origin === 'declared absent' && attempt.answered.kind === 'tags';

function isSame(one: Answered, other: Answered): boolean {
  if (one.kind === 'tags') return other.kind === 'tags' && !differingTags(one.tags, other.tags);
  if (one.kind === 'refused') return other.kind === 'refused' && one.code === other.code;
  if (one.kind === 'other') return other.kind === 'other' && one.status === other.status;
  return one.kind === other.kind;
}

/** Repeats the requests whose replies contradict the file; false if some reply differs now. */
export async function comesAgain(attempts: readonly Attempt[], ask: Ask): Promise<boolean> {
  for (const { asked, answered } of attempts.filter(speaksAgainst).slice(0, MOST_ASKED_AGAIN)) {
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
  { asked, answered }: Attempt,
  attempts: readonly Attempt[],
  { secretKeys }: DeclaredWorld,
): readonly Asked[] {
  const { endpoint, key, subject } = asked;
  const others = secretKeys.filter(
    (each) => each !== key && each.role === endpoint.role && keyFitsGame(each, subject.game),
  );
  if (answered.kind === 'refused' && answered.code === 'OperationNotAllow')
    return others
      .filter((each) => holdsRule(each, endpoint.rule) === false)
      .slice(0, MOST_KEYS)
      .map((each) => askedBy(asked, each));
  const named = subject.game === IMPLICIT_GAME ? [] : [{ ...asked, gameId: subject.game }, asked];
  const answeredHere = others.find((each) =>
    attempts.some((one) => isOk(one) && one.asked.key === each && one.asked.endpoint === endpoint),
  );
  return [...named, ...(answeredHere === undefined ? [] : [askedBy(asked, answeredHere)])];
}

/** The most keys that are asked with in place of one. */
const MOST_KEYS = 6;

/** Asks what distinguishes a wrong file from a defect of the backend, for replies that contradict the file. */
export async function askOtherwise(
  world: DeclaredWorld,
  attempts: readonly Attempt[],
  ask: Ask,
): Promise<readonly Attempt[]> {
  const doubtful = attempts.filter((each) => each.asked.origin === 'declared' && !isAsDeclared(each));
  const more: Attempt[] = [];
  for (const attempt of doubtful.slice(0, MOST_ASKED_AGAIN)) {
    // A backend may remember what came before on a connection: a token, a key.
    more.push(await ask(attempt.asked, true));
    for (const asked of othersLike(attempt, attempts, world)) more.push(await ask(asked));
  }
  return more;
}
