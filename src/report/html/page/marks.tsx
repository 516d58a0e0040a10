/** How verdicts and cells look: a sign in addition to the colour, so that neither is needed alone. */
import { Mark, type MarkLook } from '../../../base/page/parts.tsx';
import type { Verdict } from '../../record/verdict.ts';
import type { CellStatus } from '../../facts/clause-grid.ts';
import type { Page } from '../page-data.ts';
import { hashOf, VERDICT_ORDER, type Choice } from './logic/choice.ts';

const VERDICT_LOOKS = {
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

interface TotalsProps {
  readonly totals: Page['totals'];
  readonly choice?: Choice;
}

/** How many cases have each verdict, as links to them. */
export const TotalsList = ({ totals, choice }: TotalsProps) => (
  <ul class="totals" aria-label="cases by verdict">
    {VERDICT_ORDER.map((verdict) => {
      const { sign, tone, word } = VERDICT_LOOKS[verdict];
      return (
        <li class={totals[verdict] === 0 ? 'none' : tone}>
          <a
            href={hashOf({ text: choice?.text ?? '', verdict })}
            aria-current={choice?.verdict === verdict ? 'true' : undefined}
          >
            <strong>{totals[verdict].toLocaleString('en-US')}</strong> <span aria-hidden="true">{sign} </span>
            {word}
          </a>
        </li>
      );
    })}
  </ul>
);
