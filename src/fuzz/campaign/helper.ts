/**
 * Trials that another thread sends: what it is given, and what it gives back, is plain data. It does plain work only: at the first trial that is
 * not answered, or refused for load, it gives back the rest, so that all that depends on the target's health stays in one place.
 */
import { Concurrency } from '../../engine/concurrency.ts';
import type { Mask } from '../../http/secret.ts';
import { Pace } from '../../engine/pace.ts';
import { hasReached, type Exchange, type Transport } from '../../http/exchange.ts';
import { isOwedHttp } from '../../judge/compare/wire-findings.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { Trial } from '../trials/relations.ts';
import { perform, planTrial, senderOf, type Tried } from '../trials/send-trial.ts';
import type { TrialRequest } from '../trials/step-request.ts';
import { shownOf, type ShownBehaviours } from './behaviours-of.ts';
import { codesOf, type ReplyCodes } from './health-checks.ts';
import { pathOf, type BlockPlace } from './schedule.ts';

/** Trials of a block, from a place on. */
export interface Job {
  readonly trials: readonly Trial[];
  readonly place: BlockPlace;
  readonly from: number;
}

/** What a tried trial adds to what is known of a target. */
interface TrialFacts {
  /** Of each request in turn. */
  readonly codes: readonly ReplyCodes[];
  readonly shown: readonly ShownBehaviours[];
}

export const factsShownBy = (tried: Tried, inputs: FuzzInputs): TrialFacts => ({
  codes: tried.judged.map(codesOf),
  shown: shownOf(tried, inputs),
});

/** The replies and findings of a trial, without its requests: those follow from it. */
interface Failed {
  readonly judged: readonly Omit<Tried['judged'][number], 'planned'>[];
  readonly found: Tried['found'];
}

/** One answered trial, as a thread gives it back. */
export interface HelpedTrial extends TrialFacts {
  /** When it was sent, by `threadTime`: the target was there then. */
  readonly began: number;
  /** How many of its requests had to be answered. */
  readonly owed: number;
  /** Left out: nothing is wrong. */
  readonly failed?: Failed;
}

export interface HelperReport {
  readonly trials: readonly HelpedTrial[];
  /** How many requests were sent for them. */
  readonly sent: number;
}

/** A trial that was not answered, which the thread gives back with all that follow it. */
export interface GivenBack {
  /** How many of its requests were sent. */
  readonly sent: number;
  /** When it began and ended, by `threadTime`. */
  readonly began: number;
  readonly ended: number;
  /** As far as it was sent. */
  readonly trial: Trial;
  readonly failed: Failed;
  /** Those of its requests that met something else than an answer, which sending it again need not meet. */
  readonly missed: readonly Exchange[];
}

/** How a run ends. */
export interface HelperEnding {
  /** At once: replies are waited for no longer. */
  readonly cut: AbortSignal;
  /** No further trial begins; those under way get their replies, or show that the target is gone. */
  readonly over: AbortSignal;
}

/** A thread that sends trials. */
export interface Helper {
  /** Once it is there. */
  readonly ready: Promise<void>;
  /** Sends trials in turn, and reports from time to time those that are answered. Undefined: all are, or the run was over before the others. */
  run(
    job: Job,
    ending: HelperEnding,
    report: (report: HelperReport) => Promise<void>,
  ): Promise<GivenBack | undefined>;
}

/** Without its promise, which can't be sent: whether a reply comes late is not asked of these. */
function sendable<E extends Exchange>(exchange: E): E {
  const { outcome } = exchange;
  return outcome.kind === 'reply' ? exchange : { ...exchange, outcome: { ...outcome, later: undefined } };
}

/** Milliseconds since 1970: threads may count performance.now() from different times. */
const threadTime = (): number => performance.timeOrigin + performance.now();
/** The same by performance.now() of this thread. */
export const inThisThread = (time: number): number => time - performance.timeOrigin;

const failedOf = ({ judged, found }: Tried): Failed => ({
  found,
  judged: judged.map((each) => {
    const { planned: _, ...rest } = each;
    return { ...rest, exchange: sendable(each.exchange) };
  }),
});

/** The trial as it was tried; `requests` are those that it comes to. */
export function triedOf(
  trial: Trial,
  { failed: { judged, found } = { judged: [], found: [] } }: Pick<HelpedTrial, 'failed'>,
  requests: () => readonly TrialRequest[],
): Tried {
  const planned = judged.length === 0 ? [] : requests();
  return {
    trial,
    judged: judged.map((each, at) => ({ ...each, planned: planned[at] as TrialRequest })),
    found,
    notJudgedBecause: undefined,
  };
}

/** The trial that was given back, with why it got no answer; undefined: no request of it reached the target and was left without one. */
export function unansweredOf(back: GivenBack, requests: () => readonly TrialRequest[]): Tried | undefined {
  const outcomes = back.failed.judged.map(({ exchange: { outcome } }) => outcome);
  const lost = outcomes.find((outcome) => outcome.kind === 'no-reply' && hasReached(outcome));
  if (lost?.kind !== 'no-reply') return undefined;
  return { ...triedOf(back.trial, back, requests), notJudgedBecause: lost.detail };
}

/** Calls back in place of lowering a number. */
class Alarm extends Concurrency {
  readonly #ring: () => void;

  constructor(ring: () => void) {
    super();
    this.#ring = ring;
  }

  override strained(): void {
    this.#ring();
  }
}

/** How often a report is sent at least, in milliseconds: the parent shows how far the run is, and notices what hangs. */
const REPORT_MS = 100;

interface HelperMeans {
  readonly inputs: FuzzInputs;
  readonly transport: Transport;
  readonly mask: Mask;
}

/** What a thread does with a job. `Helper.run` says what it resolves to. */
export async function runJob(
  { trials, place, from }: Job,
  { inputs, transport, mask }: HelperMeans,
  { cut, over }: HelperEnding,
  report: (report: HelperReport) => void,
): Promise<GivenBack | undefined> {
  const givingBack = new AbortController();
  const signal = AbortSignal.any([cut, givingBack.signal]);
  let sent = 0;
  let answered: HelpedTrial[] = [];
  let reportedAt = performance.now();
  const tell = (before: number): void => {
    report({ trials: answered, sent: before });
    [answered, sent, reportedAt] = [[], sent - before, performance.now()];
  };
  const pace = new Pace(undefined, signal, () => {}, new Alarm(() => givingBack.abort()));
  const sender = senderOf({
    transport,
    dialect: inputs.facts.dialect,
    mask,
    rate: undefined,
    signal,
    pace,
    count: () => (sent += 1),
  });
  for (const [at, trial] of trials.entries()) {
    if (over.aborted) break;
    const [began, before] = [threadTime(), sent];
    const requests = planTrial(trial, inputs, `fuzz ${pathOf(place, from + at)}`);
    const tried = await perform(trial, requests, sender, inputs);
    if (signal.aborted || tried.judged.some(({ state }) => state !== 'judged')) {
      tell(before);
      const missed = pace.answers.missed.map(sendable);
      return { sent, began, ended: threadTime(), trial: tried.trial, failed: failedOf(tried), missed };
    }
    answered.push({
      ...factsShownBy(tried, inputs),
      began,
      owed: requests.filter(({ allowed, request }) => isOwedHttp(allowed, request)).length,
      ...(tried.found.length > 0 && { failed: failedOf(tried) }),
    });
    if (performance.now() - reportedAt > REPORT_MS) tell(sent);
  }
  tell(sent);
  return undefined;
}
