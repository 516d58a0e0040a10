/**
 * The last requests and what became of them. Requests are kept as bytes, and read again only when they are asked for;
 * of the world only references are kept. How many requests were dropped is always known.
 */
import { brokenDuties, type Duty } from '../../src/judge/rules/duties.ts';
import type { AuthToken, SecretKey } from '../../src/world/world.ts';
import type { ChosenFault } from '../faults/fault.ts';
import type { BackendAnswer } from '../answer/answer.ts';
import type { Incoming } from '../answer/incoming.ts';
import type { Delivery, ReadCall, ReadOutcome, ReplyDelivery } from '../answer/stages.ts';
import { ByteRing } from './byte-ring.ts';
import { Clients } from './clients.ts';

/**
 * What the pipeline shows of each request: references alone, so that it costs next to nothing. `call` is undefined where no
 * operation was reached.
 */
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
  /** The beginning of the reply's body, and the length of the whole in bytes or characters. */
  readonly replyBody: string;
  readonly replyBytes: number;
  readonly fault: ChosenFault | undefined;
  /** What the caller owes by the document, and did not do. */
  readonly duties: readonly Duty[];
}

/** How many requests are kept unless another number is given. */
const DEFAULT_CAPACITY = 1000;
const BYTES_PER_REQUEST = 1024;
const LEAST_BYTES = 524_288;
/** Of longer bodies only the beginning is kept. */
export const MAX_KEPT_BYTES = 8192;

/** The parts of one request; each slot of the ring is made once. */
class Slot {
  id = 0;
  at = 0;
  start = 0;
  headEnd = 0;
  bodyEnd = 0;
  end = 0;
  requestBytes = 0;
  replyBytes = 0;
  reached = false;
  version: string | undefined;
  trouble: Incoming['trouble'];
  key: SecretKey | undefined;
  token: AuthToken | undefined;
  answer: BackendAnswer | undefined;
  delivery: Delivery | undefined;
  status = 0;
  replyHeaders: readonly string[] = [];
  fault: ChosenFault | undefined;
  duties: readonly Duty[] = [];
}

const SEPARATOR = '\n';
const NO_BYTES = new Uint8Array();

/** The memory for the texts of requests: fewer are kept where they are long. */
export interface JournalRoom {
  /** How many bytes of a request's body are kept; `MAX_KEPT_BYTES` unless given. */
  readonly bodyBytes?: number | undefined;
  /** How many bytes there are for each request on average; `BYTES_PER_REQUEST` unless given. */
  readonly bytesPerRequest?: number | undefined;
}

interface JournalOptions extends JournalRoom {
  readonly capacity?: number | undefined;
  /** Reads a request as the pipeline does. */
  readonly read: (incoming: Incoming) => ReadOutcome;
}

export class Journal {
  readonly capacity: number;
  /** How many requests there have been. */
  total = 0;
  /** Who has called, and which duties they broke. */
  readonly clients = new Clients();
  readonly #slots: readonly Slot[];
  readonly #bytes: ByteRing;
  readonly #bodyBytes: number;
  readonly #read: JournalOptions['read'];
  /** The oldest entry that may still be there. */
  #oldest = 1;

  constructor(options: JournalOptions) {
    const { capacity = DEFAULT_CAPACITY, read } = options;
    const { bodyBytes = MAX_KEPT_BYTES, bytesPerRequest = BYTES_PER_REQUEST } = options;
    this.#bodyBytes = bodyBytes;
    this.capacity = capacity;
    this.#read = read;
    this.#slots = Array.from({ length: capacity }, () => new Slot());
    this.#bytes = new ByteRing(Math.max(LEAST_BYTES, capacity * bytesPerRequest));
  }

  readonly observe: Observe = (incoming, call, answer, delivery, fault) => {
    const id = ++this.total;
    const duties = brokenDuties(incoming, call);
    this.clients.note(id, incoming, call, duties);
    const slot = this.#slots[id % this.capacity];
    if (slot === undefined) return;
    const { method, target, headers, body = NO_BYTES, version, trouble } = incoming;
    slot.id = id;
    slot.at = Date.now();
    slot.version = version;
    slot.trouble = trouble;
    slot.requestBytes = body.length;
    slot.reached = call !== undefined;
    slot.key = call !== undefined && call.key.is === 'known' ? call.key.value : undefined;
    slot.token = call !== undefined && call.token.is === 'known' ? call.token.value : undefined;
    slot.answer = answer;
    slot.fault = fault;
    slot.duties = duties;
    const isReply = delivery.kind === 'reply';
    slot.delivery = isReply ? undefined : delivery;
    slot.status = isReply ? delivery.status : 0;
    if (isReply) slot.replyHeaders = delivery.headers;
    const reply = isReply ? delivery.body : delivery.kind === 'faulty' ? delivery.reply.body : '';
    slot.replyBytes = reply.length;
    this.#keep(slot, `${method}${SEPARATOR}${target}${SEPARATOR}${headers.join(SEPARATOR)}`, body, reply);
  };

  #keep(slot: Slot, head: string, body: Uint8Array, reply: string | Uint8Array): void {
    const bytes = this.#bytes;
    const kept = body.length <= this.#bodyBytes ? body : body.subarray(0, this.#bodyBytes);
    slot.start = bytes.begin(head.length + kept.length + MAX_KEPT_BYTES);
    slot.headEnd = bytes.latin1(head, slot.start);
    slot.bodyEnd = kept.length === 0 ? slot.headEnd : bytes.copy(kept, slot.headEnd);
    slot.end =
      typeof reply === 'string'
        ? bytes.utf8(reply, slot.bodyEnd, MAX_KEPT_BYTES)
        : bytes.copy(reply.subarray(0, MAX_KEPT_BYTES), slot.bodyEnd);
    bytes.end(slot.end);
  }

  /** How many requests were overwritten by later ones. */
  get dropped(): number {
    this.#oldest = Math.max(this.#oldest, this.total - this.capacity + 1);
    while (this.#oldest <= this.total && !this.#isWhole(this.#slot(this.#oldest))) this.#oldest += 1;
    return this.#oldest - 1;
  }

  /** An entry by its id; undefined: it was dropped or cleared, or is still to come. */
  entry(id: number): Entry | undefined {
    const slot = this.#slot(id);
    return slot?.id === id && slot.answer !== undefined && this.#isWhole(slot)
      ? this.#entryOf(slot, slot.answer)
      : undefined;
  }

  /** The entries behind one, the oldest first. */
  *after(id: number): Generator<Entry> {
    for (let next = Math.max(id, this.dropped) + 1; next <= this.total; next += 1) {
      const entry = this.entry(next);
      if (entry !== undefined) yield entry;
    }
  }

  /** Forgets all entries that fit; returns how many. */
  clear(fits: (entry: Entry) => boolean = () => true): number {
    let cleared = 0;
    for (const entry of this.after(0)) {
      if (!fits(entry)) continue;
      const slot = this.#slot(entry.id);
      if (slot !== undefined) slot.answer = undefined;
      cleared += 1;
    }
    return cleared;
  }

  #slot(id: number): Slot | undefined {
    return this.#slots[id % this.capacity];
  }

  #isWhole(slot: Slot | undefined): boolean {
    return slot !== undefined && this.#bytes.has(slot.start);
  }

  #entryOf(slot: Slot, answer: BackendAnswer): Entry {
    const { id, at, requestBytes, replyBytes, fault, duties } = slot;
    const incoming = this.#incomingOf(slot);
    return {
      id,
      at,
      incoming,
      requestBytes,
      call: slot.reached ? this.#callOf(slot, incoming) : undefined,
      answer,
      delivery: slot.delivery ?? replyOf(slot),
      replyBody: this.#bytes.read(slot.bodyEnd, slot.end).toString(),
      replyBytes,
      fault,
      duties,
    };
  }

  #incomingOf({ start, headEnd, bodyEnd, version, trouble }: Slot): Incoming {
    const [method = '', target = '', ...headers] = this.#bytes
      .read(start, headEnd)
      .toString('latin1')
      .split(SEPARATOR);
    const body = bodyEnd === headEnd ? undefined : this.#bytes.read(headEnd, bodyEnd);
    return { method, target, headers, version, body, trouble };
  }

  /** The call with the key and the token that it had then. */
  #callOf({ key, token, requestBytes }: Slot, incoming: Incoming): ReadCall | undefined {
    const reading = this.#read(incoming);
    if (reading.kind === 'answered') return undefined;
    return {
      ...reading.call,
      bytes: requestBytes,
      ...(key !== undefined && { key: { is: 'known', value: key } }),
      ...(token !== undefined && { token: { is: 'known', value: token } }),
    };
  }
}

const replyOf = ({ status, replyHeaders }: Slot): ReplyDelivery => ({
  kind: 'reply',
  status,
  headers: replyHeaders,
  body: '',
  chunked: false,
  close: false,
});
