/** How many cells have each status. */
import { STATUS_NAMES, type Cell, type Status } from './cell.ts';

export type Counts = Readonly<Record<Status, number>>;

export function countsOf(cells: readonly Cell[]): Counts {
  const counts = { failed: 0, warned: 0, verified: 0, 'not verified': 0, uncovered: 0 };
  for (const { status } of cells) counts[status] += 1;
  return counts;
}

/** `990 verified, 3 not verified, 0 uncovered`: the counts above zero, and always `uncovered`. */
export function showCounts(counts: Counts): string {
  return STATUS_NAMES.filter((status) => counts[status] > 0 || status === 'uncovered')
    .map((status) => `${counts[status]} ${status}`)
    .join(', ');
}
