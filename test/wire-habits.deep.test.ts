/** Habits of servers on the wire, over real sockets: right HTTP is never held against them. */
import http, { type Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { inProcess } from '../simulator/server/in-process.ts';
import type { Alter } from '../mutants/defects/mutant.ts';
import { framedAs, type Form } from '../mutants/alterations/framing.ts';
import { Simulator } from '../simulator/server/server.ts';
import { storeOf } from '../simulator/world/store.ts';
import { listening } from '../src/http/test-helpers/servers.ts';
import { atFileEnd } from './test-helpers/file-end.ts';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';
import { CASES, FILE as declared } from './test-helpers/shipped.ts';

const instances = CASES.filter(({ id }) =>
  /^(?:tags|reply|not-found|token|method|http|connection|concurrent)\/\S+@group\.(?:client|server)$/.test(id),
);
const backend = { store: storeOf(declared.world, declared.secrets), extensions: declared.extensions };

async function simulated(alter: Alter): Promise<URL> {
  const simulator = new Simulator({ ...backend, provoke: declared.provoke, alter });
  atFileEnd(() => simulator.close());
  return new URL((await simulator.start()).url);
}

/** A backend on a server of node:http, and what is done with a connection once a reply is written. */
async function served(
  onReply: (socket: Socket) => void,
  set: (server: Server) => void = () => {},
): Promise<URL> {
  const answer = inProcess(backend);
  const server = http.createServer({ requireHostHeader: false }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { rawHeaders: lines, method = '', url: path = '', httpVersion: version } = request;
      const headers = lines.flatMap((name, at): [string, string][] =>
        at % 2 === 0 ? [[name, lines[at + 1] ?? '']] : [],
      );
      const reply = await answer({ method, path, headers, version, body: Buffer.concat(chunks) });
      response.once('finish', () => onReply(request.socket));
      response.writeHead(reply.status, reply.headers.flat()).end(reply.body);
    });
  });
  server.keepAliveTimeout = 0;
  set(server);
  return new URL(`http://127.0.0.1:${await listening(server)}`);
}

/** Ends connections that were idle for this long, with these last bytes. */
function idleFor(ms: number, lastBytes = ''): (socket: Socket) => void {
  return (socket) => {
    const timer = setTimeout(() => socket.end(lastBytes), ms);
    socket.once('data', () => clearTimeout(timer));
  };
}

/** Closes a connection after this many replies. */
function closingAfter(most: number): (socket: Socket) => void {
  const replies = new WeakMap<Socket, number>();
  return (socket) => {
    const count = (replies.get(socket) ?? 0) + 1;
    replies.set(socket, count);
    if (count === most) socket.end();
  };
}

const every = (form: Form): Promise<URL> => simulated(framedAs(() => true, form));
const chunks = (body: Buffer): Buffer => {
  const pieces = [body.subarray(0, 3), body.subarray(3)].filter(({ length }) => length > 0);
  const framed = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16).toUpperCase()};x=1\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...framed, Buffer.from('0\r\nX-Trailer: 1\r\n\r\n')]);
};
const IDLE_408 = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const CLOSING: Form = {
  framing: (length) => [`Content-Length: ${length}`, 'Connection: close'],
  close: true,
};

test.each<readonly [habit: string, url: () => Promise<URL>]>([
  ['it announces to close after each reply, and does', () => every(CLOSING)],
  ['it replies in HTTP/1.0', () => every({ version: '1.0', close: true })],
  ['its bodies end by closing', () => every({ framing: () => ['Connection: close'], close: true })],
  [
    'it sends chunks with extensions and trailers',
    () => every({ framing: () => ['Transfer-Encoding: chunked'], body: chunks }),
  ],
  ['it sends interim replies', () => every({ before: EARLY_HINTS.repeat(3) })],
  ['it sends an unasked 100', () => every({ before: 'HTTP/1.1 100 Continue\r\n\r\n' })],
  ['its headers are in lower case', () => every({ line: (name, value) => `${name.toLowerCase()}:${value}` })],
  ['it pads header values', () => every({ line: (name, value) => `${name}: \t ${value}  ` })],
  ['it sends an empty line behind each reply', () => every({ behind: '\r\n' })],
  [
    'it closes idle connections after a second, as it announces',
    () =>
      served(
        () => {},
        (server) => (server.keepAliveTimeout = 1000),
      ),
  ],
  [
    'it takes five requests on a connection, as it announces',
    () =>
      served(
        () => {},
        (server) => (server.maxRequestsPerSocket = 5),
      ),
  ],
  ['it closes after each reply without a word', () => served((socket) => socket.end())],
  ['it closes after seven replies without a word', () => served(closingAfter(7))],
  ['it resets after a reply', () => served((socket) => void setImmediate(() => socket.resetAndDestroy()))],
  ['it closes connections that are idle for a millisecond', () => served(idleFor(1))],
  ['it closes connections that are idle for 20 milliseconds', () => served(idleFor(20))],
  ['it says 408 before it closes an idle connection', () => served(idleFor(2, IDLE_408))],
])('right HTTP is not held against a server: %s', { timeout: 60_000 }, async (_, url) => {
  const result = await runOnSocket(await url(), { instances, declared });
  // HTTP allows to close a used connection on a request: that is one warning, whatever the share.
  expect(troubles(result).filter((line) => !line.startsWith('warn throughout/raced'))).toEqual([]);
  expect(result.totals.pass).toBeGreaterThan(50);
});
