/** Faults that a simulator makes on purpose: what they do to a reply. */
import type { RefusalCode } from '../../src/contract/codes.ts';
import { CONTENT_TYPE } from '../../src/contract/headers.ts';
import { refusal, type Answer } from '../pipeline/answer.ts';
import type { Incoming } from '../pipeline/incoming.ts';
import { headerKey } from '../../src/rules/reading/header-values.ts';
import type { Breakage, Delivery, ReadCall, ReplyDelivery } from '../pipeline/stages.ts';
import type { Latency } from './latency.ts';

/** What a fault does. Several of these may come together; a breakage leaves no room for a body. */
export interface FaultEffect {
  readonly returnCode?: RefusalCode | undefined;
  /** How long the reply is held back. */
  readonly latency?: Latency | undefined;
  readonly breakage?: Breakage | undefined;
  /** The JSON text ends in its middle; Content-Length is that of what is sent. */
  readonly truncateJson?: boolean | undefined;
  readonly contentType?: string | undefined;
  /** How fast the body is sent. */
  readonly bytesPerSecond?: number | undefined;
}

/** A fault that was chosen for one request, with its chances drawn. */
export interface ChosenFault {
  /** The id of the fault; `header` where the request asked for it. */
  readonly id: string;
  readonly effect: FaultEffect;
  readonly delayMs: number;
  /** The answer that it gives in place of the simulator's own. */
  readonly answer: Answer | undefined;
}

/** Undefined as long as no fault is set: that is all that a request without faults asks. */
export interface FaultSwitch {
  choose: ((call: ReadCall | undefined, incoming: Incoming) => ChosenFault | undefined) | undefined;
}

/** The answer of a fault that has a returnCode. */
export function answerOf({ returnCode }: FaultEffect): Answer | undefined {
  if (returnCode === undefined) return undefined;
  return { ...refusal(returnCode, 'a fault that was set in the simulator'), by: 'fault' };
}

const HALF = 0.5;

function cut(body: string | Uint8Array): string | Uint8Array {
  return body.slice(0, Math.max(1, Math.floor(body.length * HALF)));
}

function withType(headers: readonly string[], type: string): readonly string[] {
  return headers.map((text, at) =>
    headerKey(headers[at - 1] ?? '') === headerKey(CONTENT_TYPE) && at % 2 === 1 ? type : text,
  );
}

function altered(reply: ReplyDelivery, { truncateJson, contentType }: FaultEffect): ReplyDelivery {
  return {
    ...reply,
    ...(truncateJson === true && { body: cut(reply.body) }),
    ...(contentType !== undefined && { headers: withType(reply.headers, contentType) }),
  };
}

/** The delivery with the fault in it. What is not an ordinary reply stays as it is. */
export function faulty(delivery: Delivery, { effect, delayMs }: ChosenFault): Delivery {
  if (delivery.kind !== 'reply') return delivery;
  const reply = altered(delivery, effect);
  const { breakage, bytesPerSecond } = effect;
  if (delayMs === 0 && breakage === undefined && bytesPerSecond === undefined) return reply;
  return { kind: 'faulty', reply, delayMs, breakage, bytesPerSecond };
}
