/** What to believe about a backend's choices from the evidence of a run. */
import type { Answer } from '../../dialect/dialect.ts';
import { isCodeForm } from './code-forms.ts';

/**
 * The answers on which all evidence agrees; what was answered in two ways stays open. So does the form of codes: a form that
 * changes is reported once for the whole run.
 */
export function agreed(evidence: readonly Answer[]): readonly Answer[] {
  const found = new Map<string, Answer | undefined>();
  for (const answer of evidence.filter((each) => !isCodeForm(each))) {
    const slot = `${answer.question}@${answer.at}`;
    const before = found.get(slot);
    found.set(slot, !found.has(slot) || before?.option === answer.option ? answer : undefined);
  }
  return [...found.values()].filter((answer) => answer !== undefined);
}
