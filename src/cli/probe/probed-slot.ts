/** What a run shows about each slot: the answer with its evidence, two answers, or nothing and why. */
import { QUESTION_IDS } from '../../spec/dialect/questions.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { readDecided } from '../../report/facts/silence.ts';
import { askedSlots, bySlot, slotKey, type AskedSlot, type Slot } from './slots.ts';
import type { Verdict } from '../../report/record/verdict.ts';

// Why a slot stayed undetermined.

/** A reason; before it the id of the case where it is about that one. */
export type Why = readonly [words: string] | readonly [caseId: string, words: string];

/** A reply that breaks a must shows no option: its meaning can only be guessed. */
function broken({ case: { id }, findings }: CaseFinished): Why {
  const clause = findings.find(({ level }) => level === 'must')?.clause ?? '';
  return [id, `a reply breaks ${clause}, so it shows nothing`];
}

const SEVERAL: Why = ['the replies fit several options'];

const WHY = {
  pass: () => SEVERAL,
  warn: () => SEVERAL,
  fail: broken,
  skip: ({ reason }) => [reason],
  error: ({ reason }) => [`no reply to judge: ${reason}`],
} as const satisfies Record<Verdict, (event: CaseFinished) => Why>;

/** Each reason once, by the cases that could have shown the answer. */
function whyUndetermined(
  cases: readonly Instance[],
  finished: ReadonlyMap<string, CaseFinished>,
): readonly Why[] {
  const reasons = cases.map(({ id }): Why => {
    const event = finished.get(id);
    return event === undefined ? [id, 'the case was not run'] : WHY[event.verdict](event);
  });
  return [...new Map(reasons.map((why) => [why.join(), why])).values()];
}

/** One option with the ids of the cases whose replies show it. */
export interface Shown {
  readonly option: string;
  readonly cases: readonly string[];
}

/** All evidence agrees. */
export type AnsweredSlot = Slot &
  Shown & {
    readonly kind: 'answered';
    /** The cases that ask here and failed; left out: none. */
    readonly failed?: readonly string[];
  };
/** Some cases show one option, some another. */
export type TwoWaySlot = Slot & { readonly kind: 'two ways'; readonly shown: readonly Shown[] };
/** No reply shows an option. */
export type UndeterminedSlot = Slot & {
  readonly kind: 'undetermined';
  readonly why: readonly Why[];
  /** How the cases ended that could have shown one. */
  readonly ended: readonly CaseFinished[];
};
export type ProbedSlot = AnsweredSlot | TwoWaySlot | UndeterminedSlot;

type Evidence = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** For each slot the cases that show each option. */
function evidenceOf(events: readonly CaseFinished[]): Evidence {
  const evidence = new Map<string, Map<string, string[]>>();
  for (const event of events) {
    for (const text of event.decided) {
      const answer = readDecided(text);
      if (answer === undefined) continue;
      const options = evidence.get(slotKey(answer)) ?? new Map<string, string[]>();
      evidence.set(slotKey(answer), options);
      const cases = options.get(answer.option) ?? [];
      options.set(answer.option, [...cases, event.case.id]);
    }
  }
  return evidence;
}

function probedSlot(
  { question, at, cases }: AskedSlot,
  evidence: Evidence,
  finished: ReadonlyMap<string, CaseFinished>,
): ProbedSlot {
  const shown = [...(evidence.get(slotKey({ question, at })) ?? [])].map(([option, ids]) => ({
    option,
    cases: ids,
  }));
  const [first] = shown;
  if (first === undefined)
    return {
      kind: 'undetermined',
      question,
      at,
      why: whyUndetermined(cases, finished),
      ended: cases.flatMap(({ id }) => finished.get(id) ?? []),
    };
  const failed = cases.map(({ id }) => id).filter((id) => finished.get(id)?.verdict === 'fail');
  return shown.length === 1
    ? { kind: 'answered', question, at, ...first, ...(failed.length > 0 && { failed }) }
    : { kind: 'two ways', question, at, shown };
}

/** Questions that the suite never asks. */
function neverAsked(asked: readonly Slot[]): readonly UndeterminedSlot[] {
  const questions = new Set(asked.map(({ question }) => question));
  return QUESTION_IDS.filter((question) => !questions.has(question)).map((question) => ({
    kind: 'undetermined',
    question,
    at: '',
    why: [['no case of the suite decides it']],
    ended: [],
  }));
}

/** Every question wherever the suite asks it, in the document's order. */
export function probedSlots(
  instances: readonly Instance[],
  events: readonly CaseFinished[],
): readonly ProbedSlot[] {
  const asked = askedSlots(instances);
  const evidence = evidenceOf(events);
  const finished = new Map(events.map((event) => [event.case.id, event]));
  const probed = asked.map((slot) => probedSlot(slot, evidence, finished));
  return [...probed, ...neverAsked(asked)].sort(bySlot);
}
