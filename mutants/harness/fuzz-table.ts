/** The table of what fuzzing alone finds of the mutants. */
import type { Mutant } from '../defects/mutant.ts';
import { showDuration } from '../../src/text/duration.ts';
import { plural } from '../../src/text/plural.ts';
import type { FuzzFate, FuzzSight } from './fuzz-hunt.ts';

/** Of the mutants that cases can find, so many are to be found by fuzzing alone. */
export const WANTED_SHARE = 0.95;

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

function sightWords({ found: { property, finding }, ms, requests }: FuzzSight, { clause }: Mutant): string {
  const other = finding.clause === clause ? '' : ` of ${finding.clause}`;
  return `${property}  ${finding.kind}${other}, after ${plural(requests, 'request')} and ${showDuration(ms)}`;
}

/** Makes rows of fates, all as wide as those of these mutants. */
export function fuzzRowWriter(mutants: readonly Mutant[]): (fate: FuzzFate) => string {
  const names = widest(mutants.map(({ name }) => name));
  const clauses = widest(mutants.map(({ clause }) => clause));
  return ({ mutant, own, noticed }) => {
    const sight = own ?? noticed;
    const what = sight === undefined ? 'NOT FOUND' : sightWords(sight, mutant);
    return `${mutant.name.padEnd(names)}  ${mutant.clause.padEnd(clauses)}  ${what}\n`;
  };
}

const isFound = ({ noticed }: FuzzFate): boolean => noticed !== undefined;
const isMarked = ({ mutant }: FuzzFate): boolean => mutant.fuzz === true;

function shareText(fates: readonly FuzzFate[]): string {
  const found = fates.filter(isFound).length;
  const share = fates.length === 0 ? '' : ` (${((100 * found) / fates.length).toFixed(1)} %)`;
  return `${found} of ${fates.length}${share}`;
}

/** Whether fuzzing alone finds what it is to find. */
export function findsEnough(fates: readonly FuzzFate[]): boolean {
  const others = fates.filter((fate) => !isMarked(fate));
  return (
    fates.filter(isMarked).every(isFound) && others.filter(isFound).length >= others.length * WANTED_SHARE
  );
}

/** The end of the table: what was not found, and how much was. */
export function fuzzTableEnd(fates: readonly FuzzFate[], ms: number): string {
  const missed = fates
    .filter((fate) => !isFound(fate))
    .map(({ mutant: { name, clause, says } }) => `NOT FOUND ${name} (${clause}): ${says}\n`)
    .join('');
  const own = fates.filter((fate) => fate.own !== undefined).length;
  const marked = fates.filter(isMarked);
  const others = fates.filter((fate) => !isMarked(fate));
  const counts = `found by fuzzing alone: ${shareText(marked)} marked fuzz, ${shareText(others)} others; ${own} by a finding of their own clause`;
  return `\n${missed}${plural(fates.length, 'mutant')}: ${counts}; in ${showDuration(ms)}\n`;
}
