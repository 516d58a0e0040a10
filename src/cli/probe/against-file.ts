/** Compares what a probe shows with what the target file answers already. */
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { partialDialect, type Answer } from '../../spec/dialect/dialect.ts';
import { questionOf, type QuestionId } from '../../spec/dialect/questions.ts';
import { grouped } from '../../base/text/grouping.ts';
import { plural } from '../../base/text/quantities.ts';
import { isAnswered, PLACES, type Slot } from './slots.ts';
import type { Addition } from './write-additions.ts';

/** `tag-keys/all@group.client and 8 more cases`; `what` names one of them. */
export const namesInWords = ([first = '', ...others]: readonly string[], what: 'case' | 'request'): string =>
  others.length === 0 ? first : `${first} and ${plural(others.length, `more ${what}`)}`;

/** `, discouraged by 7.1/form`, for an option that breaks a should; empty where it is accepted silently. */
export function gradeWords(question: QuestionId, option: string): string {
  const { options, warns } = questionOf(question);
  return options[option] === 'warn' ? `, discouraged by ${warns}` : '';
}

/** The file says one thing, replies show another. */
export interface Contradiction extends Slot {
  /** The option that the file has. */
  readonly declared: string;
}

export interface HeldAgainst {
  readonly contradictions: readonly Contradiction[];
  /** What the file lacks. */
  readonly additions: readonly Addition[];
  /** What it lacks, too, but where cases failed: the answers of a broken backend are none to expect. */
  readonly withheld: readonly Slot[];
}

/** As few answers to one question as say the same: one wherever all slots of a place are `fit` and agree, wide places first. */
function additionsTo(slots: readonly Slot[], fit: ReadonlySet<Slot>): readonly Addition[] {
  const additions: Addition[] = [];
  let rest = slots;
  for (const at of PLACES) {
    const within = rest.filter((slot) => slot.at.startsWith(at));
    const [first] = within;
    const option = first?.shown[0]?.option;
    if (first === undefined || option === undefined) continue;
    if (!within.every((slot) => fit.has(slot) && slot.shown[0]?.option === option)) continue;
    const cases = [...new Set(within.flatMap(({ shown }) => shown.flatMap((each) => each.cases)))];
    additions.push({
      path: ['dialect', first.question, ...(at === '' ? [] : [at])],
      value: option,
      comment: `learned: ${namesInWords(cases, 'case')}${gradeWords(first.question, option)}`,
    });
    rest = rest.filter((slot) => !within.includes(slot));
  }
  return additions;
}

/** Compares slots with the answers of a file: what contradicts it, and what it lacks. */
export function heldAgainst(slots: readonly Slot[], answers: readonly Answer[]): HeldAgainst {
  const file = partialDialect(answers);
  const declaredAt = ({ question, at }: Slot): string | undefined => {
    const endpoint = ENDPOINT_IDS.find((id) => id.startsWith(at));
    return endpoint && file.answer(question, endpoint);
  };
  const lacking = slots.filter((slot) => isAnswered(slot) && declaredAt(slot) === undefined);
  const withheld = lacking.filter(({ failed }) => failed.length > 0);
  const fit = new Set(lacking.filter((slot) => !withheld.includes(slot)));
  return {
    contradictions: slots.flatMap((slot) => {
      const declared = declaredAt(slot);
      const shown = slot.shown.filter(({ option }) => option !== declared);
      return declared === undefined || shown.length === 0 ? [] : [{ ...slot, shown, declared }];
    }),
    additions: [...grouped(slots, ({ question }) => question).values()].flatMap((its) =>
      additionsTo(its, fit),
    ),
    withheld,
  };
}
