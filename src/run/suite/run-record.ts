/** What a run has reported so far: events go out in the order of the plan, and are kept for counting without their replies. */
import type { Answer } from '../../spec/dialect/dialect.ts';
import type { AnswersTally, CaseFinished } from '../../report/record/events.ts';
import {
  CHANGED_STATE_ID,
  UNANSWERED_WORDS,
  unansweredEvents,
} from '../../report/record/unanswered-events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import { RUN_WIDE_WORDS } from '../../report/record/run-wide-findings.ts';
import type { CaseRequest } from '../../cases/planned.ts';
import type { Planned } from '../../cases/plan/plan-case.ts';
import { notConfirmed, type Confirmed } from './repeats.ts';
import { setupSummary, type SetupCheck } from './setup/setup-check.ts';
import type { RunOptions } from './run-options.ts';
import type { CaseAttempt } from './verdict/case-records.ts';
import { ServedBefore, wrongReplies, type WrongReply } from './verdict/changed-state.ts';
import { RunWideRecord } from './verdict/run-wide-record.ts';

/** What became of a case. */
export interface CaseResult {
  readonly event: CaseFinished;
  readonly evidence: readonly Answer[];
  readonly attempts: readonly CaseAttempt[];
  /** Undefined: nothing was sent. */
  readonly plan: Planned | undefined;
  /** The notes that ask whether the file is out of date. */
  readonly doubts: readonly string[];
}

/** A failing case that waits to be sent again. */
interface FailingCase {
  readonly plan: Planned;
  readonly event: CaseFinished;
  readonly doubts: readonly string[];
  readonly wrong: readonly WrongReply[];
}

/** How many failing cases of a run are sent again, whatever they break. */
const FIRST_CONFIRMED = 50;
/** How many in all. */
const MAX_CONFIRMED = 200;

const brokenClause = ({ event }: FailingCase): string => event.findings[0]?.clause ?? '';
const brokenCell = (held: FailingCase): string => `${brokenClause(held)} ${held.plan.instance.endpoint.id}`;

/** The first case of each key. */
const firstOfEach = (held: readonly FailingCase[], keyOf: (of: FailingCase) => string) => [
  ...new Map(held.toReversed().map((each) => [keyOf(each), each])).values(),
];

/** The cases that are sent again: one of each clause, so that each cause has one, the first ones, and one of each clause and endpoint. */
const toConfirm = (held: readonly FailingCase[]): ReadonlySet<FailingCase> => {
  const all = [
    ...firstOfEach(held, brokenClause),
    ...held.slice(0, FIRST_CONFIRMED),
    ...firstOfEach(held, brokenCell),
  ];
  return new Set([...new Set(all)].slice(0, MAX_CONFIRMED));
};

export class OpenRecord {
  readonly totals = noTotals();
  readonly cases: CaseFinished[] = [];
  readonly evidence: Answer[] = [];
  readonly #options: RunOptions;
  readonly #runWide: RunWideRecord;
  readonly #served = new ServedBefore();
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
  add({ event, evidence, attempts, plan, doubts }: CaseResult): void {
    this.evidence.push(...evidence);
    this.#runWide.add(event.case.id, attempts);
    if (this.#options.confirm === true) this.#served.add(event.case.id, attempts);
    const isHeld = this.#options.confirm === true && event.verdict === 'fail' && event.flaky === undefined;
    if (isHeld && plan !== undefined) this.#held.push({ plan, event, doubts, wrong: wrongReplies(attempts) });
    else this.#report(event);
  }

  /** Asks again what was answered rightly and then wrongly: whether the backend has changed its state. */
  async askAgain(send: (planned: CaseRequest) => Promise<CaseAttempt>): Promise<void> {
    if (this.#held.length > 0) await this.#served.askAgain(send);
  }

  /** Reports the failing cases, each with what sending it again shows, or what explains it. */
  async confirm(sendAgain: (plan: Planned) => Promise<Confirmed>): Promise<void> {
    const held = this.#held.splice(0);
    const explained = new Set(held.filter(({ wrong }) => this.#served.explains(wrong)));
    const confirmed = toConfirm(held.filter((each) => !explained.has(each)));
    for (const each of held) {
      const { plan, event } = each;
      if (explained.has(each)) {
        this.#report(following(each));
        continue;
      }
      const { confirmation, note } = confirmed.has(each)
        ? await sendAgain(plan)
        : notConfirmed(`of many failing cases ${confirmed.size} are, one of each clause among them`);
      this.#report({ ...event, confirmation, notes: [...(event.notes ?? []), note] });
    }
  }

  /** Adds what the replies so far have in common: behind the cases, also where the run ended early. */
  addRunWide(answers: AnswersTally | undefined): void {
    const indexOfUnanswered = this.#indexBeyond + RUN_WIDE_WORDS.length;
    const changed = this.#served.event(indexOfUnanswered + UNANSWERED_WORDS.length, this.#options.redaction);
    const events = [
      ...this.#runWide.events(this.#indexBeyond),
      ...unansweredEvents(answers, indexOfUnanswered),
      ...(changed === undefined ? [] : [changed]),
    ];
    for (const event of events) this.#report(event);
  }

  #report(event: CaseFinished): void {
    this.totals[event.verdict] += 1;
    this.cases.push(withoutExchanges(event));
    this.#options.emit(event);
  }
}

/** A failing case that the changed state explains: it is not the file that is out of date. */
function following({ event, doubts }: FailingCase): CaseFinished {
  const notes = (event.notes ?? []).filter((note) => !doubts.includes(note));
  const { confirmation, note } = notConfirmed(`the backend changes its state, see ${CHANGED_STATE_ID}`);
  return { ...event, confirmation, follows: CHANGED_STATE_ID, notes: [...notes, note] };
}

/** What counting needs of an event: a long run keeps no replies. */
function withoutExchanges(event: CaseFinished): CaseFinished {
  const { others: _, ...rest } = event;
  return { ...rest, exchanges: [] };
}
