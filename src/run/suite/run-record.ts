/** What a run has reported so far: events go out in the order of the plan, and are kept for counting without their replies. */
import type { Answer } from '../../spec/dialect/dialect.ts';
import type { AnswersTally, CaseFinished } from '../../report/record/events.ts';
import { unansweredEvents } from '../../report/record/unanswered-events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import { RUN_WIDE_WORDS } from '../../report/record/run-wide-findings.ts';
import type { Planned } from '../../cases/plan/plan-case.ts';
import { notConfirmed, type Confirmed } from './repeats.ts';
import { setupSummary, type SetupCheck } from './setup/setup-check.ts';
import type { RunOptions } from './run-options.ts';
import type { CaseAttempt } from './verdict/case-records.ts';
import { RunWideRecord } from './verdict/run-wide-record.ts';

/** What became of a case. */
export interface CaseResult {
  readonly event: CaseFinished;
  readonly evidence: readonly Answer[];
  readonly attempts: readonly CaseAttempt[];
  /** Undefined: nothing was sent. */
  readonly plan: Planned | undefined;
}

/** A failing case that waits to be sent again. */
interface FailingCase {
  readonly plan: Planned;
  readonly event: CaseFinished;
}

/** How many failing cases of a run are sent again, whatever they break. */
const MAX_CONFIRMED = 50;
/** How many more, of those that break a clause on an endpoint which no case before did. */
const MAX_BY_BUCKET = 150;

export class OpenRecord {
  readonly totals = noTotals();
  readonly cases: CaseFinished[] = [];
  readonly evidence: Answer[] = [];
  readonly #options: RunOptions;
  readonly #runWide: RunWideRecord;
  /** The first place behind all cases of the run. */
  readonly #indexBeyond: number;
  readonly #held: FailingCase[] = [];

  constructor(options: RunOptions) {
    const { facts, redaction, instances } = options;
    this.#options = options;
    this.#runWide = new RunWideRecord(facts.dialect, redaction);
    this.#indexBeyond = instances.reduce((most, { index }) => Math.max(most, index), -1) + 1;
  }

  /** Begins the run: how many cases it plans, and what the set-up check learned. */
  start(planned: number, check: SetupCheck | undefined): void {
    const { emit, head } = this.#options;
    const learned = check === undefined ? {} : { orientation: setupSummary(check) };
    emit({ kind: 'run-started', ...head, planned, ...learned });
  }

  /** Adds a case. A failing one is reported once it was confirmed, where the run confirms. */
  add({ event, evidence, attempts, plan }: CaseResult): void {
    this.evidence.push(...evidence);
    this.#runWide.add(event.case.id, attempts);
    const isHeld = this.#options.confirm === true && event.verdict === 'fail' && event.flaky === undefined;
    if (isHeld && plan !== undefined) this.#held.push({ plan, event });
    else this.#report(event);
  }

  /** Reports the failing cases, each with what sending it again shows: the first ones, then one for each clause and endpoint. */
  async confirm(sendAgain: (plan: Planned) => Promise<Confirmed>): Promise<void> {
    const buckets = new Set<string>();
    let sent = 0;
    for (const { plan, event } of this.#held.splice(0)) {
      const bucket = `${event.findings[0]?.clause ?? ''} ${plan.instance.endpoint.id}`;
      const isNew = !buckets.has(bucket);
      buckets.add(bucket);
      const isTooMany = sent >= MAX_CONFIRMED + MAX_BY_BUCKET || (sent >= MAX_CONFIRMED && !isNew);
      if (!isTooMany) sent += 1;
      const { confirmation, note } = isTooMany
        ? notConfirmed(`after ${MAX_CONFIRMED} cases, one for each clause and endpoint is`)
        : await sendAgain(plan);
      this.#report({ ...event, confirmation, notes: [...(event.notes ?? []), note] });
    }
  }

  /** Adds what the replies so far have in common: behind the cases, also where the run ended early. */
  addRunWide(answers: AnswersTally | undefined): void {
    const events = [
      ...this.#runWide.events(this.#indexBeyond),
      ...unansweredEvents(answers, this.#indexBeyond + RUN_WIDE_WORDS.length),
    ];
    for (const event of events) this.#report(event);
  }

  #report(event: CaseFinished): void {
    this.totals[event.verdict] += 1;
    this.cases.push(withoutExchanges(event));
    this.#options.emit(event);
  }
}

/** What counting needs of an event: a long run keeps no replies. */
function withoutExchanges(event: CaseFinished): CaseFinished {
  const { others: _, ...rest } = event;
  return { ...rest, exchanges: [] };
}
