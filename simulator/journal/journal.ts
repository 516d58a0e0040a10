/** The last requests and what became of them, as the pipeline saw them. How many were dropped since is always known. */
import { brokenDuties, type Duty } from '../../src/judge/rules/duties.ts';
import type { BackendAnswer } from '../answer/answer.ts';
import type { Incoming } from '../answer/incoming.ts';
import type { Delivery, ReadCall } from '../answer/stages.ts';
import type { ChosenFault } from '../faults/fault.ts';
import { Clients } from './clients.ts';

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
}

/** How many requests are kept unless another number is given. */
const DEFAULT_CAPACITY = 1000;
/** Of longer bodies only the beginning is kept. */
export const MAX_KEPT_BYTES = 65_536;
/** The memory that entries may take, roughly: fewer are kept where they are long. */
const MAX_WEIGHT = 67_108_864;
const ENTRY_WEIGHT = 1024;
/** A body is there as bytes, and read as JSON. */
const BODY_COPIES = 5;

/** What an entry may take of the memory, in bytes. */
function weightOf({ incoming, requestBytes, delivery }: Entry): number {
  const reply = delivery.kind === 'faulty' ? delivery.reply : delivery;
  const replyBytes = reply.kind === 'reply' ? reply.body.length : 0;
  return ENTRY_WEIGHT + incoming.target.length + BODY_COPIES * requestBytes + replyBytes;
}

export class Journal {
  readonly capacity: number;
  /** How many requests there have been. */
  total = 0;
  /** How many requests were dropped for later ones, or cleared. */
  dropped = 0;
  /** Who has called, and which duties they broke. */
  readonly clients = new Clients();
  readonly #entries: (Entry | undefined)[];
  #weight = 0;

  constructor(capacity: number = DEFAULT_CAPACITY) {
    this.capacity = capacity;
    this.#entries = Array.from({ length: capacity });
  }

  readonly observe: Observe = (incoming, call, answer, delivery, fault) => {
    const id = ++this.total;
    const duties = brokenDuties(incoming, call);
    this.clients.note(id, incoming, call, duties);
    const { body } = incoming;
    const entry: Entry = {
      id,
      at: Date.now(),
      // The bytes of a body are part of a larger block that the socket read.
      incoming:
        body === undefined ? incoming : { ...incoming, body: Buffer.from(body.subarray(0, MAX_KEPT_BYTES)) },
      requestBytes: body?.length ?? 0,
      call,
      answer,
      delivery,
      fault,
      duties,
    };
    this.#weight += weightOf(entry);
    while (this.dropped < id && (id - this.dropped > this.capacity || this.#weight > MAX_WEIGHT))
      this.#drop();
    if (this.dropped < id) this.#entries[id % this.capacity] = entry;
  };

  /** An entry by its id; undefined: it was dropped or cleared, or is still to come. */
  entry(id: number): Entry | undefined {
    const entry = this.#entries[id % this.capacity];
    return entry?.id === id ? entry : undefined;
  }

  /** The entries behind one, the oldest first. */
  *after(id: number): Generator<Entry> {
    for (let next = Math.max(id, this.dropped) + 1; next <= this.total; next += 1) {
      const entry = this.entry(next);
      if (entry !== undefined) yield entry;
    }
  }

  /** Forgets all entries; returns how many. */
  clear(): number {
    const cleared = this.total - this.dropped;
    while (this.dropped < this.total) this.#drop();
    return cleared;
  }

  #drop(): void {
    this.dropped += 1;
    const entry = this.entry(this.dropped);
    if (entry === undefined) return;
    this.#weight -= weightOf(entry);
    this.#entries[this.dropped % this.capacity] = undefined;
  }
}
