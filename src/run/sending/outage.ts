/** An outage: the target answers neither a case nor the control request, and one of the requests under way may be the cause. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Outcome, Transport } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { cut } from '../../judge/compare/show.ts';
import type { Planned } from '../../suite/plan/plan.ts';
import { isAnswer } from '../../engine/gateway.ts';
import { stepLabels } from '../events/step-labels.ts';
import { Unanswered, type NamedRequest } from './unanswered.ts';

/** How long a target may take to come back: a quick restart is not an outage. Counts pauses and time-outs, never our own work. */
const PATIENCE_MS = 2000;
const FIRST_PAUSE_MS = 100;

function reasonOf(outcome: Outcome): string {
  return outcome.kind === 'reply'
    ? `a gateway or load balancer answers HTTP ${outcome.status} in its place`
    : outcome.detail;
}

/** Sends the control request until it is answered; at the end of our patience, why it is not. */
async function controlFailure(
  control: () => Promise<Exchange>,
  signal: AbortSignal,
): Promise<string | undefined> {
  let left = PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const { outcome, ms } = await control();
    if (isAnswer(outcome)) return undefined;
    if (outcome.kind === 'no-reply' && outcome.why === 'timeout') left -= ms;
    if (left <= 0 || signal.aborted) return reasonOf(outcome);
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
    left -= pause;
  }
}

const MOST_NAMED = 8;
const MOST_PATH = 100;

function nameOf({ caseId, step, request }: NamedRequest, mask: (text: string) => string): string {
  const { method, path, wire } = request;
  const label = step === '' ? '' : ` (${step})`;
  return `${caseId}${label}: ${method} ${cut(mask(path), MOST_PATH)}${wire === undefined ? '' : ` (${wire})`}`;
}

/** `; requests under way:` and a line for each request, at most eight. */
function lostText({ lost, last }: Unanswered, mask: (text: string) => string): string {
  const named = (requests: readonly NamedRequest[]): string =>
    requests.map((each) => `\n${nameOf(each, mask)}`).join(';');
  if (lost.length === 0)
    return last === undefined ? '' : `; no request was under way, the last answered one was:${named([last])}`;
  const more = lost.length - MOST_NAMED;
  return `; requests under way:${named(lost.slice(0, MOST_NAMED))}${more > 0 ? `;\nand ${more} more` : ''}`;
}

/** Watches the requests of a run for an outage. */
export class OutageWatch {
  readonly #unanswered = new Unanswered();
  readonly #control: () => Promise<Exchange>;
  readonly #signal: AbortSignal;
  #asking: Promise<string | undefined> | undefined;
  #why = '';

  constructor(control: () => Promise<Exchange>, signal: AbortSignal) {
    this.#control = control;
    this.#signal = signal;
  }

  /** A transport for the requests of a case, each of them noted. */
  over(plan: Planned, transport: Transport): Transport {
    const labels = stepLabels(plan);
    return this.#noting(plan.instance.id, (request) => labels.get(request), transport);
  }

  /** A transport for a request that belongs to no case. */
  overOne(name: string, only: Request, transport: Transport): Transport {
    return this.#noting(name, (request) => (request === only ? '' : undefined), transport);
  }

  #noting(caseId: string, stepOf: (request: Request) => string | undefined, transport: Transport): Transport {
    const send = async (request: Request, signal?: AbortSignal): Promise<Exchange> => {
      const step = stepOf(request);
      // The control request, by which we find out why a reply is missing, belongs to no step.
      if (step === undefined) return transport.send(request, signal);
      const end = this.#unanswered.begin({ caseId, step, request });
      const exchange = await transport.send(request, signal);
      end(exchange.outcome);
      this.#note(exchange.outcome);
      return exchange;
    };
    return {
      send,
      single: () => this.#noting(caseId, stepOf, transport.single()),
      close: () => transport.close(),
    };
  }

  /** Whether the target has gone: an answer is missing, none has come since, and the control request gets none. */
  async isOutage(): Promise<boolean> {
    const { onset } = this.#unanswered;
    if (onset === undefined) return false;
    const why = await this.#ask();
    if (why === undefined || this.#unanswered.onset !== onset || this.#signal.aborted) return false;
    this.#why = why;
    return true;
  }

  /** Describes the outage for reports: since when, why, and a line for each request that was under way. */
  describe(mask: (text: string) => string): string {
    const { answered } = this.#unanswered;
    const count = `${answered} answered request${answered === 1 ? '' : 's'}`;
    return `the target stopped answering after ${count}: ${this.#why}${lostText(this.#unanswered, mask)}`;
  }

  #note(outcome: Outcome): void {
    if (this.#unanswered.onset === undefined) this.#asking = undefined;
    // The control request takes its time, too, so it goes while the request gets its second try.
    else if (outcome.kind === 'no-reply' && outcome.why === 'timeout') void this.#ask();
  }

  /** Why the control request gets no answer; asked once for all that wait, and again when the target has answered. */
  #ask(): Promise<string | undefined> {
    this.#asking ??= controlFailure(this.#control, this.#signal).then((why) => {
      if (why === undefined) this.#revive();
      return why;
    });
    return this.#asking;
  }

  #revive(): void {
    this.#unanswered.revive();
    this.#asking = undefined;
  }
}
