/** The table of what fuzzing alone finds of the mutants. */
import type { Mutant } from '../defects/mutant.ts';
import { plural, showDuration } from '../../src/base/text/quantities.ts';
import { rowFor } from './kill-table.ts';
import type { FuzzMutantOutcome, FuzzObservation } from './fuzz-mutant.ts';

/** The share of the mutants that cases can find which fuzzing alone has to find. */
const WANTED_SHARE = 0.95;

function observationWords(
  { found: { property, finding }, ms, requests }: FuzzObservation,
  { clause }: Mutant,
): string {
  const other = finding.clause === clause ? '' : ` of ${finding.clause}`;
  return `${property}  ${finding.kind}${other}, after ${plural(requests, 'request')} and ${showDuration(ms)}`;
}

/** Makes rows of outcomes, all as wide as those of these mutants. */
export function fuzzRowWriter(mutants: readonly Mutant[]): (mutantOutcome: FuzzMutantOutcome) => string {
  const row = rowFor(mutants);
  return ({ mutant, own, noticed }) => {
    const observation = own ?? noticed;
    return row(mutant, observation === undefined ? 'NOT FOUND' : observationWords(observation, mutant));
  };
}

const isFound = ({ noticed }: FuzzMutantOutcome): boolean => noticed !== undefined;
const isMarked = ({ mutant }: FuzzMutantOutcome): boolean => mutant.fuzz === true;

function shareText(mutantOutcomes: readonly FuzzMutantOutcome[]): string {
  const found = mutantOutcomes.filter(isFound).length;
  const share =
    mutantOutcomes.length === 0 ? '' : ` (${((100 * found) / mutantOutcomes.length).toFixed(1)} %)`;
  return `${found} of ${mutantOutcomes.length}${share}`;
}

/** Whether fuzzing alone finds what it is to find. */
export function findsEnough(mutantOutcomes: readonly FuzzMutantOutcome[]): boolean {
  const others = mutantOutcomes.filter((mutantOutcome) => !isMarked(mutantOutcome));
  return (
    mutantOutcomes.filter(isMarked).every(isFound) &&
    others.filter(isFound).length >= others.length * WANTED_SHARE
  );
}

/** The end of the table: what was not found, and how much was. */
export function fuzzTableEnd(mutantOutcomes: readonly FuzzMutantOutcome[], ms: number): string {
  const missed = mutantOutcomes
    .filter((mutantOutcome) => !isFound(mutantOutcome))
    .map(({ mutant: { name, clause, description } }) => `NOT FOUND ${name} (${clause}): ${description}\n`)
    .join('');
  const own = mutantOutcomes.filter((mutantOutcome) => mutantOutcome.own !== undefined).length;
  const marked = mutantOutcomes.filter(isMarked);
  const others = mutantOutcomes.filter((mutantOutcome) => !isMarked(mutantOutcome));
  const counts = `found by fuzzing alone: ${shareText(marked)} marked fuzz, ${shareText(others)} others; ${own} by a finding of their own clause`;
  return `\n${missed}${plural(mutantOutcomes.length, 'mutant')}: ${counts}; in ${showDuration(ms)}\n`;
}
