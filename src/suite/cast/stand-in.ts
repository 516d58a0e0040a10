/** What a made-up id in place of an existing subject can show, and what it can't. */
import type { ClauseId } from '../../contract/clauses.ts';

/** Clauses about what exists: an id that nothing has shows nothing of them. */
const ABOUT_EXISTING: ReadonlySet<ClauseId> = new Set([
  '1/one-target',
  '2.2/key',
  '2.2/value',
  '2.2/key-identifies',
  '2.3/tags/type',
  '2.4/error-code/present',
  '4.3/tag-keys/subset',
  '4.3/tag-keys/all-or-filter',
  '4.5.2/tags',
  '4.5.3/ok',
  '5.1/identifies',
  '5.5/target',
  '7.4.3/exists',
]);

/** The clauses of a case that a made-up id can show. */
export function clausesWithStandIn(clauses: readonly ClauseId[]): readonly ClauseId[] {
  return clauses.filter((clause) => !ABOUT_EXISTING.has(clause));
}

/** The clause that a reply of no allowed kind breaks where a made-up id is asked about. */
export function clauseWithStandIn(clauses: readonly ClauseId[]): ClauseId {
  return clausesWithStandIn(clauses)[0] ?? '7.4.2/not-found';
}
