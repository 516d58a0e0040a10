/** Whether the target still serves: what got no answer, plain requests that are refused now, and which failures are consequences. */
import type { Target } from '../../run/send/target.ts';
import { performTrial, type Tried } from '../trials/send-trial.ts';
import { plainStep, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import { single, type Trial } from '../trials/relations.ts';
import type { Failure, Position } from '../failures/failure-buckets.ts';
import { SilentTrials } from './silent-trials.ts';
import { alterNames } from '../trials/all-alterations.ts';
import type { Step } from '../trials/step.ts';

/** The numbers of failing trials at which the target is checked for whether it still serves a plain request, each once. */
const CHECKS_AT: readonly number[] = [20, 60, 200, 600, 2000];

const MAX_NOTED = 32;
/** Requests of other workers that may have been under way meanwhile. */
const MARGIN = 64;

function description({ endpoint, send }: Step): string {
  const names = [...(send.method === undefined ? [] : [send.method]), ...alterNames(send)];
  return `${names.join(' and ')} on ${endpoint}`;
}

/** Remembers the latest odd requests, any of which may have broken the server. */
export class OddRequests {
  #latest: readonly { readonly description: string; readonly at: number }[] = [];

  note(step: Step, at: number): void {
    this.#latest = [...this.#latest, { description: description(step), at }].slice(-MAX_NOTED);
  }

  /** The odd requests that were sent close to this count of requests, the latest first. */
  near(requests: number): readonly string[] {
    const close = this.#latest.filter(({ at }) => Math.abs(requests - at) <= MARGIN);
    return close.map((each) => each.description).toReversed();
  }
}

/** The most requests of one worker that may be under way when a target breaks down. */
const UNDER_WAY = 8;

/** The failures seen before the target broke down, and its suspect; `note` says how many were left out. Buckets are in the order of their first occurrence. */
export function untilBreakdown(
  failures: readonly Failure[],
  odd: OddRequests,
  concurrency: number,
): { readonly kept: readonly Failure[]; readonly note: string } {
  const culprit = failures.find(({ tried }) => tried.trial.relation === 'next-works') ?? failures[0];
  if (culprit === undefined) return { kept: [], note: '' };
  const onset = culprit.first.requests - concurrency * UNDER_WAY;
  const before = failures.filter((each) => each !== culprit && each.first.requests < onset);
  const others = failures.length - before.length - 1;
  const suspects = odd.near(culprit.first.requests);
  const notes = [
    ...(suspects.length > 0 ? [`the odd requests just before: ${suspects.join(', ')}`] : []),
    ...(others > 0
      ? [
          `${others} more ${others === 1 ? 'kind' : 'kinds'} of failures since then are treated as consequences`,
        ]
      : []),
  ];
  return { kept: [culprit, ...before], note: notes.map((each) => `; ${each}`).join('') };
}

interface Watched {
  readonly sender: Target;
  readonly inputs: FuzzInputs;
  readonly concurrency: number;
  /** Whether a trial may have been ended before its reply, and not by the target. */
  readonly isCut: () => boolean;
  /** Ends the run, and says why. */
  readonly end: (why: string) => void;
}

export class TargetHealth {
  readonly #watched: Watched;
  readonly #outage: SilentTrials;
  readonly #odd = new OddRequests();
  /** How many of the numbers in `CHECKS_AT` were reached. */
  #checked = 0;
  /** Endpoints that answered a plain request rightly. */
  readonly #healthy = new Set<string>();
  #brokenDown = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    // Once nothing may be sent any more, assume that the target answers.
    this.#outage = new SilentTrials(async () => (await watched.sender.outage.isAlive()) || watched.isCut());
  }

  get outage(): SilentTrials {
    return this.#outage;
  }

  get isBrokenDown(): boolean {
    return this.#brokenDown;
  }

  /** Notes a trial that may break the target, before it is sent. */
  sending({ relation, steps: [first] }: Trial, requests: number): void {
    if (relation === 'next-works' && first !== undefined) this.#odd.note(first, requests);
  }

  /** Notes plain requests that were served rightly: they show what the target can do. */
  served({ trial: { steps } }: Tried): void {
    const [only, ...others] = steps;
    if (only !== undefined && others.length === 0) this.#healthy.add(only.endpoint);
  }

  /** Notes whether a trial was answered; `began` by performance.now(). */
  async noteAnswered(tried: Tried, at: Position, began: number): Promise<void> {
    if (tried.notJudgedBecause !== undefined && this.#watched.isCut()) return;
    // A refusal by a firewall counts as an answer, though it is not the backend's.
    const isAnswered = tried.judged.every(({ trouble }) => trouble === undefined || trouble === 'firewall');
    if (isAnswered) return this.#outage.broken(began);
    await this.#outage.note({ tried, at, began, ended: performance.now() });
    this.endIfOutage();
  }

  endIfOutage(): void {
    const { sender, end } = this.#watched;
    const givenUp = sender.pace.gaveUp;
    if (givenUp !== undefined) end(givenUp);
    if (this.#outage.isTotal) end(`the target stopped answering: ${this.#outage.why}`);
  }

  /** When a check is due, sends a plain request that was served at the start. If it is refused now, all later failures are consequences. */
  async check(failing: number): Promise<void> {
    const { inputs, sender, end } = this.#watched;
    const reached = CHECKS_AT.filter((count) => count <= failing).length;
    if (reached <= this.#checked) return;
    this.#checked = reached;
    const [id] = this.#healthy;
    const on = inputs.endpoints.find(({ endpoint }) => endpoint.id === id);
    if (on === undefined) return;
    const { found } = await performTrial(single(plainStep(on)), 'fuzz health', sender, inputs);
    if (!found.some(({ finding }) => finding.level === 'must')) return;
    this.#brokenDown = true;
    end(
      `the target no longer serves even a plain request to ${on.endpoint.id}, which it served at the start`,
    );
  }

  /** The failures that are not consequences, and a note about the others. */
  causes(failures: readonly Failure[]): {
    readonly kept: readonly Failure[];
    readonly note: string;
  } {
    return this.#brokenDown
      ? untilBreakdown(failures, this.#odd, this.#watched.concurrency)
      : { kept: failures, note: '' };
  }
}
