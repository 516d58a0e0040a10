/** How many mutants of each class are noticed, and by what. */
import { MUTANT_CLASSES, type MutantClass } from '../defects/mutants.ts';
import { inColumns } from '../../src/text/columns.ts';
import type { MutantOutcome } from './run-mutant.ts';
import { endingOf, type Ending } from './kill-table.ts';

const HEADINGS = ['class', 'mutants', 'run', 'fuzz', 'survived'];
const ENDINGS = ['killed', 'fuzz', 'survived'] as const satisfies readonly Ending[];

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
