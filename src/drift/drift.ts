/** Another answer to an open question than before: right by the document, and perhaps the end of a client. */
import { driftOf, SEVERITY_OF, type DriftClass, type DriftSeverity } from '../dialect/drift-register.ts';
import type { QuestionId } from '../dialect/questions.ts';
import type { Slot } from '../probe/slots.ts';

export interface Drift extends Slot {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly class: DriftClass;
  readonly severity: DriftSeverity;
  /** Which client breaks. */
  readonly breaks: string;
  /** Cases whose replies show it. */
  readonly evidence: readonly string[];
}

/** Another class of a question than the register has, for one backend and its clients. */
export type ClassOf = (question: QuestionId) => DriftClass;

export const registered: ClassOf = (question) => driftOf(question).class;

const inWords = (options: readonly string[]): string => options.join(' and ');

/** `codes.returnCode: number -> name`, `tagKeys.omitted@group.client: all -> DataRequired`: what approvals name. */
export function fingerprint({
  question,
  at,
  from,
  to,
}: Pick<Drift, 'question' | 'at' | 'from' | 'to'>): string {
  return `${question}${at === '' ? '' : `@${at}`}: ${inWords(from)} -> ${inWords(to)}`;
}

/** The drift from one set of options to another; undefined: a client meets nothing that it did not meet before. */
export function driftBetween(
  slot: Slot,
  from: readonly string[],
  to: readonly string[],
  evidence: ReadonlyMap<string, readonly string[]>,
  classOf: ClassOf = registered,
): Drift | undefined {
  const news = to.filter((option) => !from.includes(option));
  if (news.length === 0) return undefined;
  const { question, at } = slot;
  const its = classOf(question);
  return {
    question,
    at,
    from,
    to,
    class: its,
    severity: SEVERITY_OF[its],
    breaks: driftOf(question).breaks,
    evidence: news.flatMap((option) => evidence.get(option) ?? []),
  };
}
