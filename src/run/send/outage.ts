/** An outage: the target answers neither a case nor the control request, and one of the requests under way may be the cause. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, hasReached, type Outcome, type Transport } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { cut } from '../../judge/show.ts';
import { pauseAfter } from './again.ts';
import { isAnswer, isGatewayReply, reasonOf } from './gateway.ts';

/** A request as it is named to a user. */
interface NamedRequest {
  readonly caseId: string;
  /** `within 3 of 5`; empty where the case sends one request. */
  readonly step: string;
  readonly request: Request;
}

/** A request that was sent, with how many were sent before it. */
interface Sent extends NamedRequest {
  readonly number: number;
}

/** Whether the outcome is that of a target that is gone: no reply, or the reply of the gateway in front of it. */
function isMissing(outcome: Outcome): boolean {
  if (outcome.kind === 'reply') return isGatewayReply(outcome);
  return outcome.why === 'closed' || outcome.why === 'timeout' || outcome.why === 'unreachable';
}

/** Which requests of a run are under way, and which were when the target gave its last answer. */
class Unanswered {
  readonly #underWay = new Set<Sent>();
  #sent = 0;
  #answered = 0;
  #last: Sent | undefined;
  #onset: number | undefined;
  #lost: readonly Sent[] = [];

  /** How many requests the target has answered. */
  get answered(): number {
    return this.#answered;
  }

  /** The request that was answered last. */
  get last(): NamedRequest | undefined {
    return this.#last;
  }

  /** How many requests had been sent when the first answer was missing; undefined: a later request was answered. */
  get onset(): number | undefined {
    return this.#onset;
  }

  /** The requests that were under way when the first answer was missing, the oldest first. */
  get lost(): readonly NamedRequest[] {
    return this.#lost.toSorted((a, b) => a.number - b.number);
  }

  /** Notes a request; call the result with what became of it. */
  begin(named: NamedRequest): (outcome: Outcome) => void {
    this.#sent += 1;
    const sent: Sent = { ...named, number: this.#sent };
    this.#underWay.add(sent);
    return (outcome) => {
      this.#underWay.delete(sent);
      if (isAnswer(outcome)) this.#noteAnswer(sent);
      else if (isMissing(outcome)) this.#noteMissing(sent, outcome);
    };
  }

  /** Notes that the target answers: what was missing before that was not an outage. */
  revive(): void {
    this.#onset = undefined;
    this.#lost = [];
  }

  #noteAnswer(sent: Sent): void {
    this.#answered += 1;
    this.#last = sent;
    if (this.#onset !== undefined && sent.number > this.#onset) this.revive();
    else this.#drop(sent);
  }

  #noteMissing(sent: Sent, outcome: Outcome): void {
    if (this.#onset === undefined) {
      this.#onset = this.#sent;
      this.#lost = [sent, ...this.#underWay];
    }
    // A request that found no connection never got to the target.
    if (!hasReached(outcome)) this.#drop(sent);
  }

  #drop(sent: Sent): void {
    this.#lost = this.#lost.filter((each) => each !== sent);
  }
}

/** How long a target may take to come back: a quick restart is not an outage. Counts pauses and time-outs, never our own work. */
const RETRY_BUDGET_MS = 2000;

/** Sends the control request until it is answered; at the end of the budget, why it is not. */
async function controlFailure(
  control: () => Promise<Exchange>,
  signal: AbortSignal,
): Promise<string | undefined> {
  let left = RETRY_BUDGET_MS;
  for (let tries = 1; ; tries += 1) {
    const { outcome, ms } = await control();
    if (isAnswer(outcome)) return undefined;
    if (outcome.kind === 'no-reply' && outcome.why === 'timeout') left -= ms;
    if (left <= 0 || signal.aborted) return reasonOf(outcome);
    const pause = pauseAfter('outage', tries);
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
    left -= pause;
  }
}

const MAX_NAMED = 8;
const MAX_PATH = 100;

function nameOf({ caseId, step, request }: NamedRequest, mask: (text: string) => string): string {
  const { method, path, wire } = request;
  const label = step === '' ? '' : ` (${step})`;
  return `${caseId}${label}: ${method} ${cut(mask(path), MAX_PATH)}${wire === undefined ? '' : ` (${wire})`}`;
}

/** `; requests under way:` and a line for each request, at most eight. */
function lostText({ lost, last }: Unanswered, mask: (text: string) => string): string {
  const named = (requests: readonly NamedRequest[]): string =>
    requests.map((each) => `\n${nameOf(each, mask)}`).join(';');
  if (lost.length === 0)
    return last === undefined ? '' : `; no request was under way, the last answered one was:${named([last])}`;
  const more = lost.length - MAX_NAMED;
  return `; requests under way:${named(lost.slice(0, MAX_NAMED))}${more > 0 ? `;\nand ${more} more` : ''}`;
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

  /** A transport for the requests of a case, or for another one by its name: each of those with a label is noted. */
  over(caseId: string, labels: ReadonlyMap<Request, string>, transport: Transport): Transport {
    const send = async (request: Request, signal?: AbortSignal): Promise<Exchange> => {
      const step = labels.get(request);
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
      single: () => this.over(caseId, labels, transport.single()),
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
