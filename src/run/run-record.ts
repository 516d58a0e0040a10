/** What a run has reported so far: events go out as they come, and are kept for counting without their replies. */
import type { AnswersTally, CaseFinished } from '../engine/events.ts';
import { unansweredEvents } from '../engine/unanswered-events.ts';
import { noTotals } from '../engine/verdict.ts';
import { RUN_WIDE_WORDS } from './verdict/run-wide-findings.ts';
import type { RunOptions } from './run-options.ts';
import type { CaseAttempt } from './verdict/case-records.ts';
import { RunWideRecord } from './verdict/run-wide-record.ts';

export class RunRecord {
  readonly totals = noTotals();
  readonly cases: CaseFinished[] = [];
  readonly runWide: RunWideRecord;
  /** The first place behind all cases of the run. */
  readonly indexBeyond: number;
  readonly #emit: RunOptions['emit'];

  constructor({ facts, redaction, emit, instances }: RunOptions) {
    this.runWide = new RunWideRecord(facts.dialect, redaction);
    this.#emit = emit;
    this.indexBeyond = instances.reduce((most, { index }) => Math.max(most, index), -1) + 1;
  }

  addCase(event: CaseFinished, attempts: readonly CaseAttempt[]): void {
    this.runWide.add(event.case.id, attempts);
    this.addSynthetic(event);
  }

  /** Adds what is no case of the suite. */
  addSynthetic(event: CaseFinished): void {
    this.totals[event.verdict] += 1;
    this.cases.push(withoutExchanges(event));
    this.#emit(event);
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
  const { others: _, latency: __, ...rest } = event;
  return { ...rest, exchanges: [] };
}
