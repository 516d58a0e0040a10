/** Prints the outcomes of random mutants: a row for each, then what is missed, as text or as JSON. */
import { showDuration } from '../../src/text/duration.ts';
import { plural } from '../../src/text/plural.ts';
import {
  killedWords,
  randomCountsOf,
  randomEndingOf,
  type Kill,
  type RandomMutantOutcome,
} from './random-mutant-outcome.ts';
import { placeOf, type RandomMutant } from './random-mutant.ts';

const MOST = 60;
const short = (code: string): string => (code.length > MOST ? `${code.slice(0, MOST - 1)}…` : code);

/** `a < b -> a <= b`. */
export const changeOf = ({ original, replacement }: RandomMutant): string =>
  `${short(original)} -> ${short(replacement)}`;

const KILL_WORDS: { readonly [B in Kill['by']]: (kill: Extract<Kill, { by: B }>) => string } = {
  run: ({ caseId, setting }) => `run: ${caseId}${setting === 'plain' ? '' : ` (${setting})`}`,
  fuzz: ({ seed, property, clause }) => `fuzz: ${property} of ${clause}, seed ${seed}`,
  outage: ({ during }) => `${during}: stopped answering`,
  crash: ({ during }) => `${during}: crashes`,
  hang: ({ during }) => `${during}: hangs`,
};

const killText = (kill: Kill): string => (KILL_WORDS[kill.by] as (kill: Kill) => string)(kill);

function endingWords(mutantOutcome: RandomMutantOutcome): string {
  const { kill, equivalent, reached } = mutantOutcome;
  if (kill !== undefined) return killText(kill);
  if (equivalent !== undefined) return `equivalent: ${equivalent.because}`;
  return reached ? 'MISSED' : 'MISSED, and no case reaches it';
}

/** One line for one mutant. */
export const randomRow = (mutantOutcome: RandomMutantOutcome): string =>
  `${placeOf(mutantOutcome.mutant)}  ${changeOf(mutantOutcome.mutant)}  ${endingWords(mutantOutcome)}; ${showDuration(mutantOutcome.ms)}\n`;

const missedLine = ({ mutant, reached }: RandomMutantOutcome): string =>
  `MISSED ${placeOf(mutant)} ${mutant.operator}${reached ? '' : ' (no case reaches it)'}\n  - ${mutant.original}\n  + ${mutant.replacement}\n`;

/** What is missed, and how many ended how. */
export function randomTableEnd(mutantOutcomes: readonly RandomMutantOutcome[], ms: number): string {
  const counts = randomCountsOf(mutantOutcomes);
  const missed = mutantOutcomes
    .filter((mutantOutcome) => randomEndingOf(mutantOutcome) === 'missed')
    .map(missedLine);
  return `\n${missed.join('')}${plural(counts.sampled, 'random mutant')}: ${counts.run} killed by run, ${counts.fuzz} by fuzz, ${counts.equivalent} equivalent, ${counts.missed} missed: ${killedWords(counts)}; in ${showDuration(ms)}\n`;
}

/** The same for machines, without anything that differs between runs of the same seed. */
export function randomJson(
  mutantOutcomes: readonly RandomMutantOutcome[],
  about: { readonly seed: number; readonly of: number },
): string {
  const mutants = mutantOutcomes.map((mutantOutcome) => {
    const {
      mutant: { id: _, ...mutant },
      kill,
      equivalent,
      reached,
    } = mutantOutcome;
    return { ...mutant, ending: randomEndingOf(mutantOutcome), reached, kill, because: equivalent?.because };
  });
  return `${JSON.stringify({ ...about, counts: randomCountsOf(mutantOutcomes), mutants }, null, 2)}\n`;
}
