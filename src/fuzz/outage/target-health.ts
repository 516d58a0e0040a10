/** Whether the target still serves: what got no answer, plain requests that are refused now, and which failures are consequences. */
import { answersControl, type Sender } from '../../engine/send.ts';
import { LivenessChecks } from '../execute/liveness-checks.ts';
import { performTrial, type Tried } from '../execute/perform.ts';
import { plainStep, type Material } from '../generate/material.ts';
import type { Phase } from '../generate/phases.ts';
import { single, type Trial } from '../generate/trial.ts';
import type { FailureBucket, Position } from '../shrink/failure-buckets.ts';
import { OddRequests, untilBreakdown } from './breakdown.ts';
import { OutageWatch } from './outage-watch.ts';

interface Watched {
  readonly sender: Sender;
  readonly material: Material;
  readonly concurrency: number;
  /** Whether a trial may have been ended before its reply, and not by the target. */
  readonly isCut: () => boolean;
  /** Ends the run, and says why. */
  readonly end: (why: string) => void;
}

export class TargetHealth {
  readonly #watched: Watched;
  readonly #outage: OutageWatch;
  readonly #odd = new OddRequests();
  readonly #checks = new LivenessChecks();
  /** Endpoints that answered a plain request rightly. */
  readonly #healthy = new Set<string>();
  #brokenDown = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    // Once nothing may be sent any more, assume that the target answers.
    this.#outage = new OutageWatch(async () => (await answersControl(watched.sender)) || watched.isCut());
  }

  get outage(): OutageWatch {
    return this.#outage;
  }

  get isBrokenDown(): boolean {
    return this.#brokenDown;
  }

  /** Notes a trial that may break the target, before it is sent. */
  sending({ relation, steps: [first] }: Trial, requests: number): void {
    if (relation === 'next-works' && first !== undefined) this.#odd.note(first, requests);
  }

  /** Notes a judged trial of a phase: a plain request that was served shows what the target can do. */
  judged({ trial: { steps } }: Tried, isRight: boolean, phase: Phase): void {
    const [only, ...others] = steps;
    if (phase === 'smoke' && only !== undefined && others.length === 0 && isRight)
      this.#healthy.add(only.endpoint);
  }

  /** Notes whether a trial was answered; `began` by performance.now(). */
  async noteAnswered(tried: Tried, at: Position, began: number): Promise<void> {
    if (tried.trouble !== undefined && this.#watched.isCut()) return;
    // A refusal by a firewall counts as an answer, though it is not the backend's.
    const isAnswered = tried.judged.every(({ state }) => state === 'judged' || state === 'blocked');
    if (isAnswered) return this.#outage.broken();
    await this.#outage.note({ tried, at, began, ended: performance.now() });
    this.endIfOutage();
  }

  endIfOutage(): void {
    const { sender, end } = this.#watched;
    const givenUp = sender.pace.givenUp();
    if (givenUp !== undefined) end(givenUp);
    if (this.#outage.isTotal) end(`the target stopped answering: ${this.#outage.why}`);
  }

  /** When a check is due, sends a plain request that was served at the start. If it is refused now, all later failures are consequences. */
  async check(failing: number): Promise<void> {
    const { material, sender, end } = this.#watched;
    if (!this.#checks.isDue(failing)) return;
    const [id] = this.#healthy;
    const stage = material.stages.find(({ endpoint }) => endpoint.id === id);
    if (stage === undefined) return;
    const { found } = await performTrial(single(plainStep(stage)), 'fuzz health', sender, material);
    if (!found.some(({ finding }) => finding.level === 'must')) return;
    this.#brokenDown = true;
    end(
      `the target no longer serves even a plain request to ${stage.endpoint.id}, which it served at the start`,
    );
  }

  /** The failures that are not consequences, and a note about the others. */
  causes(buckets: readonly FailureBucket[]): {
    readonly kept: readonly FailureBucket[];
    readonly note: string;
  } {
    return this.#brokenDown
      ? untilBreakdown(buckets, this.#odd, this.#watched.concurrency)
      : { kept: buckets, note: '' };
  }
}
