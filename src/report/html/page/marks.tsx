/** How verdicts and cells look: a sign in addition to the colour, so that neither is needed alone. */
import { Mark, type MarkLook } from '../../../base/page/parts.tsx';
import type { Verdict } from '../../record/verdict.ts';
import type { CellStatus } from '../../facts/clause-grid.ts';

export const VERDICT_LOOKS = {
  fail: { sign: '✗', tone: 'bad', word: 'failed' },
  error: { sign: '?', tone: 'error', word: 'errored' },
  warn: { sign: '!', tone: 'warned', word: 'warned' },
  skip: { sign: '–', tone: 'unknown', word: 'skipped' },
  pass: { sign: '✓', tone: 'good', word: 'passed' },
} as const satisfies Record<Verdict, MarkLook>;

export const CELL_LOOKS = {
  failed: { sign: '✗', tone: 'bad', word: 'failed' },
  warned: { sign: '!', tone: 'warned', word: 'warned' },
  'not verified': { sign: '–', tone: 'unknown', word: 'not verified' },
  'no case': { sign: '·', tone: 'none', word: 'no case of this run' },
  verified: { sign: '✓', tone: 'good', word: 'verified' },
} as const satisfies Record<CellStatus, MarkLook>;

/** The worst first. */
export const CELL_ORDER = Object.keys(CELL_LOOKS) as readonly CellStatus[];

export const VerdictMark = ({ of }: { readonly of: Verdict }) => <Mark of={VERDICT_LOOKS[of]} />;
