/** Waiting for a target that is just starting: refused connections first, then a gateway's 503, then an answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TagproofError } from '../errors.ts';
import { withHint, type Outcome, type Transport } from '../http/exchange.ts';
import { isGatewayReply } from './gateway.ts';
import { CONTROL } from './preflight.ts';

const FIRST_PAUSE_MS = 100;
const MOST_PAUSE_MS = 1000;

/** Whether a server answers, be it only that we are too fast; a gateway without a backend behind it is not a server. */
function isThere(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && (!isGatewayReply(outcome) || outcome.status === 429);
}

function reasonOf(outcome: Outcome): string {
  return outcome.kind === 'reply'
    ? `a gateway or load balancer answers HTTP ${outcome.status} in its place`
    : withHint(outcome);
}

export interface Waiting {
  readonly transport: Transport;
  /** The target's name in messages. */
  readonly target: string;
  /** The longest wait, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Sends a plain request until it is answered; TagproofError('unreachable') where that takes too long. Returns how many were sent. */
export async function waitForStart({ transport, target, limitMs, signal }: Waiting): Promise<number> {
  const end = performance.now() + limitMs;
  for (let sent = 1, pause = FIRST_PAUSE_MS; ; sent += 1, pause = Math.min(MOST_PAUSE_MS, pause * 2)) {
    const { outcome } = await transport.send(CONTROL, signal);
    if (isThere(outcome) || signal.aborted) return sent;
    const left = end - performance.now();
    if (left <= 0) {
      throw new TagproofError(
        'unreachable',
        `the target ${target} did not start within ${limitMs / 1000} s: ${reasonOf(outcome)}`,
      );
    }
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
  }
}
