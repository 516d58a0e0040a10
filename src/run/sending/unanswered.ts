/** Which requests of a run are under way, and which were when the target gave its last answer. */
import { hasReached, type Outcome } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { isAnswer, isGatewayReply } from '../../engine/gateway.ts';

/** A request as it is named to a user. */
export interface NamedRequest {
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

export class Unanswered {
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
