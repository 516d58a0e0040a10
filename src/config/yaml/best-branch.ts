/** Which branch of a union a value was meant for: zod reports the failures of all of them. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A branch that wants another kind of value altogether was not meant. */
const OTHER_KIND = 10_000;
/** A wrong literal one level down is most likely that of another branch. */
const OTHER_LITERAL = 500;

/** Whether an issue says that the value itself is of the wrong kind, or not one of the words. */
export function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

function weight(issue: Issue): number {
  if (isOtherKind(issue)) return OTHER_KIND;
  if (issue.code === 'invalid_value' && issue.path.length === 1 && issue.values.length === 1)
    return OTHER_LITERAL;
  if (issue.code === 'unrecognized_keys') return 20 * issue.keys.length;
  if (issue.code === 'invalid_union' && issue.path.length === 0)
    return Math.min(OTHER_KIND, ...issue.errors.map(badness));
  return issue.code === 'invalid_type' && issue.input === undefined ? 8 : 3;
}

/** How badly a value fits a branch. */
export function badness(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + weight(issue), 0);
}

/** The position of the branch that fits best; undefined when the value is of no branch's kind. */
export function bestBranch(errors: readonly (readonly Issue[])[]): number | undefined {
  let best: { readonly index: number; readonly badness: number } | undefined;
  for (const [index, issues] of errors.entries()) {
    const found = badness(issues);
    if (found < OTHER_KIND && (best === undefined || found < best.badness)) best = { index, badness: found };
  }
  return best?.index;
}
