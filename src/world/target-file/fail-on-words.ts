/** What turns a run red: failed cases, which always do; cases by the table of gates; musts that were not verified. */
export const FAIL_ON_WORDS = ['fail', 'warn', 'skip', 'flaky', 'dialect', 'unverified'] as const;
