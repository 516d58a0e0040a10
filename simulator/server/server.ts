/** The simulator on a socket: every HTTP request that can be answered gets an envelope (§1). */
import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { preflightLines, type AllowsOrigin } from './cors.ts';
import { OpenRequests, type ServerContext } from './request-reader.ts';
import { Drain } from './drain.ts';
import { listen, type ListenAddress } from './listen.ts';
import { Message } from './message.ts';
import { servePlainly } from './plain-path.ts';
import { ENDPOINTS, METHOD } from '../../src/spec/endpoints.ts';
import { answerProtocolErrors } from './protocol-errors.ts';
import { pipelineOf, type Pipeline } from '../answer/pipeline.ts';
import { basePathOf } from '../answer/read/route.ts';
import {
  completeOptions,
  type CompleteOptions,
  type SimulatorLimits,
  type SimulatorOptions,
} from './simulator-options.ts';
import { createServer as createTlsServer } from 'node:https';

/** A private key and its certificate, as PEM. */
export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

const optionsOf = ({ bodyTimeoutMs }: SimulatorLimits): ServerOptions<typeof Message> => ({
  IncomingMessage: Message,
  requireHostHeader: false,
  // A client must not find its connection closed just as it uses it: it would not send a POST again.
  keepAliveTimeout: 0,
  headersTimeout: bodyTimeoutMs,
  // OpenRequests times bodies out.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.min(bodyTimeoutMs, 1000),
});

/** `endHandshakes` ends connections on which TLS was not agreed yet: the server itself does not know about them. */
function tlsServer(limits: SimulatorLimits, tls: TlsPair) {
  const server = createTlsServer({
    ...optionsOf(limits),
    ...tls,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.bodyTimeoutMs,
  });
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const endHandshakes = (): void => {
    for (const socket of open) socket.destroy();
  };
  return { server, endHandshakes };
}

function makeServer(limits: SimulatorLimits, tls: TlsPair | undefined) {
  const made =
    tls === undefined
      ? { server: createServer(optionsOf(limits)), endHandshakes: (): void => {} }
      : tlsServer(limits, tls);
  // All header lines are read; their bytes are limited, not their number.
  made.server.maxHeadersCount = 0;
  return made;
}

const NO_CONTENT = 204;

/** How often connections that have become idle are looked for while the server drains. */
const DRAIN_STEP_MS = 20;

/** Resolves when all requests under way are answered, or when the time is up. */
async function drained(
  server: Server<typeof Message>,
  closed: Promise<void>,
  drainMs: number,
): Promise<void> {
  const up = new AbortController();
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_STEP_MS);
  const timeout = setTimeout(drainMs, undefined, { signal: up.signal }).catch(() => {});
  await Promise.race([closed, timeout]);
  up.abort();
  clearInterval(idle);
}

/** What is served next to the operations of the document. */
export interface Beside {
  /** Whether a request is its own. */
  readonly owns: (message: Pick<Message, 'url' | 'method' | 'headers'>) => boolean;
  readonly serve: (message: Message, response: ServerResponse, drain: Drain) => void;
  /** Ends replies that would go on for ever. */
  readonly end?: () => void;
}

/** What a simulator chooses besides its world. */
type SimulatorChoices = Pick<SimulatorOptions, 'dialect' | 'extensions' | 'provoke'>;

/** What a server has around the backend itself. */
export interface Surroundings {
  readonly beside?: Beside | undefined;
  /** Left out: plain HTTP. */
  readonly tls?: TlsPair | undefined;
  /** The origins whose pages may read replies; left out: replies don't mention any. */
  readonly allowsOrigin?: AllowsOrigin | undefined;
}

/** A complete in-memory backend of the nine endpoints, from `start` to `close`. */
export class Simulator {
  readonly #options: CompleteOptions;
  readonly #given: SimulatorOptions;
  readonly #around: Surroundings;
  #endHandshakes: () => void = () => {};
  #endPlain: () => void = () => {};
  #pipeline: Pipeline;
  readonly #context: ServerContext;
  readonly #openRequests: OpenRequests;
  #server: Server<typeof Message> | undefined;

  constructor(options: SimulatorOptions, around: Surroundings = {}) {
    this.#given = options;
    this.#options = completeOptions(options);
    this.#pipeline = pipelineOf(options);
    this.#around = around;
    const { allowsOrigin } = around;
    this.#context = {
      answer: this.answer,
      limits: this.limits,
      drain: new Drain(),
      allowsOrigin,
      made: new WeakMap(),
      responses: new WeakMap(),
    };
    this.#openRequests = new OpenRequests(this.#context);
  }

  /** Answers a request as one from the network is answered. */
  readonly answer: Pipeline = (incoming) => this.#pipeline(incoming);

  get limits(): SimulatorLimits {
    return this.#options.limits;
  }

  /** Answers by other choices from the next request on. What was counted against limits is forgotten. */
  adopt(changes: SimulatorChoices): void {
    this.#pipeline = pipelineOf({ ...this.#given, ...changes });
  }

  /** Listens; the base URL it gives ends without a slash. TagproofError('port') where that is not possible. */
  async start(place: ListenAddress = {}): Promise<{ readonly url: string }> {
    if (this.#server !== undefined) throw new TypeError('the simulator is started already');
    const server = this.#createServer();
    const authority = await listen(server, place);
    server.on('error', (error) => this.#options.log(`server: ${error.message}`));
    this.#server = server;
    this.#openRequests.start();
    return {
      url: `${this.#around.tls === undefined ? 'http' : 'https'}://${authority}${basePathOf(this.#options.basePath)}`,
    };
  }

  /**
   * Stops listening and ends all connections: idle ones at once, those with a request under way when it is answered, at the
   * latest after `drainMs` milliseconds.
   */
  async close(drainMs = 0): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#openRequests.stop();
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.#endPlain();
    this.#around.beside?.end?.();
    if (drainMs > 0) await drained(server, closed, drainMs);
    server.closeIdleConnections();
    this.#context.drain.destroyAll();
    server.closeAllConnections();
    this.#endHandshakes();
    await closed;
  }

  #createServer(): Server<typeof Message> {
    const { beside, tls } = this.#around;
    const { server, endHandshakes } = makeServer(this.limits, tls);
    this.#endHandshakes = endHandshakes;
    if (tls === undefined) this.#endPlain = servePlainly(server, { ...this.#context, paths: this.#paths() });
    server.on('request', (message, response) => this.#serve(message, response));
    answerProtocolErrors(server, {
      ...this.#context,
      openRequests: this.#openRequests,
      isBeside: (message) => beside?.owns(message) === true,
      serve: (message, response) => this.#serve(message, response),
    });
    return server;
  }

  /** The paths of the operations, but for those that belong to what is served beside them. */
  #paths(): readonly string[] {
    const base = basePathOf(this.#options.basePath);
    return ENDPOINTS.map(({ path }) => `${base}${path}`).filter(
      (url) => this.#around.beside?.owns({ url, method: METHOD, headers: {} }) !== true,
    );
  }

  #serve(message: Message, response: ServerResponse): void {
    const { method = '', rawHeaders, socket } = message;
    this.#context.responses.set(socket, response);
    const { beside, allowsOrigin } = this.#around;
    if (beside !== undefined && beside.owns(message)) {
      beside.serve(message, response, this.#context.drain);
      return;
    }
    const preflight =
      allowsOrigin === undefined ? undefined : preflightLines(method, rawHeaders, allowsOrigin);
    if (preflight === undefined) this.#openRequests.add(message, response);
    else response.writeHead(NO_CONTENT, [...preflight]).end();
  }
}
