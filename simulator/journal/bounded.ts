/** What the journal keeps of large requests and replies: their beginning, so that its memory is bounded. */
import type { Incoming } from '../pipeline/read/incoming.ts';
import type { Delivery, ReadCall, ReplyDelivery } from '../pipeline/stages.ts';

/** Of longer bodies only the beginning is kept. */
export const MOST_KEPT_BYTES = 8192;

/** A copy: a part of the bytes or of the text would keep the whole in memory. */
const beginning = (body: Uint8Array): Uint8Array => Uint8Array.from(body.subarray(0, MOST_KEPT_BYTES));
const beginningOfText = (body: string): string => Buffer.from(body.slice(0, MOST_KEPT_BYTES)).toString();

/** A body of which only the beginning is kept. */
export interface CutBody {
  /** The bytes of the whole. */
  readonly wholeBytes?: number;
}

export function bounded(incoming: Incoming): Incoming & CutBody {
  const { body } = incoming;
  return body === undefined || body.length <= MOST_KEPT_BYTES
    ? incoming
    : { ...incoming, body: beginning(body), wholeBytes: body.length };
}

/** Without the members of a large body. */
export function boundedCall(call: ReadCall | undefined): ReadCall | undefined {
  return call === undefined || call.bytes <= MOST_KEPT_BYTES
    ? call
    : { ...call, body: { is: call.body.is === 'object' ? 'not-object' : call.body.is } };
}

function boundedReply(reply: ReplyDelivery): ReplyDelivery & CutBody {
  const { body } = reply;
  return {
    ...reply,
    body: typeof body === 'string' ? beginningOfText(body) : beginning(body),
    wholeBytes: typeof body === 'string' ? Buffer.byteLength(body) : body.length,
  };
}

export function boundedDelivery(delivery: Delivery): Delivery {
  if (delivery.kind === 'reply')
    return delivery.body.length <= MOST_KEPT_BYTES ? delivery : boundedReply(delivery);
  if (delivery.kind === 'faulty' && delivery.reply.body.length > MOST_KEPT_BYTES)
    return { ...delivery, reply: boundedReply(delivery.reply) };
  return delivery;
}
