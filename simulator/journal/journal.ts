/** The last requests and what became of them, as the pipeline saw them. */
import { brokenDuties, type Duty } from '../../src/judge/rules/duties.ts';
import type { BackendAnswer } from '../answer/answer.ts';
import type { Incoming } from '../answer/incoming.ts';
import type { Delivery, ReadCall } from '../answer/stages.ts';
import type { ChosenFault } from '../faults/fault.ts';
import { Clients } from './clients.ts';
import { Ring } from './ring.ts';

/** What the pipeline shows of each request. `call` is undefined where no operation was reached. */
export type Observe = (
  incoming: Incoming,
  call: ReadCall | undefined,
  answer: BackendAnswer,
  delivery: Delivery,
  fault: ChosenFault | undefined,
) => void;

/** One request, as the pipeline saw it. */
export interface Entry {
  /** Counts from 1 in the order of the answers. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of a long body the beginning. */
  readonly incoming: Incoming;
  /** The bytes of the whole body. */
  readonly requestBytes: number;
  /** Undefined where no operation was reached. */
  readonly call: ReadCall | undefined;
  readonly answer: BackendAnswer;
  readonly delivery: Delivery;
  readonly fault: ChosenFault | undefined;
  /** What the caller owes by the document, and did not do. */
  readonly duties: readonly Duty[];
  readonly weight: number;
}

/** Of longer bodies only the beginning is kept. */
export const MAX_KEPT_BYTES = 65_536;
const ENTRY_WEIGHT = 1024;
/** A body is there as bytes, and read as JSON. */
const BODY_COPIES = 5;

/** What an entry may take of the memory, in bytes. */
function weightOf({ target }: Incoming, requestBytes: number, delivery: Delivery): number {
  const reply = delivery.kind === 'faulty' ? delivery.reply : delivery;
  const replyBytes = reply.kind === 'reply' ? reply.body.length : 0;
  return ENTRY_WEIGHT + target.length + BODY_COPIES * requestBytes + replyBytes;
}

export class Journal extends Ring<Entry> {
  /** Who has called, and which duties they broke. */
  readonly clients = new Clients();

  readonly observe: Observe = (incoming, call, answer, delivery, fault) => {
    const id = this.total + 1;
    const duties = brokenDuties(incoming, call);
    this.clients.note(id, incoming, call, duties);
    const { body } = incoming;
    const requestBytes = body?.length ?? 0;
    this.add({
      id,
      at: Date.now(),
      // The bytes of a body are part of a larger block that the socket read.
      incoming:
        body === undefined ? incoming : { ...incoming, body: Buffer.from(body.subarray(0, MAX_KEPT_BYTES)) },
      requestBytes,
      call,
      answer,
      delivery,
      fault,
      duties,
      weight: weightOf(incoming, requestBytes, delivery),
    });
  };
}
