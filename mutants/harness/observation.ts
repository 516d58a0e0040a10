/** What the suite shows about a mutant: findings, and which of them are of the right clause. */
import type { Mutant } from '../defects/mutant.ts';
import { TagproofError } from '../../src/errors.ts';
import type { CaseFinished, RedactedFinding } from '../../src/engine/events.ts';
import { shows } from './same-statement.ts';

/** A case and one of its findings. */
export interface Observation {
  /** Of the case as it was run: `id/one-short@group.admin`. */
  readonly caseId: string;
  readonly finding: Pick<RedactedFinding, 'clause' | 'kind'>;
}

export function observationsIn({ case: { id }, findings }: CaseFinished): readonly Observation[] {
  return findings.map(({ clause, kind }) => ({ caseId: id, finding: { clause, kind } }));
}

/** A kill: a finding of the clause that the mutant breaks. A mutant that breaks everything is not killed. */
export function isKill({ finding }: Observation, { clause }: Mutant): boolean {
  return shows(finding.clause, clause);
}

/** A mutant that can't be checked at all shows nothing: it survives. */
export async function unlessUnreachable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TagproofError)) throw error;
  }
}
