/** What a run has reported so far: events go out in the order of the plan, and are kept for counting without their replies. */
import type { Answer } from '../../spec/dialect/dialect.ts';
import type { AnswersTally, CaseFinished } from '../../report/record/events.ts';
import { UNANSWERED_WORDS, unansweredEvents } from '../../report/record/unanswered-events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import { RUN_WIDE_WORDS } from '../../report/record/run-wide-findings.ts';
import type { Planned } from '../../cases/plan/plan-case.ts';
import { setupSummary, type SetupCheck } from './setup/setup-check.ts';
import type { RunOptions } from './run-options.ts';
import type { CaseAttempt, CaseVerdict } from './verdict/case-records.ts';
import {
  changedStateEvent,
  wrongReplies,
  type ChangedState,
  type SentByCase,
  type WrongReply,
} from './changed-state.ts';
import { RunWideRecord } from './run-wide-record.ts';

/** What became of a case. `sent`: its plan and its result, where anything was planned. */
export interface CaseDone {
  readonly event: CaseFinished;
  readonly sent?: { readonly plan: Planned; readonly result: CaseVerdict };
}

/** A failing case that waits to be sent again. */
export interface FailingCase {
  readonly plan: Planned;
  readonly event: CaseFinished;
  /** The notes that ask whether the file is out of date. */
  readonly doubts: readonly string[];
  readonly wrong: readonly WrongReply[];
}

/** At most this many requests are remembered by name, and as long as there is room with their replies, but for long ones. */
const MAX_SENT = 50_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BYTES_EACH = 20_000;
/** What a request and its reply take beside their bodies. */
const BYTES_BESIDE = 2000;

export class OpenRecord {
  readonly totals = noTotals();
  readonly cases: CaseFinished[] = [];
  readonly evidence: Answer[] = [];
  /** Failing cases that are reported once they were sent again. */
  readonly held: FailingCase[] = [];
  /** What was sent, by which a changed state is found: kept where failing cases are sent again. */
  readonly sent: SentByCase[] = [];
  changed: ChangedState | undefined;
  /** Ends all that is under way. */
  readonly ending = new AbortController();
  /** Why the run is not whole; empty: it is. */
  partial = '';
  /** How many cases are done, those among them that wait to be reported in their place. */
  done = 0;
  stoppedAnswering = false;
  /** What the run is at just now, for a user who waits. */
  phase = 'looking whether anything answers';
  readonly #options: RunOptions;
  readonly #runWide: RunWideRecord;
  #room = MAX_BYTES;
  /** The first place behind all cases of the run. */
  #indexBeyond = 0;

  constructor(options: RunOptions) {
    const { facts, redaction, instances } = options;
    this.#options = options;
    this.#runWide = new RunWideRecord(facts.dialect, redaction);
    for (const { index } of instances) this.#indexBeyond = Math.max(this.#indexBeyond, index + 1);
  }

  /** Begins the run: how many cases it plans, and what the set-up check learned. */
  start(check: SetupCheck | undefined): void {
    const { emit, head, instances } = this.#options;
    const learned = check === undefined ? {} : { orientation: setupSummary(check) };
    emit({ kind: 'run-started', ...head, planned: instances.length, ...learned });
    this.phase = 'cases';
  }

  /** Adds a case, if it was run to its end; false: no further one is reported. A failing one is held back, where the run confirms. */
  add(done: CaseDone | undefined): boolean {
    if (done === undefined) return true;
    const { event, sent } = done;
    const { confirm, failFast, redaction } = this.#options;
    const isFailing = event.verdict === 'fail';
    let isHeld = false;
    if (sent !== undefined) {
      const { attempts, evidence, doubts = [] } = sent.result;
      this.evidence.push(...evidence);
      this.#runWide.add(event.case.id, attempts);
      if (confirm === true) this.#remember(event.case.id, attempts);
      isHeld = confirm === true && isFailing && event.flaky === undefined;
      if (isHeld)
        this.held.push({
          plan: sent.plan,
          event,
          doubts: doubts.map(redaction.mask),
          wrong: wrongReplies(attempts),
        });
    }
    if (!isHeld) this.report(event);
    if (!isFailing || !failFast) return true;
    this.end('failFast: a case failed');
    return false;
  }

  /** Adds what the replies so far have in common: behind the cases, also where the run ended early. */
  addRunWide(answers: AnswersTally | undefined): void {
    const indexOfUnanswered = this.#indexBeyond + RUN_WIDE_WORDS.length;
    for (const event of this.#runWide.events(this.#indexBeyond)) this.report(event);
    if (answers !== undefined)
      for (const event of unansweredEvents(answers, indexOfUnanswered)) this.report(event);
    const indexOfChanged = indexOfUnanswered + UNANSWERED_WORDS.length;
    if (this.changed !== undefined)
      this.report(changedStateEvent(this.changed, indexOfChanged, this.#options.redaction));
  }

  /** Counts a case and emits it. */
  report(event: CaseFinished): void {
    this.totals[event.verdict] += 1;
    // What counting needs of an event: a long run keeps no replies.
    const { others: _, ...counted } = event;
    this.cases.push({ ...counted, exchanges: [] });
    this.#options.emit(event);
  }

  #remember(name: string, attempts: readonly CaseAttempt[]): void {
    for (const attempt of attempts) {
      if (this.sent.length >= MAX_SENT) return;
      const { request, who } = attempt.planned;
      const { envelope, findings } = attempt.judgement;
      const { outcome, sentAt: at = 0 } = attempt.exchange;
      const body = outcome.kind === 'reply' ? outcome.body.length : 0;
      const bytes = body + (request.body?.length ?? 0) + BYTES_BESIDE;
      const mayShowChange = envelope?.returnCode === 'Ok' || findings.length > 0;
      const isKept = mayShowChange && bytes <= Math.min(this.#room, MAX_BYTES_EACH);
      if (isKept) this.#room -= bytes;
      this.sent.push({ name, at, subject: who.subject, ...(isKept && { attempt }) });
    }
  }

  /** Ends the run; the first reason counts. What is under way is finished. */
  end(why: string): void {
    if (this.partial === '') this.partial = why;
  }

  /** Ends the run at once. The case that met the outage is reported, the others under way are named in `partial`. */
  endBy(outage: string): void {
    this.stoppedAnswering = true;
    this.end(outage);
    this.ending.abort();
  }
}
