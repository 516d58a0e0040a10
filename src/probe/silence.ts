/** What a run shows of a backend where the document is silent: a section for the end of its report. */
import { optionsOf, questionOf, type QuestionId } from '../dialect/questions.ts';
import { grouped } from '../report/grouping.ts';
import type { CaseFinished } from '../run/events.ts';
import type { Answer } from '../dialect/dialect.ts';
import { readDecided } from './decided-text.ts';
import { bySlot } from './slots.ts';

export interface Silence {
  readonly question: QuestionId;
  readonly asks: string;
  /** `filter`, or `all on group; DataRequired on gamePlayer.client` where places differ. */
  readonly answer: string;
}

function decidedIn(cases: readonly CaseFinished[]): readonly Answer[] {
  const found = cases.flatMap(({ decided }) => decided.map(readDecided)).filter((each) => each !== undefined);
  const each = new Map(found.map((answer) => [JSON.stringify(answer), answer]));
  return [...each.values()].sort(bySlot);
}

function answerOf(answers: readonly Answer[]): string {
  const options = grouped(answers, ({ option }) => option);
  if (options.size === 1) return [...options.keys()].join();
  return [...options]
    .map(([option, its]) => {
      const places = its.map(({ at }) => at).filter((at) => at !== '');
      return places.length === 0 ? option : `${option} on ${places.join(', ')}`;
    })
    .join('; ');
}

/** Every question that replies answered, in the document's order. Options keep the order of the register. */
export function silences(cases: readonly CaseFinished[]): readonly Silence[] {
  return [...grouped(decidedIn(cases), ({ question }) => question)].map(([question, answers]) => ({
    question,
    asks: questionOf(question).asks,
    answer: answerOf(
      answers.toSorted(
        (a, b) => optionsOf(question).indexOf(a.option) - optionsOf(question).indexOf(b.option),
      ),
    ),
  }));
}
