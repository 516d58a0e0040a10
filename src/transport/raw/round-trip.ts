/** One request and its reply over a socket of their own. */
import type { Socket } from 'node:net';
import type { Outcome, WireFault } from '../../http/exchange.ts';
import { onAbort } from '../on-abort.ts';
import type { BytePlan } from './plan-bytes.ts';
import type { LastReply } from './last-reply.ts';
import type { Parsed } from './reply-parser.ts';
import type { ReplyTimeout } from '../reply-timeout.ts';
import { ABORTED, late, noReplyFor, unanswered, type Where } from '../why.ts';

export interface RoundTrip {
  /** Connects; may throw what is wrong with the settings. */
  readonly open: () => Socket;
  readonly plan: BytePlan;
  readonly parser: LastReply;
  readonly where: Where;
  readonly replyTimeout: ReplyTimeout;
  /** Any of these ends it. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** What became of a request on a connection of its own. */
export interface RoundTripResult {
  readonly outcome: Outcome;
  readonly faults: readonly WireFault[];
}

/** Writes the plan and reads the reply; what goes wrong is an outcome. The socket is closed afterwards. */
export function roundTrip({
  open,
  plan,
  parser,
  where,
  replyTimeout,
  signals,
}: RoundTrip): Promise<RoundTripResult> {
  return new Promise((resolve) => {
    const socket = open();
    let connected = false;
    let cancels: readonly (() => void)[] = [];
    let settle = (outcome: Outcome): void =>
      resolve({ outcome, faults: outcome.kind === 'reply' ? parser.faults : [] });
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      for (const cancel of cancels) cancel();
      socket.destroy();
      settle(outcome);
    };
    const timer = setTimeout(() => {
      const missing = parser.overpromised ?? late(connected, where, replyTimeout);
      if (connected) replyTimeout.timedOut();
      if (!connected || parser.overpromised !== undefined) return finish(missing);
      for (const cancel of cancels) cancel();
      const arrived = new Promise<boolean>((heard) => {
        settle = ({ kind }) => heard(kind === 'reply');
      });
      const later = replyTimeout.listen(arrived, () => finish(ABORTED));
      resolve({ outcome: { ...missing, ...(later !== undefined && { later }) }, faults: [] });
    }, replyTimeout.ms);
    const began = performance.now();
    const step = (parsed: Parsed) => {
      if (parsed.kind === 'reply') replyTimeout.answered(performance.now() - began);
      if (parsed.kind !== 'more') finish(parsed);
    };
    socket.once(where.secure ? 'secureConnect' : 'connect', () => {
      connected = true;
      writePaced(socket, plan);
    });
    socket.on('data', (chunk) => step(parser.push(chunk)));
    const ended = () => finish(parser.begun ? parser.end() : unanswered(where));
    socket.on('end', ended);
    socket.on('error', (error) => finish(parser.earlier ?? noReplyFor(error, where, parser.begun)));
    socket.on('close', ended);
    cancels = signals.map((signal) => onAbort(signal, () => finish(ABORTED)));
  });
}

/** A turn of the event loop between two segments keeps the system from joining them, a pause makes sure of it. */
function writePaced(socket: Socket, { segments, pauseMs, ends }: BytePlan): void {
  socket.setNoDelay(true);
  const next = (index: number) => {
    const segment = segments[index];
    if (socket.destroyed || segment === undefined) return;
    const last = index === segments.length - 1;
    if (last && ends) socket.end(segment);
    else socket.write(segment);
    if (last) return;
    if (pauseMs === undefined) setImmediate(next, index + 1);
    else setTimeout(next, pauseMs, index + 1);
  };
  next(0);
}
