/** Answers that the `dialect:` of a target file lacks, as additions to it. */
import type { Answer } from '../dialect/dialect.ts';
import type { Addition } from './addition.ts';
import { discouragedBy, evidenceComment } from './evidence-words.ts';
import type { ProbedSlot } from './probed-slot.ts';

/** The cases that show an answer at any place that it covers. */
export function casesBehind(
  { question, at, option }: Answer,
  slots: readonly ProbedSlot[],
): readonly string[] {
  const speaksOf = (place: string): boolean => at === '' || place === at || place.startsWith(`${at}.`);
  const cases = slots.flatMap((slot) =>
    slot.kind === 'answered' && slot.question === question && slot.option === option && speaksOf(slot.at)
      ? slot.cases
      : [],
  );
  return [...new Set(cases)];
}

/** Each answer with its evidence; discouraged ones are marked. */
export function dialectAdditions(
  answers: readonly Answer[],
  slots: readonly ProbedSlot[],
): readonly Addition[] {
  return answers.map((answer) => {
    const { question, at, option } = answer;
    return {
      path: ['dialect', question, ...(at === '' ? [] : [at])],
      value: option,
      comment: evidenceComment(casesBehind(answer, slots), 'case', discouragedBy(question, option)),
      holds: 'words',
    };
  });
}
