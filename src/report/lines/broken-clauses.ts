/** Which clauses a run found broken, and in how many cases. */
import { CLAUSES, type Level } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import type { CaseFinished } from '../../engine/events.ts';
import { clauseWords } from './clause-words.ts';
import { counted } from '../../text/grouping.ts';

export interface BrokenClause {
  readonly id: ClauseId;
  readonly level: Level;
  /** The paraphrase; empty where the register does not know the clause. */
  readonly description: string;
  readonly cases: number;
}

const ORDER = new Map(CLAUSES.map(({ id }, index) => [id, index]));
const RANKS = { must: 0, should: 1 } as const satisfies Record<Level, number>;

const place = (id: ClauseId) => ORDER.get(id) ?? CLAUSES.length;

/** The broken clauses: what must be first, then in the document's order. */
export function brokenClauses(cases: readonly CaseFinished[]): readonly BrokenClause[] {
  const levels = new Map<ClauseId, Level>();
  const ids = cases.flatMap(({ findings }) => {
    for (const { clause, level } of findings) levels.set(clause, level);
    return [...new Set(findings.map(({ clause }) => clause))];
  });
  return counted(ids)
    .map(([id, count]) => ({
      id,
      level: levels.get(id) ?? 'must',
      description: clauseWords(id).description,
      cases: count,
    }))
    .sort((a, b) => RANKS[a.level] - RANKS[b.level] || place(a.id) - place(b.id));
}
