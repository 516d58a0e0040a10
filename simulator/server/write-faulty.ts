/** Replies that are late, slow or broken on purpose, on a socket. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Breakage, Delivery, FaultyDelivery, ReplyDelivery } from '../answer/stages.ts';
import { type ReplyFraming, headText, writeReply, writeVerbatim } from './write-reply.ts';

const TICK_MS = 50;
const SECOND_MS = 1000;
const RANDOM_BYTES = 512;
/** A text in place of the size of a chunk. */
const NO_CHUNK = 'this is not a chunk\r\n';

/** Ends a TCP connection with a reset. One over TLS can only be ended without a close_notify. */
function reset(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

/** How long the other side has to end the connection, too. */
const LINGER_MS = 500;

function end(socket: Socket, bytes: string | Uint8Array): void {
  socket.end(bytes, 'latin1');
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

const BREAK = {
  CONNECTION_RESET_BY_PEER: reset,
  EMPTY_RESPONSE: (socket) => end(socket, ''),
  MALFORMED_RESPONSE_CHUNK: (socket, reply, { extra }) =>
    end(socket, headText(reply, ['Transfer-Encoding', 'chunked', ...extra]) + NO_CHUNK),
  RANDOM_DATA_THEN_CLOSE: (socket) => end(socket, randomBytes(RANDOM_BYTES)),
} as const satisfies Record<Breakage, (socket: Socket, reply: ReplyDelivery, framing: ReplyFraming) => void>;

/** Calls back after a time, unless the connection ends before. */
function later(response: ServerResponse, ms: number, callback: () => void): void {
  const cancel = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    response.off('close', cancel);
    callback();
  }, ms);
  response.once('close', cancel);
}

/** Sends the body in pieces, at this many bytes a second. */
function dribble(response: ServerResponse, body: Uint8Array, bytesPerSecond: number): void {
  const step = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / SECOND_MS));
  const pause = Math.max(TICK_MS, (step * SECOND_MS) / bytesPerSecond);
  let at = 0;
  const send = (): void => {
    if (response.destroyed) return;
    const piece = body.subarray(at, at + step);
    at += step;
    if (at >= body.length) response.end(piece);
    else {
      response.write(piece);
      later(response, pause, send);
    }
  };
  send();
}

function writeNow(response: ServerResponse, delivery: FaultyDelivery, framing: ReplyFraming): void {
  const { socket } = response;
  if (socket === null || response.destroyed) return;
  const { reply, breakage, bytesPerSecond } = delivery;
  if (breakage !== undefined) BREAK[breakage](socket, reply, framing);
  else if (bytesPerSecond === undefined) writeReply(response, reply, framing);
  else
    writeReply(response, { ...reply, chunked: false }, framing, (body) =>
      dribble(response, Buffer.from(body), bytesPerSecond),
    );
}

/** Writes a reply with its faults. */
function writeFaulty(response: ServerResponse, delivery: FaultyDelivery, framing: ReplyFraming): void {
  if (delivery.delayMs > 0) later(response, delivery.delayMs, () => writeNow(response, delivery, framing));
  else writeNow(response, delivery, framing);
}

/** Writes what the pipeline delivers, of any kind, to the connection. */
export function writeDelivery(response: ServerResponse, delivery: Delivery, framing: ReplyFraming): void {
  switch (delivery.kind) {
    case 'reply':
      return writeReply(response, delivery, framing);
    case 'hang-up':
      return void response.destroy();
    case 'verbatim':
      return writeVerbatim(response, delivery);
    case 'faulty':
      return writeFaulty(response, delivery, framing);
  }
}
