/** Checks a run against a frozen set: required cases must have run, cases added since are only reported. */
import type { CaseFinished, MustCells, RunRecord } from '../engine/events.ts';
import { cellSetsOf } from '../run/verdict/case-evidence.ts';
import { fewOf, plural } from '../text/quantities.ts';
import { type Excused, objectIf, type Objection, suiteCases } from './run-gates.ts';
import type { RequirementSet } from './requirement-set.ts';

/** A case of the suite that the set does not have. Cases outside the suite are never newer. */
export const addedSince =
  ({ cases }: RequirementSet): Excused =>
  (event) =>
    suiteCases({ cases: [event] }).length > 0 && !cases.has(event.case.id);

/** Objects where required cases did not run: a selection can't hold the whole set. */
export function requiredRan(required: RequirementSet, { cases, finished }: RunRecord): readonly Objection[] {
  if (finished.partial !== '') return [];
  const ran = new Set(cases.map((event) => event.case.id));
  const missing = [...required.cases].filter((id) => !ran.has(id));
  return objectIf(
    missing.length > 0,
    'unsure',
    `requirements ${required.name}: ${plural(missing.length, 'required case')} did not run: ${fewOf(missing)}`,
  );
}

/** How many must cells of the set were verified. */
export function requiredCells(
  required: RequirementSet,
  cases: readonly CaseFinished[],
): Pick<MustCells, 'verified' | 'mustCells'> {
  const { verified } = cellSetsOf(cases);
  const held = [...required.cells].filter((cell) => verified.has(cell));
  return { verified: held.length, mustCells: required.cells.size };
}

/** `added since 0.1.0: 12 cases, of which 1 failed: id/new@group.admin`; empty where nothing was added. */
export function addedLines(required: RequirementSet, cases: readonly CaseFinished[]): readonly string[] {
  const added = cases.filter(addedSince(required));
  if (added.length === 0) return [];
  const failed = added.filter(({ verdict }) => verdict === 'fail').map((event) => event.case.id);
  const failures =
    failed.length === 0
      ? 'none failed'
      : `${failed.length} failed, which does not count against the target: ${fewOf(failed)}`;
  return [`added since ${required.name}: ${plural(added.length, 'case')}, ${failures}`];
}
