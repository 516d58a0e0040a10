/** The kill table: a row for each mutant, then what is left. */
import type { Mutant } from '../defects/mutant.ts';
import { showDuration } from '../../src/text/duration.ts';
import { plural } from '../../src/text/plural.ts';
import type { Fate } from './hunt.ts';
import type { Sighting } from './sighting.ts';

export type Ending = 'killed' | 'fuzz' | 'survived';

/** How a mutant ended. What only generated requests can find need not be killed by declared ones. */
export function endingOf({ mutant, kill }: Fate): Ending {
  if (kill !== undefined) return 'killed';
  return mutant.fuzz === true ? 'fuzz' : 'survived';
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** `case  kind`, and the clause of the finding where the mutant names another one. */
function sighted({ caseId, finding }: Sighting, { clause }: Mutant): string {
  const other = finding.clause === clause ? '' : ` of ${finding.clause}`;
  return `${caseId}  ${finding.kind}${other}`;
}

const WORDS = {
  killed: ({ kill, mutant }) => (kill === undefined ? '' : sighted(kill, mutant)),
  fuzz: () => 'left to the fuzzer',
  survived: () => 'SURVIVED',
} as const satisfies Record<Ending, (fate: Fate) => string>;

/** Makes rows of fates, all as wide as those of these mutants. */
export function rowWriter(mutants: readonly Mutant[]): (fate: Fate) => string {
  const names = widest(mutants.map(({ name }) => name));
  const clauses = widest(mutants.map(({ clause }) => clause));
  return (fate) => {
    const { name, clause } = fate.mutant;
    return `${name.padEnd(names)}  ${clause.padEnd(clauses)}  ${WORDS[endingOf(fate)](fate)}\n`;
  };
}

function survivor({ mutant, noticed }: Fate): string {
  const hint =
    noticed === undefined
      ? 'no case noticed anything'
      : `only ${noticed.caseId} noticed it, by a finding of ${noticed.finding.clause}`;
  return `SURVIVED ${mutant.name} (${mutant.clause}): ${mutant.says}; ${hint}\n`;
}

const leftToFuzzer = ({ mutant }: Fate): string =>
  `fuzz     ${mutant.name} (${mutant.clause}): ${mutant.says}\n`;

/** The end of the table: who survived, who is left to the fuzzer, and how many of each. */
export function tableEnd(fates: readonly Fate[], ms: number): string {
  const ended = (ending: Ending): readonly Fate[] => fates.filter((fate) => endingOf(fate) === ending);
  const [killed, fuzz, survived] = [ended('killed'), ended('fuzz'), ended('survived')];
  const left = [...survived.map(survivor), ...fuzz.map(leftToFuzzer)].join('');
  const counts = `${killed.length} killed, ${fuzz.length} marked fuzz, ${survived.length} survived`;
  return `\n${left}${plural(fates.length, 'mutant')}: ${counts} in ${showDuration(ms)}\n`;
}
