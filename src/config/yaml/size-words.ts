/** Sizes, formats and hand-made checks of zod in friendly words, to follow the name of a value. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  object: ['key', 'keys'],
};

function bound(
  origin: string,
  limit: number | bigint,
  inclusive: boolean,
  words: readonly [string, string],
): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${inclusive ? words[0] : words[1]} ${limit}`;
  return `must have ${words[0]} ${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
}

/** Schemas may bring a message of their own; it follows the name, as in `"key" must be …`. */
const isOwn = (message: string): boolean => message !== '' && !/^(Invalid|Too |Unrecognized)/.test(message);

/** What a value must be, as a phrase that follows its name. */
export function sizeMessage(issue: Issue): string {
  if (isOwn(issue.message)) return issue.message;
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
    return bound(issue.origin, issue.minimum, issue.inclusive !== false, ['at least', 'more than']);
  }
  if (issue.code === 'too_big')
    return bound(issue.origin, issue.maximum, issue.inclusive !== false, ['at most', 'less than']);
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'invalid_format')
    return `is no ${issue.format === 'regex' ? 'value of the required form' : issue.format}`;
  return 'is not possible here';
}
