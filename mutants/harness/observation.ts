/** What the suite shows about a mutant: findings, and which of them are of the right clause. */
import type { Mutant } from '../defects/mutant.ts';
import type { CaseFinished, RedactedFinding } from '../../src/report/record/events.ts';
import type { ClauseId } from '../../src/spec/clauses.ts';

/** The document says some things in two places: two clauses that one request breaks or keeps together, and what it shows. */
interface SameStatement {
  /** The clause that a mutant names. */
  readonly broken: ClauseId;
  /** The one that a finding names. */
  readonly found: ClauseId;
  readonly both: string;
}

const SAME_STATEMENTS: readonly SameStatement[] = [
  { broken: '2.1/length', found: '7.3/string-min-length', both: 'an id that is too short' },
  { broken: '2.1/length', found: '7.3/string-max-length', both: 'an id that is too long' },
  { broken: '4.2/secret-key/role', found: '5.3/route', both: 'a secret key of the other role' },
  // The judge knows the form of each field as an answer of the backend; that it keeps to one is the clause.
  { broken: '7.1/form', found: 'dialect/codes.returnCode', both: 'numbers and names in one field' },
];

/** `7.3` contains `7.3/known`, and every clause itself. */
function contains(outer: ClauseId, inner: ClauseId): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Whether a finding of a clause shows that another is broken: the same one, one that contains it, or the same statement. */
export function shows(found: ClauseId, broken: ClauseId): boolean {
  return (
    contains(found, broken) || SAME_STATEMENTS.some((same) => same.broken === broken && same.found === found)
  );
}

/** A case and one of its findings. */
export interface CaseObservation {
  /** Of the case as it was run: `id/one-short@group.admin`. */
  readonly caseId: string;
  readonly finding: Pick<RedactedFinding, 'clause' | 'kind'>;
}

export function observationsIn({ case: { id }, findings }: CaseFinished): readonly CaseObservation[] {
  return findings.map(({ clause, kind }) => ({ caseId: id, finding: { clause, kind } }));
}

/** A kill: a finding of the clause that the mutant breaks. A mutant that breaks everything is not killed. */
export function isKill({ finding }: CaseObservation, { clause }: Mutant): boolean {
  return shows(finding.clause, clause);
}
