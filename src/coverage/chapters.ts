/** Grouping by the chapters of the document. */
import { chapterOf, type ClauseId } from '../contract/clauses.ts';
import { grouped } from '../text/grouping.ts';

/** Things of clauses by chapter, in the order of the register. */
export function byChapter<T>(
  things: readonly T[],
  clauseOf: (thing: T) => ClauseId,
): ReadonlyMap<string, readonly T[]> {
  return grouped(things, (thing) => chapterOf(clauseOf(thing)));
}
