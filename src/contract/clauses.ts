/** Looks up clauses and their levels. */
import { CLAUSES, type Clause, type Level } from './clause-register.ts';

/** A clause of the register, or `dialect/<question>`: a reply against what this backend does elsewhere. */
export type ClauseId = string;

const DIALECT_PREFIX = 'dialect/';
const byId = new Map(CLAUSES.map((clause) => [clause.id, clause]));

/** The clause of an id, if the register has it. */
export function clauseOf(id: ClauseId): Clause | undefined {
  return byId.get(id);
}

/** The pseudo-clause that a reply breaks when it goes against the backend's own answer to a question. */
export function dialectClause(question: string): ClauseId {
  return `${DIALECT_PREFIX}${question}`;
}

/** The level of a finding, which depends on its clause alone; a reply against the backend's own dialect breaks only a should. */
export function levelOf(id: ClauseId): Level {
  if (id.startsWith(DIALECT_PREFIX)) return 'should';
  const clause = byId.get(id);
  if (clause === undefined || clause.level === 'unobservable')
    throw new TypeError(`no observable clause ${id}`);
  return clause.level;
}
