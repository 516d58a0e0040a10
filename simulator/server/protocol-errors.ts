/** What node:http would answer by itself, or not at all: malformed heads, Expect, CONNECT. They get the envelope, too (§1). */
import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Incoming, IncomingTrouble } from '../answer/incoming.ts';
import type { OpenRequests, ServerContext } from './request-reader.ts';
import type { Message } from './message.ts';
import { corsLines, originIn } from './cors.ts';
import { rawReply } from './write-reply.ts';

const TROUBLES = new Map<string, IncomingTrouble>([
  ['HPE_HEADER_OVERFLOW', 'head too large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'timed out'],
  ['HPE_INVALID_EOF_STATE', 'broken off'],
]);

/** A 2xx would make a tunnel of the connection (RFC 9110 §9.3.6). */
const NO_TUNNEL = 405;

interface Parts extends ServerContext {
  readonly openRequests: OpenRequests;
  /** Whether a request is for something other than the operations, such as the control API. */
  readonly isBeside: (message: Message) => boolean;
  readonly serve: (message: Message, response: ServerResponse) => void;
}

/** Undefined: the connection is gone. */
function troubleOf({ code = '' }: NodeJS.ErrnoException): IncomingTrouble | undefined {
  return TROUBLES.get(code) ?? (code.startsWith('HPE_') ? 'no HTTP' : undefined);
}

/** The last reply of a connection, past node's own response. One that is ending already has had its last reply. */
function lastWords(socket: Duplex, incoming: Incoming, parts: Parts, status?: number): void {
  const { answer, drain, allowsOrigin, responses } = parts;
  drain.add(socket);
  const say = (): void => {
    if (!socket.writable) return;
    const delivery = answer(incoming);
    if (delivery.kind === 'hang-up') socket.destroy();
    else if (delivery.kind === 'verbatim') socket.end(delivery.bytes);
    else {
      const reply = delivery.kind === 'faulty' ? delivery.reply : delivery;
      const extra = allowsOrigin === undefined ? [] : corsLines(incoming.headers, allowsOrigin);
      socket.end(rawReply(status === undefined ? reply : { ...reply, status }, extra));
    }
  };
  const before = responses.get(socket);
  // node:http may still hold back replies to requests before this one, and may end the connection behind them.
  if (before === undefined || (before.writableFinished && before.socket === null)) say();
  else before.once('finish', say);
}

/** A connection that was opened ahead, and never used. */
const hasAskedNothing = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;

/** An error of node's parser, perhaps with the bytes that it read last. */
interface ParserError extends Error {
  readonly rawPacket?: Uint8Array;
}

/** Answers a malformed request. Those before it on the connection have been answered, but for one that is still read. */
function answerMalformed(error: ParserError, socket: Duplex, parts: Parts): void {
  const trouble = troubleOf(error);
  if (trouble === undefined || hasAskedNothing(socket)) {
    socket.destroy();
    return;
  }
  const open = parts.openRequests.openOn(socket);
  if (open === undefined) {
    const headers = originIn(error.rawPacket);
    lastWords(socket, { method: '', target: '', headers, body: undefined, trouble }, parts);
  } else open.giveUp(trouble === 'timed out' ? trouble : 'broken off');
}

/** A body that is announced as too large need not be sent; else it is asked for. */
function answerExpect(
  message: Message,
  response: ServerResponse,
  { openRequests, limits, isBeside, serve, responses }: Parts,
): void {
  responses.set(message.socket, response);
  if (isBeside(message)) {
    response.writeContinue();
    serve(message, response);
    return;
  }
  const reader = openRequests.add(message, response);
  if (Number(message.headers['content-length']) > limits.bodyBytes) reader.giveUp('body too large');
  else response.writeContinue();
}

function refuseTunnel(message: Message, socket: Duplex, parts: Parts): void {
  const { method = '', url: target = '', rawHeaders: headers } = message;
  lastWords(socket, { method, target, headers, body: undefined }, parts, NO_TUNNEL);
}

/** Takes over from node what it would not answer with an envelope. Upgrades need no care: unasked, node ignores them. */
export function answerProtocolErrors(server: Server<typeof Message>, parts: Parts): void {
  const failed = new WeakSet<Duplex>();
  server.on('clientError', (error, socket) => {
    // After a first error every further byte is one, too.
    if (failed.has(socket)) return;
    failed.add(socket);
    answerMalformed(error, socket, parts);
  });
  server.on('checkContinue', (message, response) => answerExpect(message, response, parts));
  server.on('checkExpectation', (message, response) => parts.serve(message, response));
  server.on('connect', (message, socket) => refuseTunnel(message, socket, parts));
}
