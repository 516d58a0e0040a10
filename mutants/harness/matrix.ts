/** The whole matrix: which written cases kill which mutants, also where others do. */
import type { Mutant } from '../defects/mutant.ts';
import { plural } from '../../src/text/quantities.ts';
import { runAll, type Bench } from './bench.ts';
import { isKill, observationsIn, type CaseObservation } from './observation.ts';

/** All that the suite shows about one mutant. */
export interface MatrixRow {
  readonly mutant: Mutant;
  readonly kills: readonly CaseObservation[];
  /** Findings of other clauses. */
  readonly others: readonly CaseObservation[];
}

/** Runs the whole suite against a mutant, to its end. */
export async function matrixRow(mutant: Mutant, bench: Bench, signal: AbortSignal): Promise<MatrixRow> {
  const seen: CaseObservation[] = [];
  await runAll(mutant, bench, signal, (event) => seen.push(...observationsIn(event)));
  const kills = seen.filter((observation) => isKill(observation, mutant));
  return { mutant, kills, others: seen.filter((observation) => !kills.includes(observation)) };
}

/** A case as it is written: without its endpoint. */
const writtenId = (caseId: string): string => caseId.replace(/@.*$/, '');

/** The written cases that kill a mutant. */
function killersIn({ kills }: MatrixRow): readonly string[] {
  return [...new Set(kills.map(({ caseId }) => writtenId(caseId)))];
}

/** Which written cases kill nothing, or nothing alone. */
export function worthOf(caseIds: readonly string[], rows: readonly MatrixRow[]) {
  const killers = rows.map(killersIn);
  const some = new Set(killers.flat());
  const alone = new Set(killers.flatMap((ids) => (ids.length === 1 ? ids : [])));
  return {
    nothing: caseIds.filter((id) => !some.has(id)),
    nothingAlone: caseIds.filter((id) => some.has(id) && !alone.has(id)),
  };
}

const line = (text: string): string => `${text}\n`;
const block = (title: string, ids: readonly string[]): string =>
  `${plural(ids.length, 'written case')} ${title}\n${ids.map((id) => line(`  ${id}`)).join('')}\n`;

/** A mutant and its killers. */
export function matrixText(row: MatrixRow): string {
  const killers = killersIn(row);
  const { name, clause } = row.mutant;
  return `${name} (${clause}): ${killers.length === 0 ? 'no case' : killers.join(' ')}\n`;
}

export function worthText({ nothing, nothingAlone }: ReturnType<typeof worthOf>): string {
  return `\n${block('that kill nothing', nothing)}${block('that kill nothing alone', nothingAlone)}`;
}
