/** An outage: several requests in a row got no reply, and neither does a plain one. One of those under way may be the cause. */
import { setTimeout as sleep } from 'node:timers/promises';
import { plural } from '../../base/text/quantities.ts';
import { ENDPOINTS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE } from '../../spec/headers.ts';
import { type Exchange, hasReached, type Outcome, type Transport } from '../../http/exchange.ts';
import { bodyOf, userAgent, type Request } from '../../http/request.ts';
import type { Mask } from '../../http/secret.ts';
import { cut } from '../../judge/show.ts';
import type { Tally } from './tally.ts';
import { isBackendAnswer, isGatewayReply, LIMITED_STATUS, reasonOf } from './gateway.ts';

/** This many requests in a row without a reply make an outage, where the control request gets none either. */
const IN_A_ROW = 4;
/** How long a target may take to come back: a quick restart is no outage. */
const COME_BACK_MS = 2000;
const OUTAGE_PAUSE_MS = 100;

const MAX_NAMED = 8;
const MAX_PATH = 100;

const bareRequest = ({ id, path }: Endpoint): Request => ({
  endpoint: id,
  method: METHOD,
  path,
  headers: [
    ['User-Agent', userAgent('preflight')],
    [CONTENT_TYPE, JSON_TYPE],
  ],
  body: bodyOf('{}'),
});

/** Requests without credentials: refused by every backend, and answered by every one. */
export const BARE_REQUESTS = ENDPOINTS.filter(({ variant }) => variant === 'server').map(bareRequest);

interface Sent {
  readonly name: string;
  readonly request: Request;
}

/** Whether the outcome is what a target gives that is gone: no reply, or the reply of the gateway in front of it. */
function looksGone(outcome: Outcome): boolean {
  if (outcome.kind === 'reply') return isGatewayReply(outcome) && outcome.status !== LIMITED_STATUS;
  return outcome.why === 'closed' || outcome.why === 'timeout' || outcome.why === 'unreachable';
}

/** What an outage needs of a target. */
interface Watched {
  readonly transport: Transport;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  readonly mask: Mask;
}

export class Outage {
  readonly #to: Watched;
  readonly #underWay = new Set<Sent>();
  /** Those that were under way when the first of the row got no reply, or were sent since, and reached the target. */
  #suspects = new Set<Sent>();
  #row = 0;
  #answered = 0;
  #last: Sent | undefined;
  #asking: Promise<string | undefined> | undefined;

  constructor(to: Watched) {
    this.#to = to;
  }

  /** Sends a plain request, which tells a target that is gone from one that does not answer some request. */
  async control(): Promise<Exchange> {
    const { transport, tally, signal } = this.#to;
    tally.begin();
    const exchange = await transport.send(BARE_REQUESTS[0] as Request, signal);
    tally.end();
    return exchange;
  }

  /** Notes that a request is sent. */
  sent(name: string, request: Request): Sent {
    const sent = { name, request };
    this.#underWay.add(sent);
    return sent;
  }

  /** Notes what became of it. */
  ended(sent: Sent, outcome: Outcome): void {
    if (isBackendAnswer(outcome)) {
      this.#answered += 1;
      this.#last = sent;
      this.#row = 0;
      this.#asking = undefined;
      this.#suspects.delete(sent);
    } else if (looksGone(outcome)) {
      if (this.#row === 0) this.#suspects = new Set(this.#underWay);
      this.#row += 1;
      if (!hasReached(outcome)) this.#suspects.delete(sent);
    }
    this.#underWay.delete(sent);
  }

  /** Whether the target answers the control request; asked once for all that wait, and again when another one was answered. */
  async isAlive(): Promise<boolean> {
    return (await this.#ask()) === undefined;
  }

  /** What ends the run, with a line for each request that was under way; undefined: the target is there. */
  async found(): Promise<string | undefined> {
    const gone = await this.gone();
    return gone && `${gone}${this.#suspectsText()}`;
  }

  /** The same without these lines, after so many requests in a row without a reply. */
  async gone(inARow = IN_A_ROW): Promise<string | undefined> {
    if (this.#row < inARow || this.#to.signal.aborted) return undefined;
    const why = await this.#ask();
    if (why === undefined || this.#row < inARow || this.#to.signal.aborted) return undefined;
    return `the target stopped answering after ${plural(this.#answered, 'answered request')}: ${why}`;
  }

  /** The names of the requests that were under way, one of which may be the cause. */
  get suspects(): readonly string[] {
    return Array.from(this.#suspects, ({ name }) => name);
  }

  #ask(): Promise<string | undefined> {
    this.#asking ??= this.#askUntilAnswered().then((why) => {
      if (why === undefined) this.#asking = undefined;
      return why;
    });
    return this.#asking;
  }

  /** Sends the control request until it is answered; at the end of the time, why it is not. */
  async #askUntilAnswered(): Promise<string | undefined> {
    let left = COME_BACK_MS;
    for (let pause = OUTAGE_PAUSE_MS; ; pause *= 2) {
      const { outcome, ms } = await this.control();
      if (isBackendAnswer(outcome)) {
        this.#row = 0;
        return undefined;
      }
      // Pauses and time-outs count, never our own work.
      if (outcome.kind === 'no-reply' && outcome.why === 'timeout') left -= ms;
      if (left <= 0 || this.#to.signal.aborted) return reasonOf(outcome);
      await sleep(Math.min(pause, left), undefined, { signal: this.#to.signal }).catch(() => {});
      left -= pause;
    }
  }

  #suspectsText(): string {
    const named = (all: readonly Sent[]): string => all.map((each) => `\n${this.#nameOf(each)}`).join(';');
    const suspects = [...this.#suspects];
    if (suspects.length === 0)
      return this.#last === undefined
        ? ''
        : `; no request was under way, the last answered one was:${named([this.#last])}`;
    const more = suspects.length - MAX_NAMED;
    return `; requests under way:${named(suspects.slice(0, MAX_NAMED))}${more > 0 ? `;\nand ${more} more` : ''}`;
  }

  #nameOf({ name, request: { method, path, wire } }: Sent): string {
    return `${name}: ${method} ${cut(this.#to.mask(path), MAX_PATH)}${wire === undefined ? '' : ` (${wire})`}`;
  }
}
