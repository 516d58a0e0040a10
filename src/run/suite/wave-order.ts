/** Which wave of a run a case belongs to: cases that decide an open question go first; those that need the target for themselves are reported last. */
import type { Answer, Dialect } from '../../spec/dialect/dialect.ts';
import { isCodeForm } from './run-wide-record.ts';
import type { Instance } from '../../cases/format/instance.ts';

interface Waves {
  /** Cases that decide questions: first those that say how every other one names tagKeys. */
  readonly deciding: readonly (readonly Instance[])[];
  readonly others: readonly Instance[];
  readonly alone: readonly Instance[];
}

const OF_TAG_KEYS: ReadonlySet<string> = new Set(['tagKeys.omitted', 'tagKeys.many']);

/** The cases that a run sends by wave, each wave in the order of the files. */
export function wavesOf(instances: readonly Instance[], dialect: Dialect): Waves {
  const [ofTagKeys, deciding, others, alone]: [Instance[], Instance[], Instance[], Instance[]] = [
    [],
    [],
    [],
    [],
  ];
  for (const instance of instances) {
    const { written } = instance.from;
    const question = written.decides;
    if (written.alone === true) alone.push(instance);
    else if (question === undefined || dialect.answer(question, instance.endpoint.id) !== undefined)
      others.push(instance);
    else if (OF_TAG_KEYS.has(question)) ofTagKeys.push(instance);
    else deciding.push(instance);
  }
  return { deciding: [ofTagKeys, deciding], others, alone };
}

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
