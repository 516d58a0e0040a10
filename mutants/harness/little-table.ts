/** The table of mutants that are hunted with a target file that declares little. */
import type { Mutant } from '../defects/mutant.ts';
import { plural, showDuration } from '../../src/text/quantities.ts';
import type { MutantOutcome } from './run-mutant.ts';
import { endingOf, rowWriter } from './kill-table.ts';
import type { Observability } from './observable.ts';

export interface LittleTargetOutcome extends MutantOutcome {
  /** Undefined: it was killed. */
  readonly observability: Observability | undefined;
}

/** The share of the mutants that must be noticed, of those that can be with the file. */
const WANTED_SHARE = 0.95;

const FEW = 3;

function few(texts: readonly string[]): string {
  const rest = texts.length - FEW;
  return texts.slice(0, FEW).join('; ') + (rest > 0 ? `; and ${plural(rest, 'other reason')}` : '');
}

/** Makes rows, all as wide as those of these mutants. */
export function littleRowWriter(mutants: readonly Mutant[]): (mutantOutcome: LittleTargetOutcome) => string {
  const row = rowWriter(mutants);
  return (mutantOutcome) => {
    const { observability } = mutantOutcome;
    if (observability === undefined || mutantOutcome.mutant.fuzz === true) return row(mutantOutcome);
    const start = row(mutantOutcome).replace(/SURVIVED\n$/, '');
    return observability.kind === 'missed'
      ? `${start}MISSED, though ${observability.cases[0] ?? ''} was run\n`
      : `${start}not observable: ${few(observability.reasons)}\n`;
  };
}

const isKilled = (mutantOutcome: MutantOutcome): boolean => endingOf(mutantOutcome) === 'killed';
const isMissed = ({ mutant, observability }: LittleTargetOutcome): boolean =>
  observability?.kind === 'missed' && mutant.fuzz !== true;

/** Whether enough of what can be noticed is killed. */
export function killsEnough(mutantOutcomes: readonly LittleTargetOutcome[]): boolean {
  const killed = mutantOutcomes.filter(isKilled).length;
  return killed >= (killed + mutantOutcomes.filter(isMissed).length) * WANTED_SHARE;
}

/** The end of the table: what was missed, and how many of each. */
export function littleTableEnd(mutantOutcomes: readonly LittleTargetOutcome[], ms: number): string {
  const missed = mutantOutcomes.filter(isMissed);
  const killed = mutantOutcomes.filter(isKilled).length;
  const lines = missed
    .map(({ mutant, noticed, observability }) => {
      const cases = observability?.kind === 'missed' ? observability.cases : [];
      const hint = noticed === undefined ? '' : `; ${noticed.caseId} noticed it by ${noticed.finding.clause}`;
      return `MISSED ${mutant.name} (${mutant.clause}): ${mutant.description}; run were ${few(cases)}${hint}\n`;
    })
    .join('');
  const rest = mutantOutcomes.length - killed - missed.length;
  const share = killed + missed.length === 0 ? 100 : (100 * killed) / (killed + missed.length);
  return `\n${lines}${plural(mutantOutcomes.length, 'mutant')}: ${killed} killed, ${missed.length} missed (${share.toFixed(1)} % of those that can be noticed), ${rest} not observable with this file or marked fuzz; in ${showDuration(ms)}\n`;
}
