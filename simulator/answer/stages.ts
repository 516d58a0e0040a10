/** The stages that a request passes through. Each can be replaced or wrapped without knowing it. */
import type { RefusalCode } from '../../src/spec/codes.ts';
import type { Resource } from '../../src/spec/endpoints.ts';
import type { TagItem } from '../../src/spec/envelope.ts';
import type { Call } from '../../src/judge/rules/call.ts';
import type { Json } from '../../src/judge/rules/json.ts';
import type { Rule } from '../../src/judge/rules/ruling.ts';
import type { Lookup, Subject } from '../../src/world/world.ts';
import type { BackendAnswer, RefusedAnswer } from './answer.ts';
import type { Incoming } from './incoming.ts';
import type { HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import type { Options } from './options-at.ts';

export interface ReadCall extends Call {
  /** What its body is where it is not a JSON object, to follow `the body is`. */
  readonly bodyFault?: string | undefined;
  /** What it provokes by a header; no rule is asked then. */
  readonly provoked?: RefusedAnswer | undefined;
}

/** What reading gives: a call of an operation, or an answer already where no operation is reached. */
export type ReadOutcome =
  | { readonly kind: 'call'; readonly call: ReadCall }
  | { readonly kind: 'answered'; readonly answer: BackendAnswer };

/** A reply before it is framed; Content-Length and Connection are the sender's. */
export interface Encoded {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string | Uint8Array;
}

/** How a reply goes out: framed by its length or in chunks, and whether the connection ends with it. */
export interface ReplyDelivery extends Encoded {
  readonly kind: 'reply';
  readonly chunked: boolean;
  readonly close: boolean;
}

/** The connection ends without a reply. */
interface HangUp {
  readonly kind: 'hang-up';
}

/** Verbatim bytes: how a badly framed reply, or one in a rare form, is sent. */
export interface Verbatim {
  readonly kind: 'verbatim';
  readonly bytes: Uint8Array;
  /** Whether the connection ends with it. */
  readonly close: boolean;
}

/** How a connection is broken in place of a reply, by the names that testers know. */
export type Breakage =
  | 'CONNECTION_RESET_BY_PEER'
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE';

/** The longest that a reply is held back. */
export const MAX_DELAY_MS = 300_000;

/** A reply that is late, slow or broken on purpose. */
export interface FaultyDelivery {
  readonly kind: 'faulty';
  readonly reply: ReplyDelivery;
  readonly delayMs: number;
  readonly breakage: Breakage | undefined;
  /** How fast the body is sent; undefined: at once. */
  readonly bytesPerSecond: number | undefined;
}

export type Delivery = ReplyDelivery | HangUp | Verbatim | FaultyDelivery;

export interface Stages {
  /** Method, path, headers and body become a call. */
  readonly read: (incoming: Incoming) => ReadOutcome;
  /** Asked in this order, until one refuses. */
  readonly rules: readonly Rule[];
  /** The stateful limits: rate and sessions. Asked once the caller is known to be who it says. */
  readonly admit: (call: Call) => RefusalCode | undefined;
  readonly lookup: (resource: Resource, game: string, id: string, call: Call) => Lookup<Subject>;
  /** The tags of the subject that the call gets; `sent` is tagKeys as it was sent, undefined where left out. */
  readonly tags: (
    subject: Subject,
    sent: Json | undefined,
    options: Options,
    call: Call,
  ) => readonly TagItem[];
  /** `call` is undefined where no operation was reached. */
  readonly encode: (answer: BackendAnswer, call: Call | undefined) => Encoded;
  readonly send: (encoded: Encoded, incoming: Incoming) => Delivery;
}
