/** What a run has reported so far: events go out as they come, and are kept for counting without their replies. */
import type { AnswersTally, CaseFinished } from '../../report/record/events.ts';
import { unansweredEvents } from '../../report/record/unanswered-events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import { RUN_WIDE_WORDS } from '../../report/record/run-wide-findings.ts';
import { setupSummary, type SetupCheck } from './setup/setup-check.ts';
import type { RunOptions } from './run-options.ts';
import type { CaseAttempt } from './verdict/case-records.ts';
import { RunWideRecord } from './verdict/run-wide-record.ts';

export class RunInProgress {
  readonly totals = noTotals();
  readonly cases: CaseFinished[] = [];
  readonly runWide: RunWideRecord;
  /** The first place behind all cases of the run. */
  readonly indexBeyond: number;
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    const { facts, redaction, instances } = options;
    this.#options = options;
    this.runWide = new RunWideRecord(facts.dialect, redaction);
    this.indexBeyond = instances.reduce((most, { index }) => Math.max(most, index), -1) + 1;
  }

  /** Begins the run: how many cases it plans, and what the set-up check learned. */
  start(planned: number, check: SetupCheck | undefined): void {
    const { emit, head } = this.#options;
    const learned = check === undefined ? {} : { orientation: setupSummary(check) };
    emit({ kind: 'run-started', ...head, planned, ...learned });
  }

  addCase(event: CaseFinished, attempts: readonly CaseAttempt[]): void {
    this.runWide.add(event.case.id, attempts);
    this.addSynthetic(event);
  }

  /** Adds what is no case of the suite. */
  addSynthetic(event: CaseFinished): void {
    this.totals[event.verdict] += 1;
    this.cases.push(withoutExchanges(event));
    this.#options.emit(event);
  }

  /** Adds what the replies so far have in common: behind the cases, also where the run ended early. */
  addRunWide(answers: AnswersTally | undefined): void {
    const events = [
      ...this.runWide.events(this.indexBeyond),
      ...unansweredEvents(answers, this.indexBeyond + RUN_WIDE_WORDS.length),
    ];
    for (const event of events) this.addSynthetic(event);
  }
}

/** What counting needs of an event: a long run keeps no replies. */
function withoutExchanges(event: CaseFinished): CaseFinished {
  const { others: _, ...rest } = event;
  return { ...rest, exchanges: [] };
}
