/** Faults that a simulator makes on purpose: what they do to a reply. */
import { CONTENT_TYPE } from '../../src/spec/headers.ts';
import type { Endpoint } from '../../src/spec/endpoints.ts';
import { faultRefusal, type BackendAnswer } from '../answer/answer.ts';
import type { Incoming } from '../answer/incoming.ts';
import { headerKey } from '../../src/judge/rules/reading/header-values.ts';
import { MAX_DELAY_MS, type Delivery, type ReadCall, type ReplyDelivery } from '../answer/stages.ts';
import type { FaultEffect, AddedLatency } from './fault-shapes.ts';

/** A fault that was chosen for one request, with its chances drawn. */
export interface ChosenFault {
  /** The id of the fault; `header` where the request asked for it. */
  readonly id: string;
  readonly effect: FaultEffect;
  readonly delayMs: number;
  /** The answer that it gives in place of the simulator's own. */
  readonly answer: BackendAnswer | undefined;
}

/** Undefined as long as no fault is set: that is all that a request without faults asks. */
export interface FaultSwitch {
  choose: ((call: ReadCall | undefined, incoming: Incoming) => ChosenFault | undefined) | undefined;
}

/** The answer of a fault that has a returnCode. */
function answerOf({ returnCode }: FaultEffect, { idMember }: Endpoint): BackendAnswer | undefined {
  if (returnCode === undefined) return undefined;
  return faultRefusal(returnCode, 'a fault that was set in the simulator', idMember);
}

/** A draw of the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  const radius = Math.sqrt(2 * -Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

function drawn(latency: AddedLatency, random: () => number): number {
  if (typeof latency === 'number') return latency;
  if ('min' in latency) return latency.min + random() * (latency.max - latency.min);
  const { median, sigma, max = Infinity } = latency;
  return Math.min(max, median * Math.exp(sigma * normal(random)));
}

/** A fault for one request of an operation; `random` gives numbers from 0 to below 1. */
export function chosen(
  id: string,
  effect: FaultEffect,
  endpoint: Endpoint,
  random: () => number,
): ChosenFault {
  const { latency = 0 } = effect;
  const delayMs = Math.min(MAX_DELAY_MS, Math.max(0, drawn(latency, random)));
  return { id, effect, delayMs, answer: answerOf(effect, endpoint) };
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

function altered(reply: ReplyDelivery, { kind, contentType }: FaultEffect): ReplyDelivery {
  return {
    ...reply,
    // Content-Length is that of what is sent.
    ...(kind === 'TRUNCATED_JSON' && { body: cut(reply.body) }),
    ...(contentType !== undefined && { headers: withType(reply.headers, contentType) }),
  };
}

/** The delivery with the fault in it. What is not an ordinary reply stays as it is. */
export function faulty(delivery: Delivery, { effect, delayMs }: ChosenFault): Delivery {
  if (delivery.kind !== 'reply') return delivery;
  const reply = altered(delivery, effect);
  const { kind, bytesPerSecond } = effect;
  const breakage = kind === 'TRUNCATED_JSON' ? undefined : kind;
  if (delayMs === 0 && breakage === undefined && bytesPerSecond === undefined) return reply;
  return { kind: 'faulty', reply, delayMs, breakage, bytesPerSecond };
}
