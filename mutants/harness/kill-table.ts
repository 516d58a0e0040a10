/** The kill table: a row for each mutant, then what is left, and how many of each class were noticed by what. */
import type { Mutant } from '../defects/mutant.ts';
import { plural, showDuration } from '../../src/text/quantities.ts';
import type { MutantOutcome } from './run-mutant.ts';
import type { CaseObservation } from './observation.ts';
import { MUTANT_CLASSES, type MutantClass } from '../defects/mutants.ts';
import { inColumns } from '../../src/text/columns.ts';

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

/** The share of the mutants, but for those left to the fuzzer, that a quick run must notice by any finding. */
export const QUICK_SHARE = 0.93;

/** The share that is noticed by any finding, of those that are not left to the fuzzer; 1 where there are none. */
export function noticedShare(mutantOutcomes: readonly MutantOutcome[]): number {
  const wanted = mutantOutcomes.filter((each) => endingOf(each) !== 'fuzz');
  return wanted.length === 0
    ? 1
    : wanted.filter(({ noticed }) => noticed !== undefined).length / wanted.length;
}

const HEADINGS = ['class', 'mutants', 'run', 'fuzz', 'survived'];
const ENDINGS = ['killed', 'fuzz', 'survived'] as const satisfies readonly MutantEnding[];

/** A line for each class that has one of these mutants: how many it has, and how many ended in which way. */
export function classTable(
  mutantOutcomes: readonly MutantOutcome[],
  classes: readonly MutantClass[] = MUTANT_CLASSES,
): string {
  const endings = new Map(
    mutantOutcomes.map((mutantOutcome) => [mutantOutcome.mutant.name, endingOf(mutantOutcome)]),
  );
  const rows = classes.flatMap(({ name, mutants }) => {
    const own = mutants.flatMap((mutant) => endings.get(mutant.name) ?? []);
    if (own.length === 0) return [];
    const counts = ENDINGS.map((ending) => own.filter((each) => each === ending).length);
    return [[name, ...[own.length, ...counts].map(String)]];
  });
  if (rows.length === 0) return '';
  return `\n${inColumns([HEADINGS, ...rows]).join('\n')}\n`;
}
