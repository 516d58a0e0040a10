/** What a probe found, as one JSON document. */
import { questionOf } from '../../spec/dialect/questions.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { LearnedFact } from '../../run/suite/setup/facts.ts';
import type { Contradiction } from './against-file.ts';
import type { Addition, Value } from './addition.ts';
import { discouragedBy } from './evidence-words.ts';
import type { LeftOut } from './fact-additions.ts';
import type { AnsweredSlot, ProbedSlot, Shown } from './probed-slot.ts';
import type { Slot } from './slots.ts';

/** What became of the file; null in the document where it was not to be written. */
export interface Written {
  readonly file: string;
  readonly additions: readonly Addition[];
  readonly leftOut: readonly LeftOut[];
  readonly withheld: readonly AnsweredSlot[];
}

interface ProbeReport {
  readonly target: string;
  readonly cases: number;
  readonly partial: string;
  readonly facts: readonly LearnedFact[];
  readonly slots: readonly ProbedSlot[];
  readonly contradictions: readonly Contradiction[];
  readonly written: Written | undefined;
}

/** Grows when a member changes its meaning or goes. */
const FORMAT = 1;

type Json = Readonly<Record<string, unknown>>;

const gameOf = (game: string | null): Json => (game === null || game === IMPLICIT_GAME ? {} : { game });

/** A fact as it is, but for the id of a game that is not known. */
function jsonOfFact(fact: LearnedFact): Json {
  if (fact.kind === 'game')
    return {
      kind: fact.kind,
      key: fact.key,
      carriesGame: fact.game !== null,
      ...gameOf(fact.game),
      evidence: fact.evidence,
    };
  if (fact.kind !== 'tags') return { ...fact };
  const { game, ...rest } = fact;
  return { ...rest, ...gameOf(game) };
}

function jsonOfAnswer({ question, at }: Slot, { option, cases }: Shown): Json {
  const discouraged = discouragedBy(question, option);
  return {
    question,
    at,
    option,
    grade: questionOf(question).options[option] ?? null,
    ...(discouraged !== undefined && { discouraged }),
    evidence: cases,
  };
}

const jsonOfAddition = ({ path, value }: Addition): { readonly path: string; readonly value: Value } => ({
  path: path.join('/'),
  value,
});

/** The document; a place of `""` is the whole backend. */
export function probeJson(report: ProbeReport): Json {
  const { target, cases, partial, facts, slots, contradictions, written } = report;
  return {
    format: FORMAT,
    target,
    cases,
    partial,
    facts: facts.map(jsonOfFact),
    answers: slots.flatMap((slot) => (slot.kind === 'answered' ? [jsonOfAnswer(slot, slot)] : [])),
    answeredInTwoWays: slots.flatMap((slot) =>
      slot.kind === 'two ways'
        ? [
            {
              question: slot.question,
              at: slot.at,
              answers: slot.shown.map((each) => jsonOfAnswer(slot, each)),
            },
          ]
        : [],
    ),
    undetermined: slots.flatMap(({ question, at, ...slot }) =>
      slot.kind === 'undetermined'
        ? [{ question, at, reasons: slot.why.map((each) => each.join(': ')) }]
        : [],
    ),
    contradictions: contradictions.map(({ question, at, declared, option, cases: evidence }) => ({
      question,
      at,
      declared,
      answered: option,
      evidence,
    })),
    written:
      written === undefined
        ? null
        : {
            file: written.file,
            additions: written.additions.map(jsonOfAddition),
            leftOut: written.leftOut.map(({ fact, why }) => ({ fact: jsonOfFact(fact), why })),
            withheld: written.withheld.map(({ question, at, option, failed }) => ({
              question,
              at,
              option,
              failed,
            })),
          },
  };
}
