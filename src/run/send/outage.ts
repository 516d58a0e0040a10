/** An outage: several requests in a row got no reply, and neither does a plain one. One of those under way may be the cause. */
import { setTimeout as sleep } from 'node:timers/promises';
import { plural } from '../../base/text/quantities.ts';
import { ENDPOINTS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE } from '../../spec/headers.ts';
import type { Exchange } from '../../http/exchange.ts';
import { bodyOf, userAgent, type Request } from '../../http/request.ts';
import type { Mask } from '../../http/secrets/secrets.ts';
import { cut } from '../../judge/show.ts';
import { isBackendAnswer, reasonOf } from './gateway.ts';
import type { Sent } from './tally.ts';
import type { Target } from './target.ts';

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

/** Sends a plain request, which tells a target that is gone from one that does not answer some request. */
export async function sendControl({ transport, tally, signal }: Target): Promise<Exchange> {
  tally.sent += 1;
  return transport.send(BARE_REQUESTS[0] as Request, signal);
}

/** Whether the target answers the control request; asked once for all that wait, and again when another one was answered. */
export async function isAlive(to: Target): Promise<boolean> {
  return (await whyGone(to)) === undefined;
}

/** What ends the run, with a line for each request that was under way; undefined: the target is there. */
export async function foundOutage(to: Target): Promise<string | undefined> {
  const gone = await goneTarget(to);
  return gone && `${gone}${suspectsText(to)}`;
}

/** The same without these lines, after so many requests in a row without a reply. */
export async function goneTarget(to: Target, inARow = IN_A_ROW): Promise<string | undefined> {
  const { tally, signal } = to;
  if (tally.row < inARow || signal.aborted) return undefined;
  const why = await whyGone(to);
  if (why === undefined || tally.row < inARow || signal.aborted) return undefined;
  return `the target stopped answering after ${plural(tally.answered, 'answered request')}: ${why}`;
}

/** Why the target does not answer the control request; undefined: it does. */
async function whyGone(to: Target): Promise<string | undefined> {
  const { tally, outage } = to;
  if (outage.asking === undefined || outage.askedAfter !== tally.answered) {
    outage.askedAfter = tally.answered;
    outage.asking = askUntilAnswered(to);
  }
  const why = await outage.asking;
  if (why === undefined) outage.asking = undefined;
  return why;
}

/** Sends the control request until it is answered; at the end of the time, why it is not. */
async function askUntilAnswered(to: Target): Promise<string | undefined> {
  const { tally, signal } = to;
  let left = COME_BACK_MS;
  for (let pause = OUTAGE_PAUSE_MS; ; pause *= 2) {
    const { outcome, ms } = await sendControl(to);
    if (isBackendAnswer(outcome)) {
      tally.row = 0;
      return undefined;
    }
    // Pauses and time-outs count, never our own work.
    if (outcome.kind === 'no-reply' && outcome.why === 'timeout') left -= ms;
    if (left <= 0 || signal.aborted) return reasonOf(outcome);
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
    left -= pause;
  }
}

function suspectsText({ tally, mask }: Target): string {
  const named = (all: readonly Sent[]): string => all.map((each) => `\n${nameOf(each, mask)}`).join(';');
  const suspects = [...tally.suspects];
  if (suspects.length === 0)
    return tally.last === undefined
      ? ''
      : `; no request was under way, the last answered one was:${named([tally.last])}`;
  const more = suspects.length - MAX_NAMED;
  return `; requests under way:${named(suspects.slice(0, MAX_NAMED))}${more > 0 ? `;\nand ${more} more` : ''}`;
}

const nameOf = ({ name, request: { method, path, wire } }: Sent, mask: Mask): string =>
  `${name}: ${method} ${cut(mask(path), MAX_PATH)}${wire === undefined ? '' : ` (${wire})`}`;
