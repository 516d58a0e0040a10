/** What the cases that decide questions show: a slot is one question at one place of its scope. */
import { ENDPOINT_IDS, RESOURCES } from '../../spec/endpoints.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import {
  isQuestionId,
  optionsOf,
  QUESTION_IDS,
  scopeAt,
  type QuestionId,
} from '../../spec/dialect/questions.ts';
import { grouped } from '../../base/text/grouping.ts';
import type { Instance } from '../../cases/format/instance.ts';
import type { CaseFinished } from '../../report/record/events.ts';

/** The whole backend, each resource, each endpoint: in this order they include each other. */
export const PLACES: readonly string[] = ['', ...RESOURCES, ...ENDPOINT_IDS];

/** One option with the ids of the cases whose replies show it. */
export interface Shown {
  readonly option: string;
  readonly cases: readonly string[];
}

export interface Slot {
  readonly question: QuestionId;
  /** One of `PLACES`. */
  readonly at: string;
  /** One option is the answer; several contradict each other; none: the question stays open here. */
  readonly shown: readonly Shown[];
  /** Why no reply shows an option, each reason once. */
  readonly why: readonly string[];
  /** Ids of the cases that ask here and failed. */
  readonly failed: readonly string[];
  /** The cases that ask here, as they ended. */
  readonly ended: readonly CaseFinished[];
}

export const isOpen = ({ shown }: Slot): boolean => shown.length === 0;
export const isAnswered = ({ shown }: Slot): boolean => shown.length === 1;

const keyOf = ({ question, at }: Pick<Slot, 'question' | 'at'>): string => `${question}@${at}`;

/** A reply that breaks a must shows no option: its meaning can only be guessed. */
function whyOpen({ case: { id }, verdict, reason, findings }: CaseFinished): string {
  if (verdict === 'skip') return reason;
  if (verdict === 'error') return `no reply to judge: ${reason}`;
  if (verdict !== 'fail') return 'the replies fit several options';
  const clause = findings.find(({ level }) => level === 'must')?.clause ?? '';
  return `${id}: a reply breaks ${clause}, so it shows nothing`;
}

function reasonsOf(asking: readonly Instance[], ended: readonly CaseFinished[]): readonly string[] {
  if (asking.length === 0) return ['no case of the suite decides it'];
  return ended.length === 0 ? ['its cases were not run'] : [...new Set(ended.map(whyOpen))];
}

const ANSWER_TEXT = /^([^@:]+)(?:@([^:]*))?: (.+)$/s;

/** An answer in an event of a run, read back from its text `tagKeys.effect@group: filter`; undefined for what this version does not know. */
export function readDecided(text: string): Answer | undefined {
  const [, question = '', at = '', option = ''] = ANSWER_TEXT.exec(text) ?? [];
  return isQuestionId(question) && optionsOf(question).includes(option)
    ? { question, at, option }
    : undefined;
}

/** Every question wherever a case asks it, in the order of the document; one that no case asks has one slot. */
export function slotsOf(instances: readonly Instance[], events: readonly CaseFinished[]): readonly Slot[] {
  const finished = new Map(events.map((event) => [event.case.id, event]));
  const answers = events.flatMap(({ decided, case: { id } }) =>
    decided.flatMap((text) => {
      const answer = readDecided(text);
      return answer === undefined ? [] : [{ ...answer, id }];
    }),
  );
  const evidence = grouped(answers, keyOf);
  const byQuestion = grouped(instances, ({ from }) => from.written.decides);

  const slotOf = (question: QuestionId, at: string, asking: readonly Instance[]): Slot => {
    const options = grouped(evidence.get(keyOf({ question, at })) ?? [], ({ option }) => option);
    const shown = [...options].map(([option, its]) => ({ option, cases: its.map(({ id }) => id) }));
    const ended = asking.flatMap(({ id }) => finished.get(id) ?? []);
    const failed = ended.filter(({ verdict }) => verdict === 'fail').map((each) => each.case.id);
    const why = shown.length > 0 ? [] : reasonsOf(asking, ended);
    return { question, at, shown, why, failed, ended };
  };
  return QUESTION_IDS.flatMap((question) => {
    const asking = byQuestion.get(question) ?? [];
    if (asking.length === 0) return [slotOf(question, '', [])];
    const asks = (instance: Instance, at: string): boolean =>
      instance.endpoints.some(({ id }) => scopeAt(question, id) === at);
    return PLACES.map((at) => [at, asking.filter((each) => asks(each, at))] as const)
      .filter(([, its]) => its.length > 0)
      .map(([at, its]) => slotOf(question, at, its));
  });
}
