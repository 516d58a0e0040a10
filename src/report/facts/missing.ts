/** Cases without a verdict on the target: skipped ones by what they lack, errored ones by why. */
import type { CaseFinished } from '../record/events.ts';
import { grouped } from '../../base/text/grouping.ts';
import { oneLine } from '../../base/text/visible.ts';
import { declareWords, yamlLines } from './suggestions.ts';

export interface Missing {
  /** `a secret key of role Player`; the reason of the skip where nothing can be declared. */
  readonly words: string;
  /** What to add to the target file; empty where no line helps. */
  readonly lines: readonly string[];
  readonly cases: readonly CaseFinished[];
}

/** Cases with the same lines belong together, even if their sentences differ. */
function keyOf({ declare = [], reason }: CaseFinished): string {
  const lines = declare.map(({ list, line }) => `${list} ${line}`);
  return lines.length === 0 ? `reason ${reason}` : lines.toSorted().join('\n');
}

/** The most cases first. */
export function missingOf(cases: readonly CaseFinished[]): readonly Missing[] {
  const skipped = cases.filter(({ verdict }) => verdict === 'skip');
  return [...grouped(skipped, keyOf).values()]
    .map((its) => {
      const [first] = its;
      const declare = first?.declare ?? [];
      return declare.length === 0
        ? { words: oneLine(first?.reason ?? ''), lines: [], cases: its }
        : { words: declareWords(declare), lines: yamlLines(declare), cases: its };
    })
    .sort((a, b) => b.cases.length - a.cases.length);
}

/** Cases without a reply to judge, by why; the most first. */
export function unjudgedOf(cases: readonly CaseFinished[]): readonly Missing[] {
  const errored = cases.filter(({ verdict }) => verdict === 'error');
  return [...grouped(errored, ({ reason }) => oneLine(reason))]
    .map(([words, its]) => ({ words, lines: [], cases: its }))
    .sort((a, b) => b.cases.length - a.cases.length);
}
