/** `--min-coverage 95%`: the share of must cells that have to be verified. */
import type { MustCells } from '../engine/events.ts';
import { objectIf, type Objection } from './objection.ts';

/** `65.0 %`, never rounded up: 99.99 % is not 100. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${(Math.floor((1e3 * part) / whole) / 1e1).toFixed(1)} %`;
}

/** Objects where less than the percentage is verified, or where there is no cell to verify. */
export function minCoverage(
  percent: number | undefined,
  { verified, mustCells }: Pick<MustCells, 'verified' | 'mustCells'>,
): readonly Objection[] {
  if (percent === undefined) return [];
  const enough = mustCells > 0 && 100 * verified >= percent * mustCells;
  return objectIf(
    !enough,
    'broken',
    `--min-coverage ${percent}%: ${verified} of ${mustCells} must cells verified (${shareText(verified, mustCells)})`,
  );
}
