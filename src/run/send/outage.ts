/** An outage: several requests in a row got no reply, and neither does a plain one. One of those under way may be the cause. */
import { setTimeout as sleep } from 'node:timers/promises';
import { plural } from '../../base/text/quantities.ts';
import { ENDPOINTS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE } from '../../spec/headers.ts';
import type { Outcome } from '../../http/exchange.ts';
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
/** Between two control requests: the first pause, and the longest; each is twice as long as the one before. */
const FIRST_CONTROL_PAUSE_MS = 100;
const MAX_CONTROL_PAUSE_MS = 1000;

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

/**
 * Sends a plain request, which tells a target that is gone from one that does not answer some request, until its outcome is as wanted.
 * Pauses and time-outs count, never our own work. Returns the last outcome.
 */
export async function controlUntil(
  isWanted: (outcome: Outcome) => boolean,
  { tally, transport, signal }: Target,
  forMs: number,
): Promise<Outcome> {
  let left = forMs;
  for (let pause = FIRST_CONTROL_PAUSE_MS; ; pause = Math.min(MAX_CONTROL_PAUSE_MS, 2 * pause)) {
    tally.sent += 1;
    const { outcome, ms } = await transport.send(BARE_REQUESTS[0] as Request, signal);
    if (outcome.kind === 'no-reply' && outcome.why === 'timeout') left -= ms;
    if (isWanted(outcome) || left <= 0 || signal.aborted) return outcome;
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
    left -= pause;
  }
}

/** Whether the target answers the control request. */
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

/** Why the target does not answer the control request; undefined: it does. Asked once for all, until a request is answered. */
function whyGone(to: Target): Promise<string | undefined> {
  return (to.tally.whyGone ??= askWhyGone(to));
}

async function askWhyGone(to: Target): Promise<string | undefined> {
  const outcome = await controlUntil(isBackendAnswer, to, COME_BACK_MS);
  if (!isBackendAnswer(outcome)) return reasonOf(outcome);
  to.tally.noteAnswer();
  return undefined;
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
