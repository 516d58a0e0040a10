/** The table of mutants that are hunted with a target file that declares little. */
import type { Mutant } from '../defects/mutant.ts';
import { showDuration } from '../../src/text/duration.ts';
import { plural } from '../../src/text/plural.ts';
import type { Fate } from './hunt.ts';
import { endingOf, rowWriter } from './kill-table.ts';
import type { Observability } from './observable.ts';

export interface LittleFate {
  readonly fate: Fate;
  /** Undefined: it was killed. */
  readonly observability: Observability | undefined;
}

/** Of the mutants that can be noticed with the file, so many must be. */
export const WANTED_SHARE = 0.95;

const FEW = 3;

function few(texts: readonly string[]): string {
  const rest = texts.length - FEW;
  return texts.slice(0, FEW).join('; ') + (rest > 0 ? `; and ${plural(rest, 'other reason')}` : '');
}

/** Makes rows, all as wide as those of these mutants. */
export function littleRowWriter(mutants: readonly Mutant[]): (fate: LittleFate) => string {
  const row = rowWriter(mutants);
  return ({ fate, observability }) => {
    if (observability === undefined || fate.mutant.fuzz === true) return row(fate);
    const start = row(fate).replace(/SURVIVED\n$/, '');
    return observability.kind === 'missed'
      ? `${start}MISSED, though ${observability.cases[0] ?? ''} was run\n`
      : `${start}not observable: ${few(observability.reasons)}\n`;
  };
}

const isKilled = ({ fate }: LittleFate): boolean => endingOf(fate) === 'killed';
const isMissed = ({ fate, observability }: LittleFate): boolean =>
  observability?.kind === 'missed' && fate.mutant.fuzz !== true;

/** Whether enough of what can be noticed is killed. */
export function killsEnough(fates: readonly LittleFate[]): boolean {
  const killed = fates.filter(isKilled).length;
  return killed >= (killed + fates.filter(isMissed).length) * WANTED_SHARE;
}

/** The end of the table: what was missed, and how many of each. */
export function littleTableEnd(fates: readonly LittleFate[], ms: number): string {
  const missed = fates.filter(isMissed);
  const killed = fates.filter(isKilled).length;
  const lines = missed
    .map(({ fate: { mutant, noticed }, observability }) => {
      const cases = observability?.kind === 'missed' ? observability.cases : [];
      const hint = noticed === undefined ? '' : `; ${noticed.caseId} noticed it by ${noticed.finding.clause}`;
      return `MISSED ${mutant.name} (${mutant.clause}): ${mutant.says}; run were ${few(cases)}${hint}\n`;
    })
    .join('');
  const rest = fates.length - killed - missed.length;
  const share = killed + missed.length === 0 ? 100 : (100 * killed) / (killed + missed.length);
  return `\n${lines}${plural(fates.length, 'mutant')}: ${killed} killed, ${missed.length} missed (${share.toFixed(1)} % of those that can be noticed), ${rest} not observable with this file or marked fuzz; in ${showDuration(ms)}\n`;
}
