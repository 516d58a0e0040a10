/** One request and its reply over a socket of their own. */
import type { Socket } from 'node:net';
import type { Outcome } from '../exchange/exchange.ts';
import { onAbort } from './on-abort.ts';
import type { BytePlan } from './plan-bytes.ts';
import type { Parsed, ReplyParser } from './reply-parser.ts';
import { ABORTED, late, noReplyFor, unanswered, type Where } from './why.ts';

export interface Conversation {
  /** Connects; may throw what is wrong with the settings. */
  readonly open: () => Socket;
  readonly plan: BytePlan;
  readonly parser: ReplyParser;
  readonly where: Where;
  readonly timeoutMs: number;
  /** Any of these ends it. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** Writes the plan and reads one reply; what goes wrong is an outcome. The socket is closed afterwards. */
export function converse({ open, plan, parser, where, timeoutMs, signals }: Conversation): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = open();
    let connected = false;
    let cancels: readonly (() => void)[] = [];
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      for (const cancel of cancels) cancel();
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish(late(connected, where, timeoutMs)), timeoutMs);
    const step = (parsed: Parsed) => {
      if (parsed.kind !== 'more') finish(parsed);
    };
    socket.once(where.secure ? 'secureConnect' : 'connect', () => {
      connected = true;
      writePaced(socket, plan);
    });
    socket.on('data', (chunk) => step(parser.push(chunk)));
    const ended = () => finish(parser.begun ? parser.end() : unanswered(where));
    socket.on('end', ended);
    socket.on('error', (error) => finish(noReplyFor(error, where, parser.begun)));
    socket.on('close', ended);
    cancels = signals.map((signal) => onAbort(signal, () => finish(ABORTED)));
  });
}

/** A turn of the event loop between two segments keeps the system from joining them. */
function writePaced(socket: Socket, { segments, ends }: BytePlan): void {
  socket.setNoDelay(true);
  const next = (index: number) => {
    const segment = segments[index];
    if (socket.destroyed || segment === undefined) return;
    const last = index === segments.length - 1;
    if (last && ends) socket.end(segment);
    else socket.write(segment);
    if (!last) setImmediate(next, index + 1);
  };
  next(0);
}
