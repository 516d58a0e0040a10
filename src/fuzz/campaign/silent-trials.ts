/** Counts the trials without an answer: when the target stops answering, those under way at the onset are suspects. */
import { newFailure, OUTAGE, type Failure, type Position } from '../failures/failure-buckets.ts';
import { wasSent, type Tried } from '../trials/send-trial.ts';

/** A trial that got no answer, by performance.now() when it began and ended. */
interface Silent {
  readonly tried: Tried;
  readonly at: Position;
  readonly began: number;
  readonly ended: number;
}

/** Whether a trial sends plain requests only: those are less likely to be the cause. */
const isPlain = ({ judged }: Tried): boolean =>
  judged.every(({ planned: { step } }) => Object.keys(step.send).length === 0);

function suspectOf({ tried, at }: Silent, index: number): Failure {
  const cause = { property: 'answered', finding: OUTAGE } as const;
  return { ...newFailure(cause, { ...tried, found: [] }, at), suspect: index + 1 };
}

/** After this many unanswered trials in a row, check whether the target answers at all. */
const ASK_AT = 4;
/** After this many, nothing more can be judged, even if other requests are answered. */
const MAX_SILENT = 20;

/** The most reasons that are counted separately. */
const MAX_REASONS = 20;

/** The trials without an answer since the last one, and the suspects among them. */
export class SilentTrials {
  readonly #answersControl: () => Promise<boolean>;
  readonly #reasons = new Map<string, number>();
  /** How many trials in a row got no answer. */
  #length = 0;
  /** Unanswered trials since the target's last reply. */
  #since: Silent[] = [];
  #isTotal = false;

  constructor(answersControl: () => Promise<boolean>) {
    this.#answersControl = answersControl;
  }

  /** Whether the target is taken to be down for good. */
  get isTotal(): boolean {
    return this.#isTotal;
  }

  /** Why the last of these trials got no answer. */
  get why(): string {
    return this.#since.at(-1)?.tried.notJudgedBecause ?? '';
  }

  /** Why trials of the whole run got no answer, and how many of them, the latest reason last. */
  get reasons(): ReadonlyMap<string, number> {
    return this.#reasons;
  }

  async note(silent: Silent): Promise<void> {
    this.#length += 1;
    this.#since.push(silent);
    this.#count(this.why);
    if (this.#length >= MAX_SILENT) this.#isTotal = true;
    else if (this.#length === ASK_AT) await this.ask();
  }

  /** Notes an answer to a trial that was begun then. What was lost later may be of an outage: the answer may have come before that, and be known only now. */
  broken(began: number): void {
    this.#length = 0;
    if (this.#since.length > 0) this.#since = this.#since.filter(({ ended }) => ended > began);
  }

  /** Checks whether the target answers at all after an unanswered trial: if it does, none of the trials caused an outage. */
  async ask(): Promise<void> {
    const asked = [...this.#since];
    if (asked.length === 0) return;
    if (!(await this.#answersControl())) this.#isTotal ||= this.#since.length > 0;
    else if (!this.#isTotal) this.#since = this.#since.filter((each) => !asked.includes(each));
  }

  #count(why: string): void {
    const before = this.#reasons.get(why);
    if (before === undefined && this.#reasons.size >= MAX_REASONS) return;
    this.#reasons.delete(why);
    this.#reasons.set(why, (before ?? 0) + 1);
  }

  /** The trials that were under way when the first of them got no answer, those with alterations first. */
  suspects(): readonly Failure[] {
    const onset = Math.min(...this.#since.map(({ ended }) => ended));
    const sent = this.#since.filter(({ tried, began }) => began <= onset && wasSent(tried));
    const odd = sent.filter(({ tried }) => !isPlain(tried));
    const plain = sent.filter(({ tried }) => isPlain(tried));
    return [...odd, ...plain].map(suspectOf);
  }
}
