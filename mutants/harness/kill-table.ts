/** The kill table: a row for each mutant, then what is left. */
import type { Mutant } from '../defects/mutant.ts';
import { plural, showDuration } from '../../src/base/text/quantities.ts';
import type { MutantOutcome } from './run-mutant.ts';
import type { CaseObservation } from './observation.ts';

type MutantEnding = 'killed' | 'fuzz' | 'survived';

/** How a mutant ended. What only generated requests can find need not be killed by declared ones. */
export function endingOf({ mutant, kill }: MutantOutcome): MutantEnding {
  if (kill !== undefined) return 'killed';
  return mutant.fuzz === true ? 'fuzz' : 'survived';
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** `case  kind`, and the clause of the finding where the mutant names another one. */
function observed({ caseId, finding }: CaseObservation, { clause }: Mutant): string {
  const other = finding.clause === clause ? '' : ` of ${finding.clause}`;
  return `${caseId}  ${finding.kind}${other}`;
}

const WORDS = {
  killed: ({ kill, mutant }) => (kill === undefined ? '' : observed(kill, mutant)),
  fuzz: () => 'left to the fuzzer',
  survived: () => 'SURVIVED',
} as const satisfies Record<MutantEnding, (mutantOutcome: MutantOutcome) => string>;

/** Makes rows of any words about mutants, all as wide as those of these. */
export function rowFor(mutants: readonly Mutant[]): (mutant: Mutant, words: string) => string {
  const names = widest(mutants.map(({ name }) => name));
  const clauses = widest(mutants.map(({ clause }) => clause));
  return ({ name, clause }, words) => `${name.padEnd(names)}  ${clause.padEnd(clauses)}  ${words}\n`;
}

/** Makes rows of outcomes, all as wide as those of these mutants. */
export function rowWriter(mutants: readonly Mutant[]): (mutantOutcome: MutantOutcome) => string {
  const row = rowFor(mutants);
  return (mutantOutcome) => row(mutantOutcome.mutant, WORDS[endingOf(mutantOutcome)](mutantOutcome));
}

function survivor({ mutant, noticed }: MutantOutcome): string {
  const hint =
    noticed === undefined
      ? 'no case noticed anything'
      : `only ${noticed.caseId} noticed it, by a finding of ${noticed.finding.clause}`;
  return `SURVIVED ${mutant.name} (${mutant.clause}): ${mutant.description}; ${hint}\n`;
}

const leftToFuzzer = ({ mutant }: MutantOutcome): string =>
  `fuzz     ${mutant.name} (${mutant.clause}): ${mutant.description}\n`;

/** The end of the table: the survivors, the mutants left to the fuzzer, and how many of each. */
export function tableEnd(mutantOutcomes: readonly MutantOutcome[], ms: number): string {
  const ended = (ending: MutantEnding): readonly MutantOutcome[] =>
    mutantOutcomes.filter((mutantOutcome) => endingOf(mutantOutcome) === ending);
  const [killed, fuzz, survived] = [ended('killed'), ended('fuzz'), ended('survived')];
  const left = [...survived.map(survivor), ...fuzz.map(leftToFuzzer)].join('');
  const counts = `${killed.length} killed, ${fuzz.length} marked fuzz, ${survived.length} survived`;
  return `\n${left}${plural(mutantOutcomes.length, 'mutant')}: ${counts} in ${showDuration(ms)}\n`;
}
