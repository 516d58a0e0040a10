/** Repeats requests whose replies contradict the target file, one at a time: a backend that mixes up requests is not the file's fault. */
import { differingTags } from '../../judge/compare/match-tags.ts';
import type { Ask } from './ask.ts';
import { isAsDeclared, type Answered, type Attempt } from './attempt.ts';

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
