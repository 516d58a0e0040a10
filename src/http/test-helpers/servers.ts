/** Servers for tests: on 127.0.0.1, each on a free port, closed after the file's tests. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Exchange, Transport } from '../exchange.ts';
import type { HttpSettings } from '../link.ts';
import type { Request } from '../request.ts';
import { openTransport } from '../pool/pool-transport.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';
import { targetAt } from './requests.ts';

export async function listening(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atFileEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A server that passes each connection to `onConnection`; half open, it may still write after the other side has ended. */
export async function rawServer(
  onConnection: (socket: net.Socket, index: number) => void,
  allowHalfOpen = false,
): Promise<URL> {
  let count = 0;
  const server = net.createServer({ allowHalfOpen }, (socket) => onConnection(socket, count++));
  return new URL(`http://127.0.0.1:${await listening(server)}`);
}

/** A server that sends these bytes when a request arrives, and ends the connection. */
export function replyingServer(reply: string, { ends = true } = {}): Promise<URL> {
  return rawServer((socket) => {
    socket.once('data', () => (ends ? socket.end(reply, 'latin1') : socket.write(reply, 'latin1')));
  });
}

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly version: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** The client's port: the same for all requests of a connection. */
  readonly from: number;
}

/** A node:http server that records every request and answers 200 with "ok". */
export async function notingServer(
  options: http.ServerOptions = {},
): Promise<{ url: URL; received: Received[]; server: http.Server }> {
  const received: Received[] = [];
  const server = http.createServer(options, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        version: request.httpVersion,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
        from: request.socket.remotePort ?? 0,
      });
      response.setHeader('X-Reply', 'yes');
      response.end('ok');
    });
  });
  return { url: new URL(`http://127.0.0.1:${await listening(server)}`), received, server };
}

/** A transport over the network that is closed after the file's tests. */
export function opened(baseUrl: URL | string, settings: Partial<HttpSettings> = {}): Transport {
  const transport = openTransport(targetAt(baseUrl, settings));
  atFileEnd(() => transport.close());
  return transport;
}

/** The same, but plain requests too go over a raw connection each: they say what it says by itself, and undici takes no such header. */
export function openedRaw(baseUrl: URL | string, settings: Partial<HttpSettings> = {}): Transport {
  const transport = opened(baseUrl, settings);
  const asRaw = (request: Request): Request => {
    const isRaw = request.wire !== undefined || request.headers.some(([name]) => /^connection$/i.test(name));
    return isRaw ? request : { ...request, headers: [['Connection', 'close'], ...request.headers] };
  };
  return {
    send: (request, signal) => transport.send(asRaw(request), signal),
    single: () => transport.single(),
    close: () => transport.close(),
  };
}

/** Describes an outcome in one line: status and body, or why there is no reply. */
export function shown({ outcome }: Exchange): string {
  if (outcome.kind === 'no-reply') return `${outcome.why}: ${outcome.detail}`;
  return `${outcome.status} ${Buffer.from(outcome.body).toString('latin1')}`;
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
