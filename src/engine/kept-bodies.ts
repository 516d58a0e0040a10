/** What is kept of a reply once it is judged: of a long body as much as reports show, so that many hostile ones fit into memory. */
import type { Exchange, Reply } from '../http/exchange.ts';
import { readBody } from '../judge/reply/reply-body.ts';
import { SHOWN_BYTES } from './redact.ts';

const isLong = ({ body }: Reply, most = SHOWN_BYTES): boolean => body.length > most;

/** Copies the part that is kept: a view would keep the whole body in memory. */
const cutReply = (reply: Reply, most = SHOWN_BYTES): Reply => ({
  ...reply,
  body: Uint8Array.from(reply.body.subarray(0, most)),
  cutFrom: reply.body.length,
});

/** The exchange for as long as its case runs: a long body is cut, and what it was read as remembered, so that it can be judged again. */
export function cutOnceRead<E extends Exchange>(exchange: E): E {
  const { outcome } = exchange;
  if (outcome.kind === 'no-reply' || !isLong(outcome)) return exchange;
  const reply = cutReply(outcome);
  readBody.standsFor(reply, outcome);
  return { ...exchange, outcome: reply };
}

/** The exchange for as long as the run: the same, and what it was read as is forgotten. It is shown, and not judged any more. `most`: bytes of the body. */
export function keptToShow<E extends Exchange>(exchange: E, most = SHOWN_BYTES): E {
  const { outcome } = exchange;
  if (outcome.kind === 'no-reply') return exchange;
  return { ...exchange, outcome: isLong(outcome, most) ? cutReply(outcome, most) : { ...outcome } };
}

/** Whether only the beginning of a reply is left. */
export const isCut = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'reply' && outcome.cutFrom !== undefined;
