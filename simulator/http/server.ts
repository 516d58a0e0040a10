/** The simulator on a socket: every HTTP request that can be answered gets an envelope (§1). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TagproofError } from '../../src/errors.ts';
import { OpenRequests } from './open-requests.ts';
import { Drain } from './drain.ts';
import { Message } from './message.ts';
import { answerProtocolErrors } from './protocol-errors.ts';
import { pipelineOf, type Pipeline } from '../pipeline/pipeline.ts';
import { basePathOf } from '../pipeline/read/route.ts';
import { completeOptions, type CompleteOptions, type SimulatorOptions } from '../simulator-options.ts';

export interface Place {
  /** Loopback unless given: what it serves is public, but only asked for from here. */
  readonly host?: string;
  /** 0 or left out: any free port. */
  readonly port?: number;
}

const LOOPBACK = '127.0.0.1';

const PORT_TROUBLES = new Map([
  ['EADDRINUSE', 'is in use; stop what listens there, or choose another port, or 0 for any free one'],
  ['EACCES', 'may not be used by this user; choose one above 1023'],
  ['ENOTFOUND', 'is on no host of that name; 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses'],
  ['EAI_AGAIN', 'is on a host whose name could not be looked up; choose an address such as 127.0.0.1'],
  ['EADDRNOTAVAIL', 'is on no address of this machine; choose another host'],
]);

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const trouble = PORT_TROUBLES.get(error.code ?? '');
  return new TagproofError(
    'port',
    `port ${port} on ${host} ${trouble ?? `can't be listened on: ${error.message}`}`,
  );
}

/** Host and port as a URL has them. One that listens everywhere is reached at the loopback. */
function authorityOf({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? LOOPBACK : address;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listen(server: Server<typeof Message>, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, host, port)));
    server.listen({ host, port }, () => resolve(server.address() as AddressInfo));
  });
}

/** A complete in-memory backend of the nine endpoints, from `start` to `close`. */
export class Simulator {
  readonly #options: CompleteOptions;
  readonly #answer: Pipeline;
  readonly #drain = new Drain();
  readonly #openRequests: OpenRequests;
  #server: Server<typeof Message> | undefined;

  constructor(options: SimulatorOptions) {
    this.#options = completeOptions(options);
    this.#answer = pipelineOf(options);
    this.#openRequests = new OpenRequests(this.#answer, this.#options.limits, this.#drain);
  }

  /** Listens; the base URL it gives ends without a slash. TagproofError('port') where that is not possible. */
  async start({ host = LOOPBACK, port = 0 }: Place = {}): Promise<{ readonly url: string }> {
    if (this.#server !== undefined) throw new TypeError('the simulator is started already');
    const server = this.#createServer();
    const address = await listen(server, host, port);
    server.on('error', (error) => this.#options.log(`server: ${error.message}`));
    this.#server = server;
    this.#openRequests.start();
    return { url: `http://${authorityOf(address)}${basePathOf(this.#options.basePath)}` };
  }

  /** Ends all connections and stops to listen. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#openRequests.stop();
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    this.#drain.destroyAll();
    server.closeAllConnections();
    await closed;
  }

  #createServer(): Server<typeof Message> {
    const { limits } = this.#options;
    const openRequests = this.#openRequests;
    const server = createServer({
      IncomingMessage: Message,
      requireHostHeader: false,
      // A client must not find the connection closed that it was about to use: it would not send a POST again.
      keepAliveTimeout: 0,
      headersTimeout: limits.bodyTimeoutMs,
      // OpenRequests times bodies out.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(limits.bodyTimeoutMs, 1000),
    });
    // All header lines are read; their bytes are limited, not their number.
    server.maxHeadersCount = 0;
    server.on('request', (message, response) => openRequests.add(message, response));
    answerProtocolErrors(server, { answer: this.#answer, openRequests, drain: this.#drain, limits });
    return server;
  }
}
