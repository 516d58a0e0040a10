/** What node:http would answer by itself, or not at all: malformed heads, Expect, CONNECT. They get the envelope, too (§1). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Incoming, Trouble } from './incoming.ts';
import type { Intakes } from './intakes.ts';
import type { Lingering } from './lingering.ts';
import type { Pipeline } from './pipeline.ts';
import type { SimulatorLimits } from './simulator-options.ts';
import { rawReply } from './write-reply.ts';

const TROUBLES = new Map<string, Trouble>([
  ['HPE_HEADER_OVERFLOW', 'head too large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'timed out'],
  ['HPE_INVALID_EOF_STATE', 'broken off'],
]);

/** A 2xx would make a tunnel of the connection (RFC 9110 §9.3.6). */
const NO_TUNNEL = 405;

export interface Parts {
  readonly answer: Pipeline;
  readonly intakes: Intakes;
  readonly lingering: Lingering;
  readonly limits: SimulatorLimits;
}

/** Undefined: the connection is gone, there is nobody to answer. */
function troubleOf({ code = '' }: NodeJS.ErrnoException): Trouble | undefined {
  return TROUBLES.get(code) ?? (code.startsWith('HPE_') ? 'no HTTP' : undefined);
}

/** The last reply of a connection, past node's own response. */
function lastWords(socket: Duplex, incoming: Incoming, { answer, lingering }: Parts, status?: number): void {
  const delivery = answer(incoming);
  if (delivery.kind === 'hang-up' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawReply(status === undefined ? delivery : { ...delivery, status }));
  lingering.add(socket);
}

/** A connection that was opened ahead, and never used. */
const hasAskedNothing = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;

/** Answers a malformed request after those before it on the same connection. */
function answerMalformed(error: Error, socket: Duplex, parts: Parts): void {
  const trouble = troubleOf(error);
  if (trouble === undefined || !socket.writable || hasAskedNothing(socket)) {
    socket.destroy();
    return;
  }
  const latest = parts.intakes.latestOn(socket);
  const speak = (): void =>
    lastWords(socket, { method: '', target: '', headers: [], body: undefined, trouble }, parts);
  if (latest === undefined) speak();
  else if (latest.request.complete) latest.response.once('finish', speak);
  else latest.giveUp(trouble === 'timed out' ? trouble : 'broken off');
}

/** A body that is announced as too large need not be sent; else it is asked for. */
function answerExpect(request: IncomingMessage, response: ServerResponse, { intakes, limits }: Parts): void {
  const intake = intakes.add(request, response);
  if (Number(request.headers['content-length']) > limits.bodyBytes) intake.giveUp('body too large');
  else response.writeContinue();
}

function refuseTunnel(request: IncomingMessage, socket: Duplex, parts: Parts): void {
  const { method = '', url: target = '', rawHeaders: headers } = request;
  lastWords(socket, { method, target, headers, body: undefined }, parts, NO_TUNNEL);
}

/** Takes over from node what it would not answer with an envelope. Upgrades need no care: unasked, node ignores them. */
export function answerOddities(server: Server, parts: Parts): void {
  const failed = new WeakSet<Duplex>();
  server.on('clientError', (error, socket) => {
    // After a first error every further byte is one, too.
    if (failed.has(socket)) return;
    failed.add(socket);
    answerMalformed(error, socket, parts);
  });
  server.on('checkContinue', (request, response) => answerExpect(request, response, parts));
  server.on('checkExpectation', (request, response) => parts.intakes.add(request, response));
  server.on('connect', (request, socket) => refuseTunnel(request, socket, parts));
}
