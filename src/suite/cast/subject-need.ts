/** Whether a case needs a subject that exists, as seen from what it expects. */
import type { WrittenOutcome, WrittenOutcomes } from '../format/case-schema.ts';
import type { SubjectNeed } from './subject-role.ts';

/** What each kind of reply asks of the subject. */
const NEEDS: Record<WrittenOutcome['reply'], (outcome: WrittenOutcome) => SubjectNeed> = {
  tags: ({ only, some, of, tags }) =>
    only === undefined && some === undefined && of === undefined && tags === undefined
      ? 'answered'
      : 'existing',
  // The case itself says which id nothing has.
  'not-found': () => 'any',
  refused: () => 'any',
  invalid: () => 'any',
  http: () => 'any',
  // It may be answered: a made-up id has to be one that an orientation has seen to be absent.
  document: () => 'answered',
  anything: () => 'any',
};

/** The strictest need of all outcomes. */
export function subjectNeedOf(outcomes: readonly WrittenOutcomes[]): SubjectNeed {
  const needs = new Set(outcomes.flat().map((outcome) => NEEDS[outcome.reply](outcome)));
  return (['existing', 'answered'] as const).find((need) => needs.has(need)) ?? 'any';
}
