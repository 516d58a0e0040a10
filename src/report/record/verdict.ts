/** What became of a case. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'error';

/** How many cases ended with each verdict. */
export type Totals = Readonly<Record<Verdict, number>>;

/** The words of the last line, in their order. */
export const VERDICT_WORDS = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  skip: 'skipped',
  error: 'errored',
} as const satisfies Record<Verdict, string>;

export const VERDICTS = Object.keys(VERDICT_WORDS) as readonly Verdict[];

/** `500 passed, 0 failed, 0 warned, 0 skipped, 0 errored`: the last line of every run. */
export function lastLine(totals: Totals): string {
  return VERDICTS.map((verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`).join(', ');
}

export const noTotals = (): Record<Verdict, number> => ({ pass: 0, fail: 0, warn: 0, skip: 0, error: 0 });

/** How many of these ended with each verdict. */
export function totalsOf(cases: readonly { readonly verdict: Verdict }[]): Totals {
  const totals = noTotals();
  for (const { verdict } of cases) totals[verdict] += 1;
  return totals;
}
