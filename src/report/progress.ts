/** The line that shows on a terminal how far a run is. */
import { isSynthetic, type RunEvent } from './record/events.ts';
import { noTotals, VERDICT_WORDS, type Verdict } from './record/verdict.ts';
import { showDuration } from '../base/text/quantities.ts';

/** Takes the progress line away, so that other text can take its place. */
export const CLEAR_LINE = '\r\u001b[2K';

/** Clears the screen and what has scrolled off it. */
export const CLEAR_SCREEN = '\u001b[2J\u001b[3J\u001b[H';

const ENOUGH_TO_ESTIMATE = 500;
const SHOWN_VERDICTS: readonly Verdict[] = ['fail', 'warn', 'skip', 'error'];

/** A fold that keeps the counts; the command line draws its line. */
export function progress() {
  const totals = noTotals();
  let done = 0;
  let run: { readonly planned: number; readonly at: number } | undefined;
  return {
    on(event: RunEvent): void {
      if (event.kind === 'run-started') run = { planned: event.planned, at: Date.parse(event.at) };
      if (event.kind === 'case-finished') {
        totals[event.verdict] += 1;
        if (!isSynthetic(event)) done += 1;
      }
      if (event.kind === 'run-finished') run = undefined;
    },
    /**
     * The line at a moment, in milliseconds since 1970; empty when no run is under way. Never as wide as the terminal, which would
     * wrap: what does not fit is left out from the end.
     */
    line(columns: number, now: number): string {
      if (run === undefined) return '';
      const { planned, at } = run;
      const elapsed = now - at;
      const counts = SHOWN_VERDICTS.filter((verdict) => totals[verdict] > 0).map(
        (verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`,
      );
      const isEstimated = done > 0 && done < planned && elapsed >= ENOUGH_TO_ESTIMATE;
      const left = isEstimated ? [`about ${showDuration((elapsed / done) * (planned - done))} left`] : [];
      const parts = [`${done}/${planned}`, ...counts, ...left];
      while (parts.length > 0 && parts.join(', ').length >= columns) parts.pop();
      return parts.join(', ');
    },
  };
}
