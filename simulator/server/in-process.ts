/** The simulator without a socket: a request is a record, its reply another. */
import { setTimeout } from 'node:timers/promises';
import { pipelineOf, type Pipeline } from '../answer/pipeline.ts';
import { headerPairs } from '../../src/judge/rules/reading/header-values.ts';
import { completeOptions, type SimulatorLimits, type SimulatorOptions } from './simulator-options.ts';
import type { ReplyDelivery } from '../answer/stages.ts';

export interface InProcessRequest {
  readonly method: string;
  /** Path and query, with a leading slash; or absolute-form. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly version?: string;
  readonly body: Uint8Array | undefined;
}

export interface InProcessReply {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  readonly body: Uint8Array;
}

export type InProcess = (request: InProcessRequest) => Promise<InProcessReply>;

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array();

function framed({ status, headers, body, chunked, close }: ReplyDelivery, isHead: boolean): InProcessReply {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const framing: [string, string] = chunked
    ? ['Transfer-Encoding', 'chunked']
    : ['Content-Length', String(bytes.length)];
  const connection: [string, string][] = close ? [['Connection', 'close']] : [];
  return {
    status,
    headers: [...headerPairs(headers), framing, ...connection],
    body: isHead ? NO_BYTES : bytes,
  };
}

/** A pipeline as a function. It rejects only where the simulator would end the connection without a reply. */
export function inProcessOf(answer: Pipeline, { bodyBytes }: Pick<SimulatorLimits, 'bodyBytes'>): InProcess {
  return async ({ method, path, headers, version, body }) => {
    const trouble = body !== undefined && body.length > bodyBytes ? 'body too large' : undefined;
    const delivery = answer({ method, target: path, headers: headers.flat(), version, body, trouble });
    if (delivery.kind === 'verbatim') throw new Error('verbatim bytes need a socket');
    if (delivery.kind === 'hang-up') throw new Error('the connection was closed without a reply');
    if (delivery.kind === 'reply') return framed(delivery, method === 'HEAD');
    if (delivery.delayMs > 0) await setTimeout(delivery.delayMs);
    if (delivery.breakage !== undefined) throw new Error(`the connection was broken: ${delivery.breakage}`);
    return framed(delivery.reply, method === 'HEAD');
  };
}

/** A simulator as a function. */
export const inProcess = (options: SimulatorOptions): InProcess =>
  inProcessOf(pipelineOf(options), completeOptions(options).limits);
